import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnChoice } from '../../shared/lists/columns.ts'
import { galley } from './bridge.ts'
import { queryKeys } from './queries.ts'
import { useRefresh } from './use-refresh.ts'

export const columnsOptions = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.columns(slug),
    queryFn: async () => (await galley.call('columns.get', { slug })).columns,
  })

/**
 * The columns that the user has chosen for a list: null where they never did, undefined while that is not read yet. A
 * choice counts at once; the server has it as soon as it can be reached, and is asked for one that was made elsewhere.
 */
export function useChosenColumns(slug: string): {
  chosen: ColumnChoice[] | null | undefined
  choose: (columns: ColumnChoice[] | null) => Promise<void>
} {
  const client = useQueryClient()
  const { queryKey } = columnsOptions(slug)
  const { data, isError } = useQuery(columnsOptions(slug))
  const refresh = useRefresh(['columns', slug], async () => {
    const result = await galley.call('columns.refresh', { slug })
    if (result.outcome === 'updated') await client.invalidateQueries({ queryKey })
    return result
  })
  return {
    chosen: isError ? null : data,
    async choose(columns) {
      client.setQueryData(queryKey, columns)
      await galley.call('columns.set', { slug, columns })
      refresh.again()
    },
  }
}
