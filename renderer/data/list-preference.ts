import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { NOTHING_KEPT, type ListChoice, type ListPreference } from '../../shared/lists/list-preference.ts'
import { useT } from '../i18n/use-t.ts'
import { useToast } from '../ui/toast/toast-queue.ts'
import { galley } from './bridge.ts'
import { callReason } from './failure-reasons.ts'
import { queryKeys } from './queries.ts'
import { useRefresh } from './use-refresh.ts'

export const listPreferenceOptions = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.listPreference(slug),
    queryFn: () => galley.call('listPreference.get', { slug }),
  })

/**
 * Returns the list preference, undefined until it is read. A choice applies at once, and is synced as soon as
 * the server can be reached.
 */
export function useListPreference(slug: string): {
  kept: ListPreference | undefined
  choose: (choice: ListChoice) => Promise<void>
} {
  const client = useQueryClient()
  const { queryKey } = listPreferenceOptions(slug)
  const { data, isError } = useQuery(listPreferenceOptions(slug))
  const refresh = useRefresh(['list-preference', slug], async () => {
    const result = await galley.call('listPreference.refresh', { slug })
    if (result.outcome === 'updated') await client.invalidateQueries({ queryKey })
    return result
  })
  return {
    kept: isError ? NOTHING_KEPT : data,
    async choose(choice) {
      client.setQueryData(queryKey, (before = NOTHING_KEPT) => ({ ...before, ...choice }))
      await galley.call('listPreference.set', { slug, choice })
      refresh.again()
    },
  }
}

/** Returns a function that chooses between the list and the folders of a collection; reports a failure. */
export function useChooseListView(slug: string): (view: 'list' | 'folders') => void {
  const { t } = useT()
  const toast = useToast()
  const { choose } = useListPreference(slug)
  return (listViewType) =>
    void choose({ listViewType }).catch((error: unknown) =>
      toast.error(t('galley:sync.notDone', { reason: callReason(error, t) })),
    )
}
