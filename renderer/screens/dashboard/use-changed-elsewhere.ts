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
/** Time of a person's first look at the dashboard, and of the newest arrival at the last one, by this computer. */
const looks = localPreference('dashboard-looks', (stored) => v.parse(v.fallback(looksShape, {}), stored))

export type ChangedElsewhere = {
  changed: readonly { ref: DocRef; at: string }[]
  /** True once this computer has answered. */
  isRead: boolean
  /**
   * Called when a listed document is opened: the look does not end, so the others are listed again on return.
   */
  keepLook: () => void
}

const NONE: ChangedElsewhere['changed'] = []

/**
 * Returns documents of these collections and globals that changed elsewhere since this person's last look.
 */
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
  // A ref, since an answer that arrives while the person reads must not end the look.
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
      // The newest arrival that was shown: a later one was not seen, whatever the clock says.
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
