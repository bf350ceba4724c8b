import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { Json } from '../../../shared/json.ts'
import { compareValues } from './list-filter.ts'
import type { Measured } from './list-values.ts'
import { valuesAt } from './list-values.ts'

export type Order = { path: string; descending: boolean }

/**
 * Compares two rows, by their positions in columns of sort keys, as the server's SQLite orders them: by each key in
 * turn, a row without a value first when ascending.
 */
export function compareBy(
  keys: readonly { cells: readonly Json[]; descending: boolean }[],
): (a: number, b: number) => number {
  return (a, b) => {
    for (const { cells, descending } of keys) {
      const result = compareValues(cells[a] ?? null, cells[b] ?? null)
      if (result !== 0) return descending ? -result : result
    }
    return 0
  }
}

/** The sort order of a list: the requested one, then newest first. */
export function ordersOf(collection: Collection | null, sort: string): Order[] {
  const fallback = collection?.timestamps === false ? '-id' : '-createdAt'
  const text = sort.trim() || (collection?.defaultSort ?? fallback)
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (!names.some((name) => name.replace(/^-/, '') === fallback.slice(1))) names.push(fallback)
  names.push('-id')
  return names.map((name) => ({ path: name.replace(/^-/, ''), descending: name.startsWith('-') }))
}

/** The sort key of a row for a path. */
export function sortKeyOf(
  collection: Collection | null,
  row: Measured,
  path: string,
  locale: string | null,
): Json {
  if (path === 'id') return collection?.idType === 'number' ? Number(row.id) : row.id
  const { values, node } = valuesAt(collection?.fields ?? [], row, path, locale)
  const value = values[0] ?? null
  // As text, a date without milliseconds would come after the same second with them.
  const time = node?.type === 'date' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? value : time
}
