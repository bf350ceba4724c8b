import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { NAV_OPEN, withNavChoice, type NavChoice, type NavPreference } from '../../shared/nav-preference.ts'
import { galley } from './bridge.ts'
import { navQuery, queryKeys } from './queries.ts'
import { useRefresh } from './use-refresh.ts'

const REFRESH = ['nav'] as const

/** True once the open parts of the navigation are read; drawing before that would make it move. */
export function useIsNavRead(): boolean {
  return !useQuery(navQuery).isPending
}

/**
 * Returns the open parts of the navigation and a function that changes them. A choice applies at once;
 * `useNavRefresh` syncs it with the server.
 */
export function useNavPreference(): [NavPreference, (choice: NavChoice) => void] {
  const client = useQueryClient()
  const { data = NAV_OPEN } = useQuery(navQuery)
  const choose = useCallback(
    (choice: NavChoice) => {
      const { queryKey } = navQuery
      client.setQueryData(queryKey, (before = NAV_OPEN) => withNavChoice(before, choice))
      const keep = async () => {
        await galley.call('nav.set', choice)
        // A read meanwhile may be older than the choice.
        await client.invalidateQueries({ queryKey })
        await client.resetQueries({ queryKey: queryKeys.refresh(...REFRESH), exact: true })
      }
      void keep().catch(console.error)
    },
    [client],
  )
  return [data, choose]
}

/** Syncs the navigation preference with the server: at the start, after a choice and when the server is back. */
export function useNavRefresh(): void {
  const client = useQueryClient()
  useRefresh(REFRESH, async () => {
    const result = await galley.call('nav.refresh', undefined)
    if (result.outcome === 'updated') await client.invalidateQueries({ queryKey: navQuery.queryKey })
    return result
  })
}
