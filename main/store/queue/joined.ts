import { makeRef, refId } from '../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { readDocument } from '../tables/documents.ts'
import { refsQueued } from '../tables/outbox-rows.ts'
import { hasResource, readResourceText, writeResourceText } from '../tables/resources.ts'
import { parseObject } from '../tables/sql.ts'
import type { StoreContext } from '../store-context.ts'
import { JOINED, parseJoined } from '../durability/unsent-rows.ts'
import type { JoinedDocument } from '../durability/unsent-rows.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueueRebaseOptions } from '../../../shared/sync/queue.ts'
import { putOnBase as putRecordOnBase } from '../../../shared/sync/record/put-on-base.ts'
import type { StoredDocument } from '../tables/documents.ts'
import { changeRecord } from '../record.ts'
import { savedCells } from '../../../shared/sync/record/document-record.ts'
import { recordSent } from '../tables/sent-entries.ts'

type JoinOwner = Pick<JoinedDocument, 'kind' | 'slug' | 'id'>

export function hasJoined({ db }: Pick<StoreContext, 'db'>): boolean {
  return hasResource(db, JOINED)
}

/**
 * Rebases edits from a copy on the found documents (F87), which may be newer: sent edits end, and foreign writes
 * conflict. Needs the schema, and runs before anything is sent.
 */
export function rebaseJoined(context: StoreContext): void {
  const { db, site, events } = context
  if (!site.schema) return
  const kept = readResourceText(db, JOINED)
  if (kept === null) return
  // Nothing is sent of collections that the site does not show; they may come back.
  const later: JoinedDocument[] = []
  const places = () => refsQueued(db).map((ref): JoinOwner => ({ ...ref, id: refId(ref) }))
  for (const joined of parseJoined(kept, places)) {
    const ref = makeRef(joined.kind, joined.slug, joined.id)
    const document = readDocument(db, ref)
    if (!document) continue
    if (!site.entity(ref)) {
      later.push(joined)
      continue
    }
    const { base } = joined
    const before = readBase(base) ?? document.data
    const foreign = before === document.data || before['updatedAt'] !== document.data['updatedAt']
    putOnBase(context, document, { foreign, before })
    events.changed(ref)
    events.outbox()
  }
  writeResourceText(db, JOINED, later.length > 0 ? JSON.stringify(later) : null)
}

/** Parses the base of edits; null: the copy did not hold it, or it cannot be read. */
function readBase(text: string | null): JsonObject | null {
  try {
    return text === null ? null : parseObject(text)
  } catch {
    return null
  }
}

/**
 * Puts a document's unsent edits on a base that they were not made on (see
 * shared/sync/record/put-on-base.ts). Entries whose values the base already has end and go into the history;
 * returns their number.
 */
export function putOnBase(
  context: StoreContext,
  base: StoredDocument,
  options: Pick<QueueRebaseOptions, 'before' | 'foreign'> & { ready?: (entry: OutboxEntry) => OutboxEntry },
): number {
  let over: OutboxEntry[] = []
  changeRecord(context, base, (record, site) => {
    const { record: next, ended } = putRecordOnBase(record, options, site)
    over = ended
    return next
  })
  for (const entry of over) recordSent(context, base.ref, entry, { cells: savedCells(entry) })
  return over.length
}
