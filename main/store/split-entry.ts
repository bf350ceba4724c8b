import type { JsonObject } from '../../shared/json.ts'
import type { OutboxEntry } from '../../shared/sync/entry.ts'
import type { StoredDocument } from './documents.ts'
import { writesOf } from './drafts.ts'
import { deleteEntry, insertEntry, readEntries } from './outbox-rows.ts'
import { referencesOf } from './references.ts'
import type { StoreContext } from './store-context.ts'

/**
 * A row that is put back is whole, in all locales, and a request carries one of them: the entry becomes one per locale,
 * in its place and one step for a person (DM1, DM2). Its first part keeps its key. `under`: all locales, what lies below
 * the entry. Nothing behind it may be under way.
 */
export function splitEntry(
  context: StoreContext,
  document: StoredDocument,
  entry: OutboxEntry,
  under: JsonObject,
): void {
  const { db, site } = context
  const writes = writesOf(site.fields(document.ref), under, entry.changes, entry.mode, entry.locale)
  const [first, ...others] = writes
  if (first === undefined || (others.length === 0 && first.locale === entry.locale)) return
  const group = others.length === 0 ? entry.group : (entry.group ?? context.newId())
  const parts = writes.map((write, index): OutboxEntry => {
    const part = { ...entry, ...write, group, key: index === 0 ? entry.key : context.newId() }
    return { ...part, waitsFor: referencesOf(context, part, null) }
  })
  const entries = readEntries(db, document.ref)
  const behind = entries.slice(entries.findIndex(({ key }) => key === entry.key) + 1)
  // The database counts entries as they come: what is behind comes once more.
  for (const { key } of [entry, ...behind]) deleteEntry(db, key)
  for (const item of [...parts, ...behind]) insertEntry(db, item)
}
