import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { NAV_OPEN, withNavChoice, type NavChoice, type NavPreference } from '../../shared/nav-preference.ts'
import { galley } from './bridge.ts'
import { navQuery, queryKeys } from './queries.ts'
import { useRefresh } from './use-refresh.ts'

const REFRESH = ['nav'] as const

/** Whether it is read what is open; what is drawn before that would be drawn anew, and move. */
export function useIsNavRead(): boolean {
  return !useQuery(navQuery).isPending
}

/**
 * Which parts of the navigation are open, and a function that opens or closes some. A choice counts at once; the server
 * has it as soon as it can be reached (`useNavRefresh`).
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
        // What was read meanwhile may be older than the choice.
        await client.invalidateQueries({ queryKey })
        await client.resetQueries({ queryKey: queryKeys.refresh(...REFRESH), exact: true })
      }
      void keep().catch(console.error)
    },
    [client],
  )
  return [data, choose]
}

/** Sends what was chosen here and asks for what was chosen elsewhere: at the start, and when the server is back. */
export function useNavRefresh(): void {
  const client = useQueryClient()
  useRefresh(REFRESH, async () => {
    const result = await galley.call('nav.refresh', undefined)
    if (result.outcome === 'updated') await client.invalidateQueries({ queryKey: navQuery.queryKey })
    return result
  })
}
