import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { useAccount } from '../../data/account-context.tsx'
import { galley } from '../../data/bridge.ts'
import { localPreference } from '../../data/local-preference.ts'
import { personKey } from '../../data/preferences.ts'
import { queryKeys } from '../../data/queries.ts'

const looksShape = v.record(v.string(), v.object({ first: v.string(), last: v.string() }))
/** When a person looked at the dashboard first and last, by the clock of this computer. */
const looks = localPreference('dashboard-looks', (stored) => v.parse(v.fallback(looksShape, {}), stored))

export type ChangedElsewhere = {
  changed: readonly { ref: DocRef; at: string }[]
  /** This computer has answered. */
  isRead: boolean
  /** One of them is opened: whoever comes back finds the others still there. */
  keepLook: () => void
}

const NONE: ChangedElsewhere['changed'] = []

/** Documents of these collections, and of these globals, that changed since this person last looked, and not from here. */
export function useChangedElsewhere(
  slugs: readonly string[],
  globals: readonly string[],
  limit: number,
): ChangedElsewhere {
  const person = personKey(useAccount())
  const [known] = useState(() => looks.get()[person] ?? null)
  const { data, isLoading } = useQuery({
    queryKey: queryKeys.changedElsewhere(slugs, globals, known?.last ?? null),
    queryFn: () =>
      galley.call('documents.changedElsewhere', {
        slugs: [...slugs],
        globals: [...globals],
        looks: known,
        limit,
      }),
    enabled: slugs.length + globals.length > 0,
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
      if (newest.current === undefined || isKept.current) return
      const now = new Date().toISOString()
      const all = looks.get()
      // The last arrival that was told: a later one was not seen, whatever the clock says.
      looks.set({ ...all, [person]: { first: all[person]?.first ?? now, last: newest.current ?? now } })
    }
    window.addEventListener('pagehide', look)
    return () => {
      window.removeEventListener('pagehide', look)
      look()
    }
  }, [person])
  return useMemo(
    () => ({
      changed: data?.documents.map(({ ref, updatedAt }) => ({ ref, at: updatedAt })) ?? NONE,
      isRead: !isLoading,
      keepLook: () => {
        isKept.current = true
      },
    }),
    [data, isLoading],
  )
}
