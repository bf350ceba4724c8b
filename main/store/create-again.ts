import { asksForId } from '../../shared/cms/own-id.ts'
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
import { cuttable, serverFileOf } from '../../shared/fields/file/server-file.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { CopiedFile } from '../../shared/ipc.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../shared/json.ts'
import { discardDocument } from './discard.ts'
import { createDocument } from './create-document.ts'
import { requireDocument } from './documents.ts'
import { deleteDraft, readDraft } from './draft-rows.ts'
import { commitDraft, putDraft } from './drafts.ts'
import { resolveRef } from './ids.ts'
import { deleteEntry, readEntries } from './outbox-rows.ts'
import { refuseUnless } from './refuse-unless.ts'
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
  const draft = readDraft(db, ref)
  const { data } = effectiveDocument(schema, {
    base: document.data,
    entries: readEntries(db, ref),
    draft,
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
  const file = entity.upload === false ? null : fileOf(data, input.file)
  const isHere = file !== null && file.id !== null
  const kept = entity.upload === false ? content : withoutFile(content, isHere ? file : null)
  const changes = changesBetween(schema.fields, {}, kept)
  const typed = inCopies(draft?.typed ?? [], data, rows)
  const lacksFile = entity.upload !== false && entity.upload.requiresFile && !isHere
  if (lacksFile || asksForId(entity)) {
    // Its file was on the server alone, its id is another's: nothing is sent, and nothing given up, until somebody has
    // brought another one.
    putDraft(context, { ref: made, changes, typed })
    return made
  }
  const mode = entity.versions?.drafts ? 'draft' : 'save'
  commitDraft(context, { ref: made, locale: input.locale, changes, typed, mode })
  if (document.isGone) discardCopied(context, ref)
  return made
}

/** The file of a document as it is edited; `copied`: a copy of the one that the server has. */
function fileOf(data: JsonObject, copied: CopiedFile | undefined): PendingFile | null {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (copied === undefined || (pending !== null && pending.id !== null)) return pending
  return { ...(pending ?? cuttable(serverFileOf(data))), ...copied }
}

/** What is typed and is no value, in the rows and nodes that were made of those it was typed in. */
function inCopies(typed: readonly TypedInput[], from: JsonObject, to: JsonObject): TypedInput[] {
  const ids = new Map<string, string>()
  const note = (before: Json | undefined, after: Json | undefined): void => {
    if (Array.isArray(before) && Array.isArray(after)) before.forEach((one, at) => note(one, after[at]))
    if (!isPlainJson(before) || !isPlainJson(after)) return
    const [was, is] = [before['id'], after['id']]
    if (typeof was === 'string' && typeof is === 'string') ids.set(was, is)
    for (const [key, value] of Object.entries(before)) note(value, after[key])
  }
  note(from, to)
  const inCopy = (path: string): string => path.replaceAll(/[^. ]+/g, (part) => ids.get(part) ?? part)
  return typed.map((one) => ({ ...one, path: inCopy(one.path) }))
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
  for (const entry of copied) refuseUnless(entry, 'discard')
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
