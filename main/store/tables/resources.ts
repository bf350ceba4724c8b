import type { Json } from '../../../shared/json.ts'
import { isPlainJson } from '../../../shared/json.ts'
import { one, parseJson, run, type Db } from './sql.ts'
import type { Resource } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { withoutCredentials } from './credentials.ts'

/**
 * Reads site data that is cached whole under a key, for example 'config' or 'session'; null: it is not
 * stored.
 */
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

export function hasResource(db: Db, key: string): boolean {
  return one(db, 'SELECT 1 FROM resources WHERE key = ?', key) !== undefined
}

/** The stored text of a resource; null: there is none. */
export function readResourceText(db: Db, key: string): string | null {
  return one<{ value: string }>(db, 'SELECT value FROM resources WHERE key = ?', key)?.value ?? null
}

/** Replaces the text of an existing resource; null removes it. */
export function writeResourceText(db: Db, key: string, text: string | null): void {
  if (text === null) run(db, 'DELETE FROM resources WHERE key = ?', key)
  else run(db, 'UPDATE resources SET value = ? WHERE key = ?', text, key)
}

/** Removes credentials: an answer about the session may contain its token and the user's secrets (SY2). */
function cleaned(value: Json): Json {
  if (!isPlainJson(value)) return value
  const answer = withoutCredentials(value)
  return isPlainJson(answer['user']) ? { ...answer, user: withoutCredentials(answer['user']) } : answer
}
