import type { StoreContext } from '../store-context.ts'
import { WITH_CHANGES } from '../tables/table-list.ts'
import type { UnsentRows } from './unsent-rows.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * See StoreApi.referredFiles. Ids are random, so a text search finds them anywhere in the changes. One statement
 * reads all rows, so it sees a single moment.
 */
export function referredFiles({ db }: Pick<StoreContext, 'db'>, ids: readonly string[]): string[] {
  const sql = WITH_CHANGES.map((table) => `SELECT changes FROM ${table} WHERE instr(changes, '"file"') > 0`)
  const rows = db.prepare<[], string>(sql.join(' UNION ALL ')).pluck().iterate()
  return among(ids, rows)
}

/** The files among `ids` that rows refer to, for rows that are in no open database. */
export function filesReferredIn({ tables }: UnsentRows, ids: readonly string[]): string[] {
  const rows = WITH_CHANGES.flatMap((name) => tables[name])
  return among(
    ids,
    rows.map(({ changes }) => (typeof changes === 'string' ? changes : '')),
  )
}

function among(ids: readonly string[], texts: Iterable<string>): string[] {
  const open = new Set(ids)
  const found = new Set<string>()
  for (const text of texts) {
    for (const [id] of text.matchAll(UUID)) if (open.delete(id)) found.add(id)
    if (open.size === 0) break
  }
  return ids.filter((id) => found.has(id))
}
