import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { orderFields } from '../../shared/cms/order-fields.ts'
import { changesBetween } from '../../shared/document/diff.ts'
import { effectiveDocument } from '../../shared/document/effective.ts'
import { forACopy } from '../../shared/document/for-a-copy.ts'
import { withFreshRows } from '../../shared/document/row-operations.ts'
import {
  FILE_COLUMNS,
  FILE_FIELD,
  FOCAL_COLUMNS,
  readPendingFile,
  type PendingFile,
} from '../../shared/fields/file/pending-file.ts'
import { own, type JsonObject } from '../../shared/json.ts'
import { discardDocument } from './discard.ts'
import { createDocument } from './create-document.ts'
import { requireDocument } from './documents.ts'
import { deleteDraft, readDraft } from './draft-rows.ts'
import { commitDraft, putDraft } from './drafts.ts'
import { resolveRef } from './ids.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import type { StoreApi } from './store-api.ts'
import type { StoreContext } from './store-context.ts'
import { StoreError } from './store-error.ts'

/** What belongs to the old document and not to what is in it. */
const OWN: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** See StoreApi.createAgain. */
export function createAgain(context: StoreContext, input: Parameters<StoreApi['createAgain']>[0]): DocRef {
  const { db, site } = context
  const ref = resolveRef(db, input.ref)
  const document = requireDocument(db, ref)
  const entity = site.entity(ref)
  if (entity?.kind !== 'collection') throw new StoreError('no-document', 'There is no such collection')
  const schema = site.documentSchema(ref)
  const { data } = effectiveDocument(schema, {
    base: document.data,
    entries: readEntries(db, ref),
    draft: readDraft(db, ref),
    adjusted: document.adjusted,
  })
  const made = createDocument(context, { slug: entity.slug, id: input.id, data: {} })
  // Rows keep their ids in the old document, which may still be there for others.
  const rows = withFreshRows(
    schema.fields,
    withoutOwn(data, site.schema ? orderFields(site.schema, entity) : []),
  )
  // Of one that is gone nothing is taken; of one that is there a copy must not claim what only one may have.
  const content = document.isGone ? rows : forACopy(schema.fields, rows)
  const file = entity.upload === false ? null : readPendingFile(own(data, FILE_FIELD))
  const isHere = file !== null && file.id !== null
  const kept = entity.upload === false ? content : withoutFile(content, isHere ? file : null)
  const changes = changesBetween(schema.fields, {}, kept)
  if (entity.upload !== false && entity.upload.requiresFile && !isHere) {
    // Its file was on the server alone: nothing is sent, and nothing given up, until somebody has brought another one.
    putDraft(context, { ref: made, changes })
    return made
  }
  const mode = entity.versions?.drafts ? 'draft' : 'save'
  commitDraft(context, { ref: made, locale: input.locale, changes, mode })
  if (document.isGone) discardCopied(context, ref)
  return made
}

/** Without the file that the server had, and what it said of it; `file`: one that is here and goes along. */
function withoutFile(data: JsonObject, file: PendingFile | null): JsonObject {
  const isLeft = (name: string): boolean =>
    name !== FILE_FIELD && !FILE_COLUMNS.has(name) && (file !== null || !FOCAL_COLUMNS.has(name))
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => isLeft(name)))
  return file === null ? rest : { ...rest, [FILE_FIELD]: file }
}

/** What is in the new document goes; what could not be read is not in it, and stays with the old one. */
function discardCopied(context: StoreContext, ref: DocRef): void {
  const { db, events } = context
  const entries = readEntries(db, ref)
  const copied = entries.filter(({ problem }) => problem?.code !== 'broken')
  if (copied.length === entries.length) return discardDocument(context, ref)
  if (entries.some(({ state }) => state === 'sending')) throw new StoreError('busy', 'An entry is being sent')
  deleteDraft(db, ref)
  for (const { key } of copied) {
    context.prepared.delete(key)
    deleteEntry(db, key)
  }
  events.changed(ref)
  events.outbox()
}

/** `order`: the fields that hold its place among others; the server gives each document a place of its own. */
function withoutOwn(data: JsonObject, order: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !OWN.has(name) && !order.includes(name)))
}
