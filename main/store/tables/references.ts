import { refId } from '../../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { OutboxEntry, Problem } from '../../../shared/sync/entry.ts'
import { waitsFor } from '../../../shared/sync/queue.ts'
import { findTempIds } from '../../../shared/sync/replace-id.ts'
import { readDocument } from './documents.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { Db } from './sql.ts'
import { one } from './sql.ts'
import type { StoreContext } from '../store-context.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The new documents that an entry refers to and that must be on the server first (SY8), by temporary ids, and
 * by final ids if the site accepts those of clients.
 */
export function referencesOf(
  { db, site }: StoreContext,
  entry: OutboxEntry,
  initial: JsonObject | null,
): string[] {
  const own = refId(entry.ref)
  const found = new Set([...waitsFor(entry.changes, own), ...findTempIds(initial ?? null)])
  if (site.schema?.capabilities.clientIds.length) {
    for (const text of uuidsIn(valuesSent(entry))) if (isNew(db, text)) found.add(text)
  }
  found.delete(own)
  return [...found].filter((id) => isNew(db, id))
}

/** The problem of an entry that refers to a new document which is no longer here, or null. */
export function missingReferences(db: Db, entry: OutboxEntry): Problem | null {
  const own = refId(entry.ref)
  const isMissing = (id: string): boolean => id !== own && !isNew(db, id)
  const fields = entry.changes
    .filter((item) => findTempIds(item.kind === 'set' ? item.to : item.added).some(isMissing))
    .map((item) => ({ path: item.path, message: '' }))
  return fields.length === 0 ? null : problemOf('reference-gone', { fields })
}

function valuesSent(entry: OutboxEntry): Json {
  return entry.changes.map((item) => (item.kind === 'set' ? item.to : item.added))
}

function uuidsIn(value: Json): string[] {
  if (typeof value === 'string') return UUID.test(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(uuidsIn)
}

function isNew(db: Db, id: string): boolean {
  return one(db, 'SELECT 1 FROM documents WHERE id = ? AND is_new = 1', id) !== undefined
}

/** The entry with the ids that it waits for; parked if it refers to a new document that was discarded. */
export function withReferences(context: StoreContext, entry: OutboxEntry): OutboxEntry {
  const values = entry.create ? (readDocument(context.db, entry.ref)?.data ?? null) : null
  const missing = missingReferences(context.db, entry)
  const next = { ...entry, waitsFor: referencesOf(context, entry, values) }
  return missing && entry.state === 'waiting' ? { ...next, state: 'parked', problem: missing } : next
}
