import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refId, refKey } from '../../../shared/cms/doc-ref.ts'
import { serverAdjusted } from '../../../shared/document/server-adjusted.ts'
import type { ServerAdjusted } from '../../../shared/document/server-adjusted.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Draft, DocumentView } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { RecordBase } from '../../../shared/sync/record/document-record.ts'
import { documentState } from '../../../shared/sync/queue.ts'
import { replaceId } from '../../../shared/sync/replace-id.ts'
import { openDifferencesOf } from './differences.ts'
import { permissionsOf } from './document-permissions.ts'
import { deleteRows, hasNoRows, hasRows } from './document-rows.ts'
import { readDraft } from './draft-rows.ts'
import { resolveIds, resolveRef } from './ids.ts'
import { deleteListRow, localesText, parseLocales } from '../lists/list-rows.ts'
import { readMovesOf } from './moves.ts'
import { readEntries } from './outbox-rows.ts'
import type { Db } from './sql.ts'
import { all, fromFlag, one, parseJson, parseObject, run, toFlag } from './sql.ts'
import type { StoreContext } from '../store-context.ts'
import { StoreError } from '../store-error.ts'
import { FORGOTTEN, OWN_WORK, WITH_CHANGES } from './table-list.ts'

export type StoredDocument = RecordBase

type Row = {
  data: string
  updated_at: string | null
  status: 'draft' | 'published' | null
  has_published: number | null
  published_in: string | null
  is_new: number
  is_gone: number
  fetched_at: string
  adjusted: string | null
}

const adjustments = v.array(serverAdjusted)

export function readDocument(db: Db, ref: DocRef): StoredDocument | null {
  const row = one<Row>(
    db,
    `SELECT data, updated_at, status, has_published, published_in, is_new, is_gone, fetched_at, adjusted
     FROM documents WHERE kind = ? AND slug = ? AND id = ?`,
    ref.kind,
    ref.slug,
    refId(ref),
  )
  if (!row) return null
  return {
    ref,
    data: parseObject(row.data),
    updatedAt: row.updated_at,
    status: row.status,
    hasPublished: fromFlag(row.has_published),
    publishedIn: parseLocales(row.published_in),
    isNew: row.is_new === 1,
    isGone: row.is_gone === 1,
    fetchedAt: row.fetched_at,
    adjusted: parseAdjusted(db, row.adjusted),
  }
}

/** Parses stored adjustments, with temporary ids replaced by real ones (SY8). */
export function parseAdjusted(db: Db, text: string | null): ServerAdjusted[] {
  return text === null ? [] : v.parse(adjustments, resolveIds(db, parseJson(text)))
}

type DocumentFacts = Pick<StoredDocument, 'updatedAt' | 'isNew' | 'isGone'>

/** The facts about a document that need no read of its content, which may be long. */
export function readFacts(db: Db, ref: DocRef): DocumentFacts | null {
  const row = one<Pick<Row, 'updated_at' | 'is_new' | 'is_gone'>>(
    db,
    'SELECT updated_at, is_new, is_gone FROM documents WHERE kind = ? AND slug = ? AND id = ?',
    ref.kind,
    ref.slug,
    refId(ref),
  )
  if (!row) return null
  return { updatedAt: row.updated_at, isNew: row.is_new === 1, isGone: row.is_gone === 1 }
}

/** Reads a document. Throws `no-document`. */
export function requireDocument(db: Db, ref: DocRef): StoredDocument {
  const document = readDocument(db, ref)
  if (!document) throw noDocument()
  return document
}

export function writeDocument(db: Db, document: StoredDocument): void {
  run(
    db,
    `INSERT INTO documents
       (kind, slug, id, data, updated_at, status, has_published, published_in, is_new, is_gone, fetched_at, adjusted)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, slug, id) DO UPDATE SET
       data = excluded.data, updated_at = excluded.updated_at, status = excluded.status,
       has_published = excluded.has_published, published_in = excluded.published_in, is_new = excluded.is_new, is_gone = excluded.is_gone,
       fetched_at = excluded.fetched_at, adjusted = excluded.adjusted`,
    document.ref.kind,
    document.ref.slug,
    refId(document.ref),
    JSON.stringify(document.data),
    document.updatedAt,
    document.status,
    toFlag(document.hasPublished),
    localesText(document.publishedIn),
    document.isNew ? 1 : 0,
    document.isGone ? 1 : 0,
    document.fetchedAt,
    document.adjusted.length === 0 ? null : JSON.stringify(document.adjusted),
  )
}

/** Updates the read time of an unchanged base. */
export function writeFetchedAt(db: Db, ref: DocRef, fetchedAt: string): void {
  const sql = 'UPDATE documents SET fetched_at = ? WHERE kind = ? AND slug = ? AND id = ?'
  run(db, sql, fetchedAt, ref.kind, ref.slug, refId(ref))
}

/** Removes a document and everything stored for it, except its history (see TableFacts). */
export function forgetDocument({ db, events }: StoreContext, ref: DocRef): void {
  deleteRows(db, FORGOTTEN, ref)
  if (ref.kind === 'collection') deleteListRow(db, ref.slug, ref.id)
  events.changed(ref)
  events.outbox()
}

/** Removes a document that the server no longer has, once no work on it is left (see hasOwnWork). */
export function forgetIfGone(context: StoreContext, ref: DocRef): void {
  if (readFacts(context.db, ref)?.isGone && !hasOwnWork(context.db, ref)) forgetDocument(context, ref)
}

/** True if the document has local data: edits, moves, or values that the server did not take. */
export function hasOwnWork(db: Db, ref: DocRef): boolean {
  return hasRows(db, OWN_WORK, ref)
}

export function noDocument(): StoreError {
  return new StoreError('no-document', 'The document is not on this computer')
}

/** Reads a document for a person: it may be on the screen from now on, so it is not removed to make room. */
export function openDocument(context: StoreContext, input: DocRef): DocumentView | null {
  const view = getDocument(context, input)
  if (view === null) return null
  context.opened.add(refKey(view.ref))
  const document = readDocument(context.db, view.ref)
  return document && { ...view, permissions: permissionsOf(context, document) }
}

/** Notes that a base replaced the revision `replaced`. `foreign`: with writes of somebody else. */
export function noteWrite(
  { opened, foreignWrites, ownSince }: StoreContext,
  ref: DocRef,
  { foreign, replaced }: { foreign: boolean; replaced: string | null },
): void {
  const key = refKey(ref)
  if (!foreign) ownSince.set(key, new Set(ownSince.get(key)).add(replaced))
  else {
    ownSince.delete(key)
    if (opened.has(key)) foreignWrites.set(key, (foreignWrites.get(key) ?? 0) + 1)
  }
}

/** True if somebody else has written a document since that revision was shown. */
export function hasMovedSince(
  { ownSince }: StoreContext,
  { ref, updatedAt }: Pick<StoredDocument, 'ref' | 'updatedAt'>,
  shown: string | null,
): boolean {
  return shown !== updatedAt && ownSince.get(refKey(ref))?.has(shown) !== true
}

/** The layers of a document; null if it is not on this computer. */
export function getDocument(context: StoreContext, input: DocRef): DocumentView | null {
  const { db } = context
  const ref = resolveRef(db, input)
  const document = readDocument(db, ref)
  if (!document) return null
  const entries = readEntries(db, ref)
  const moves = readMovesOf(db, ref)
  const draft = readDraft(db, ref)
  const differences = openDifferencesOf(context, document, changesOf(entries, draft))
  return {
    ref,
    isNew: document.isNew,
    isGone: document.isGone,
    base: baseView(document),
    entries,
    moves,
    draft,
    adjusted: document.adjusted,
    foreignWrites: context.foreignWrites.get(refKey(ref)) ?? 0,
    differences,
    state: documentState([...entries, ...moves], { ...document, hasDraft: draft !== null, differences }),
  }
}

/** All edits on top of the base. */
export function changesOf(entries: readonly OutboxEntry[], draft: Draft | null): Change[] {
  return [...entries.flatMap(({ changes }) => changes), ...(draft?.changes ?? [])]
}

export function baseView(document: StoredDocument): DocumentView['base'] {
  const { data, updatedAt, status, hasPublished, publishedIn = null, fetchedAt } = document
  return { data, updatedAt, status, hasPublished, ...(publishedIn !== null && { publishedIn }), fetchedAt }
}

/** Removes the base of a document, and nothing else of it. */
export function deleteDocument(db: Db, ref: DocRef): void {
  deleteRows(db, ['documents'], ref)
}

/** Replaces a temporary id in the initial data of new documents; bases of the server contain no temporary ids. */
export function replaceIdInNewDocuments(db: Db, tempId: string, real: string | number): void {
  type NewDocument = { slug: string; id: string; data: string }
  const sql = 'SELECT slug, id, data FROM documents WHERE is_new = 1 AND instr(data, ?) > 0'
  for (const row of all<NewDocument>(db, sql, tempId)) {
    const data = JSON.stringify(replaceId(parseJson(row.data), tempId, real))
    const update = `UPDATE documents SET data = ? WHERE kind = 'collection' AND slug = ? AND id = ?`
    run(db, update, data, row.slug, row.id)
  }
}

/** The document that was moved to a temporary id since its own belongs to another one; null: there is none. */
export function findReplaced(db: Db, slug: string, id: string, createdAt: string): string | null {
  const kept = one<{ id: string }>(
    db,
    `SELECT id FROM documents
     WHERE kind = 'collection' AND slug = ? AND is_new = 0 AND is_gone = 1 AND id LIKE 'tmp!_%' ESCAPE '!'
       AND CAST(data ->> '$.id' AS TEXT) = ? AND data ->> '$.createdAt' = ?`,
    slug,
    id,
    createdAt,
  )
  return kept?.id ?? null
}

/** New documents that were begun and never edited. */
export function unusedNewDocuments(db: Db): Extract<DocRef, { kind: 'collection' }>[] {
  const rows = all<{ slug: string; id: string }>(
    db,
    `SELECT slug, id FROM documents d WHERE is_new = 1 AND ${hasNoRows(WITH_CHANGES, 'd')}`,
  )
  return rows.map(({ slug, id }) => ({ kind: 'collection', slug, id }))
}
