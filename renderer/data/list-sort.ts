import type { SortDirection } from '../ui/table/column-head.tsx'

/** How a list is sorted by a column, null where it is sorted by another. */
export function sortDirection(sort: string, path: string): SortDirection | null {
  if (sort === path) return 'ascending'
  return sort === `-${path}` ? 'descending' : null
}

/** What a press on a column's head sorts by: descending first for dates, ascending first for the rest. */
export function nextSort(sort: string, path: string, dates: boolean): string {
  const now = sortDirection(sort, path)
  if (now === null) return dates ? `-${path}` : path
  return now === 'ascending' ? `-${path}` : path
}
