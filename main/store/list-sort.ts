import type { Collection } from '../../shared/cms/schema-model.ts'
import type { Json } from '../../shared/json.ts'
import { compareValues } from './list-filter.ts'
import type { Measured } from './list-values.ts'
import { valuesAt } from './list-values.ts'

type Order = { path: string; descending: boolean }

/**
 * Rows in the order of the server's SQLite: by the given fields in the locale, documents without a value first when
 * ascending, then newest first.
 */
export function sortRows<Row extends Measured>(
  collection: Collection | null,
  rows: readonly Row[],
  sort: string,
  locale: string | null,
): Row[] {
  const orders = ordersOf(collection, sort)
  const measured = rows.map((row) => ({
    row,
    keys: orders.map((order) => keyOf(collection, row, order.path, locale)),
  }))
  measured.sort((a, b) => {
    for (const [index, order] of orders.entries()) {
      const result = compareValues(a.keys[index] ?? null, b.keys[index] ?? null)
      if (result !== 0) return order.descending ? -result : result
    }
    return 0
  })
  return measured.map(({ row }) => row)
}

function ordersOf(collection: Collection | null, sort: string): Order[] {
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

function keyOf(collection: Collection | null, row: Measured, path: string, locale: string | null): Json {
  if (path === 'id') return collection?.idType === 'number' ? Number(row.id) : row.id
  const { values, node } = valuesAt(collection?.fields ?? [], row, path, locale)
  const value = values[0] ?? null
  // A date without milliseconds would come after the same second with them.
  const time = node?.type === 'date' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? value : time
}
