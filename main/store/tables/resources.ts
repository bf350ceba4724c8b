import type { Json } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { one, parseJson, run } from './sql.ts'
import type { Resource } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { withoutCredentials } from './credentials.ts'

/** Site data that is cached whole under a key: 'config', 'session'. */
export function getResource({ db }: Pick<StoreContext, 'db'>, key: string): Resource | null {
  type Row = { value: string; etag: string | null; fetched_at: string }
  const row = one<Row>(db, 'SELECT value, etag, fetched_at FROM resources WHERE key = ?', key)
  return row ? { value: parseJson(row.value), etag: row.etag, fetchedAt: row.fetched_at } : null
}

export function putResource(
  { db, now }: StoreContext,
  { key, value, etag }: { key: string; value: Json; etag: string | null },
): void {
  run(
    db,
    `INSERT INTO resources (key, value, etag, fetched_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, etag = excluded.etag, fetched_at = excluded.fetched_at`,
    key,
    JSON.stringify(cleaned(value)),
    etag,
    now(),
  )
}

/** An answer about the session may bring its token along, or the user's own secrets (SY2). */
function cleaned(value: Json): Json {
  if (!isPlainJson(value)) return value
  const answer = withoutCredentials(value)
  return isPlainJson(answer['user']) ? { ...answer, user: withoutCredentials(answer['user']) } : answer
}
