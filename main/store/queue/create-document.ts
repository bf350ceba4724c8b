import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { asksForId } from '../../../shared/cms/entity-rules.ts'
import { adjustmentsBetween, withAdjustments } from '../../../shared/document/server-adjusted.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../../shared/json.ts'
import { readDocument, writeDocument } from '../tables/documents.ts'
import { readEntries } from '../tables/outbox-rows.ts'
import { resolveRef } from '../tables/ids.ts'
import { commitDraft, putDraft } from './drafts.ts'
import type { NewDocument } from '../store-api.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'

/** See the contract's `documents.create`. */
export function createDocument(context: StoreContext, { slug, id, data, commit }: NewDocument): DocRef {
  const { db, events, now } = context
  const ref: DocRef = { kind: 'collection', slug, id }
  if (readDocument(db, ref)) throw new StoreError('unknown', 'A document of that id is already here')
  const unknown = { updatedAt: null, status: null, hasPublished: false }
  writeDocument(db, { ref, data, ...unknown, isNew: true, isGone: false, fetchedAt: now(), adjusted: [] })
  events.changed(ref)
  const entity = context.site.entity(ref)
  const waits = entity !== null && asksForId(entity)
  // Without the id nothing can be sent, so the values wait in a draft.
  if (commit && waits) putDraft(context, { ref, changes: commit.changes })
  else if (commit) commitDraft(context, { ref, ...commit })
  return ref
}

/** See StoreApi.fillNewDocument. */
export function fillNewDocument(
  { db, events, site }: StoreContext,
  { ref, data: filled }: { ref: DocRef; data: JsonObject },
): void {
  const here = resolveRef(db, ref)
  const document = readDocument(db, here)
  if (!document?.isNew || readEntries(db, here).length > 0) return
  const data = withAbsent(document.data, filled)
  const { fields } = site.documentSchema(here)
  // These values are no foreign write: local edits made before they came win.
  const adjusted = withAdjustments(document.adjusted, adjustmentsBetween(fields, document.data, data))
  writeDocument(db, { ...document, data, adjusted })
  events.changed(here)
}

function withAbsent(data: JsonObject, more: JsonObject): JsonObject {
  const added = Object.entries(more).map(([key, value]): [string, Json] => {
    const before = own(data, key)
    if (isPlainJson(before) && isPlainJson(value)) return [key, withAbsent(before, value)]
    return [key, before ?? value]
  })
  return { ...data, ...Object.fromEntries(added) }
}
