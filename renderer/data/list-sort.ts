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

/**
 * What a press on the head of a list's column sorts by: as nextSort says, and after both directions by what the site
 * has, null.
 */
export function sortAfterPress(sort: string, path: string, dates: boolean, byDefault: string): string | null {
  const first = dates ? `-${path}` : path
  const isSecond = sortDirection(sort, path) !== null && sort !== first
  return isSecond && sort !== byDefault ? null : nextSort(sort, path, dates)
}
