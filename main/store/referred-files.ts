import { one } from './sql.ts'
import type { StoreContext } from './store-context.ts'

/** See StoreApi.referredFiles. Ids are random, so that one is found wherever it stands in what was edited. */
export function referredFiles({ db }: Pick<StoreContext, 'db'>, ids: readonly string[]): string[] {
  return ids.filter((id) =>
    ['outbox', 'drafts'].some(
      (table) => one(db, `SELECT 1 FROM ${table} WHERE instr(changes, ?) > 0 LIMIT 1`, id) !== undefined,
    ),
  )
}
