import type { SortDirection } from '../ui/table/column-head.tsx'

/** Returns the direction in which the list is sorted by a column, or null. */
export function sortDirection(sort: string, path: string): SortDirection | null {
  if (sort === path) return 'ascending'
  return sort === `-${path}` ? 'descending' : null
}

/** Returns the sort after a press on a column's head: descending first for dates, ascending first for the rest. */
export function nextSort(sort: string, path: string, dates: boolean): string {
  const now = sortDirection(sort, path)
  if (now === null) return dates ? `-${path}` : path
  return now === 'ascending' ? `-${path}` : path
}

/**
 * Returns the sort after a press on the head of a list's column: as nextSort, and after both directions the site's
 * default, null.
 */
export function sortAfterPress(sort: string, path: string, dates: boolean, byDefault: string): string | null {
  const first = dates ? `-${path}` : path
  const isSecond = sortDirection(sort, path) !== null && sort !== first
  return isSecond && sort !== byDefault ? null : nextSort(sort, path, dates)
}
