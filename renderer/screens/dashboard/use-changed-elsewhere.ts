import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { localPreference } from '../../data/local-preference.ts'
import { personKey } from '../../data/preferences.ts'
import { queryKeys } from '../../data/queries.ts'

/**
 * When a person last looked at the dashboard: the time of this computer, or the youngest revision that was here by then,
 * where the server's clock is ahead.
 */
const looks = localPreference<Record<string, string>>('dashboard-looks', (stored) =>
  v.parse(v.fallback(v.record(v.string(), v.string()), {}), stored),
)

export type ChangedElsewhere = {
  changed: readonly { ref: DocRef; at: string }[]
  /** One of them is opened: whoever comes back finds the others still there. */
  keepLook: () => void
}

const NONE: ChangedElsewhere['changed'] = []

/** Documents of these collections that changed since this person last looked, and not from this computer. */
export function useChangedElsewhere(slugs: readonly string[], limit: number): ChangedElsewhere {
  const person = personKey(useAccount())
  const [since] = useState(() => looks.get()[person] ?? null)
  const { data } = useQuery({
    queryKey: queryKeys.changedElsewhere(slugs, since),
    queryFn: () => galley.call('documents.changedElsewhere', { slugs: [...slugs], since, limit }),
    enabled: slugs.length > 0,
  })
  // A ref: an answer that arrives while the person reads is no end of the look.
  const newest = useRef(data?.newest)
  useEffect(() => {
    newest.current = data?.newest
  }, [data])
  const isKept = useRef(false)
  useEffect(() => {
    isKept.current = false
    const look = () => {
      const told = newest.current
      if (told === undefined || isKept.current) return
      const now = new Date().toISOString()
      looks.set({ ...looks.get(), [person]: told !== null && told > now ? told : now })
    }
    window.addEventListener('pagehide', look)
    return () => {
      window.removeEventListener('pagehide', look)
      look()
    }
  }, [person])
  return useMemo(
    () => ({
      changed:
        data?.documents.map(({ slug, id, updatedAt }) => ({
          ref: { kind: 'collection', slug, id } as const,
          at: updatedAt,
        })) ?? NONE,
      keepLook: () => {
        isKept.current = true
      },
    }),
    [data],
  )
}
