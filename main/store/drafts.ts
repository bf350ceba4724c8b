import { hasOwnEffect, isUnderWay } from '../../shared/sync/entry.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import { isRefused } from '../../shared/cms/document-permissions.ts'
import { applyChanges } from '../../shared/document/apply.ts'
import { needsPassword } from '../../shared/cms/needs-password.ts'
import { isCreatedBySave } from '../../shared/cms/created-by-save.ts'
import { cellKey, type Change, type LostRows } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { rebaseChanges } from '../../shared/document/rebase.ts'
import type { CallInput, CallOutput, Draft } from '../../shared/ipc.ts'
import type { OutboxEntry, Problem, WriteMode } from '../../shared/sync/entry.ts'
import { coalesceInto, coalescesWith } from '../../shared/sync/queue.ts'
import { waitsForSite } from '../../shared/sync/ways-out.ts'
import { hasPlace, parkUnfit } from './keep-apart.ts'
import { problemOf } from '../../shared/sync/problems.ts'
import { cutAllCycles, cutCycles } from './cut-cycles.ts'
import { discardNewDocument } from './discard.ts'
import { permissionsOf } from './document-permissions.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, hasMovedSince, readFacts, requireDocument, writeDocument } from './documents.ts'
import { deleteDraft, hasDraft, readDraft, refsWithDraft, writeDraft } from './draft-rows.ts'
import { resolveEdited } from './gone.ts'
import { resolveIdsIn, resolveRef } from './ids.ts'
import { deleteEntry, insertEntry, readEntries, readEntry, updateEntry } from './outbox-rows.ts'
import { isMend, mend } from './mend.ts'
import { isBefore } from './order-queue.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'
import { takeRowsBack } from './take-rows-back.ts'
import { writesOf } from './writes.ts'

/** See the contract's `drafts.put`; where nothing is typed that is the end of the draft (SY1). */
export function putDraft(context: StoreContext, input: CallInput<'drafts.put'>): CallOutput<'drafts.put'> {
  const { db, events, now } = context
  const ref = resolveEdited(db, input.ref, input.createdAt)
  const typed = input.typed ?? readDraft(db, ref)?.typed ?? []
  if (!readFacts(db, ref)) {
    const isEmpty = input.changes.length === 0 && typed.length === 0
    if (input.base === undefined || isEmpty) return { savedAt: null }
    // It was forgotten before this was typed into it, or before that was written.
    writeDocument(db, { ref, ...input.base, isNew: false, isGone: true, adjusted: [] })
  }
  const savedAt = now()
  const had = hasDraft(db, ref)
  writeDraft(db, ref, { changes: resolveIdsIn(db, input.changes), typed }, savedAt)
  if (had !== hasDraft(db, ref)) {
    events.changed(ref)
    events.outbox()
  }
  forgetIfGone(context, ref)
  return { savedAt }
}

/** Drops a draft, and a new document that has nothing else. */
export function discardDraft(context: StoreContext, input: CallInput<'drafts.discard'>): void {
  const { db, events } = context
  const ref = resolveRef(db, input.ref)
  if (deleteDraft(db, ref)) {
    events.changed(ref)
    events.outbox()
  }
  if (readEntries(db, ref).length === 0 && readFacts(db, ref)?.isNew) discardNewDocument(context, ref)
  else forgetIfGone(context, ref)
}

/** See the contract's `drafts.commit`. Throws `no-document`. */
export function commitDraft(
  context: StoreContext,
  input: CallInput<'drafts.commit'>,
): { key: string | null } {
  const { db, events } = context
  const ref = resolveEdited(db, input.ref, input.createdAt)
  const document = requireDocument(db, ref)
  const { mode, locale } = input
  const draft = readDraft(db, ref)
  const lost = draft?.lost ?? {}
  const had = deleteDraft(db, ref)
  // What is no value cannot be sent, and waits on as the draft.
  writeDraft(db, ref, { changes: [], typed: input.typed ?? draft?.typed ?? [] }, context.now())
  if (had || hasDraft(db, ref)) {
    events.changed(ref)
    events.outbox()
  }
  if (mode === 'delete' && document.isNew && !readEntries(db, ref).some(isUnderWay)) {
    discardNewDocument(context, ref)
    return { key: null }
  }
  const isNothing = input.changes.length === 0 && !hasOwnEffect(mode)
  if (isNothing && !mendsByPassword(context, document, mode)) {
    forgetIfGone(context, ref)
    return { key: null }
  }
  const changes = resolveIdsIn(db, input.changes)
  const { shown } = input
  const isMoved = hasOwnEffect(mode) && shown !== undefined && hasMovedSince(context, document, shown)
  const key = queueChanges(context, document, { mode, locale, changes, lost, isMoved })
  if (document.isNew) cutCycles(context, ref)
  return { key }
}

/**
 * Whether a commit without a change may mend the refused creation of a user: their password is no change, and nobody
 * commits a new user without one.
 */
function mendsByPassword(
  { db, site }: StoreContext,
  { ref, isNew }: StoredDocument,
  mode: WriteMode,
): boolean {
  const entity = isNew && mode !== 'autosave' ? site.entity(ref) : null
  return entity !== null && needsPassword(entity) && isMend(readEntries(db, ref), mode)
}

type ToQueue = {
  mode: WriteMode
  locale: string | null
  changes: Change[]
  lost: LostRows
  /** Why it is not to leave by itself. */
  parkedFor?: Problem
  /** Somebody else has written since a publish, an unpublish or a deletion was asked for: it asks (SY12). */
  isMoved?: boolean
}

/** Puts changes at the end of a document's queue, one entry per locale; the key of the last, null where none is needed. */
function queueChanges(
  context: StoreContext,
  document: StoredDocument,
  { mode, locale, changes: made, lost, parkedFor, isMoved = false }: ToQueue,
): string | null {
  const { db, events, site } = context
  const { ref } = document
  const entries = readEntries(db, ref)
  const schema = site.documentSchema(ref)
  const queued = queuedDocument(schema.fields, document.data, entries)
  const { adjusted } = document
  const rebased = rebaseChanges(schema, queued, made, { lost, adjusted, base: document.data })
  // What the site has no place for nobody has emptied (SY13).
  const conflicts = rebased.conflicts.filter((one) => hasPlace(context, ref, queued, one))
  let data = queued
  let { changes } = rebased
  const isCreate = document.isNew && entries.length === 0
  const isNothing = changes.length === 0 && !hasOwnEffect(mode) && !isCreate
  if (isNothing && !mendsByPassword(context, document, mode)) return null
  events.changed(ref)
  events.outbox()
  const isClear = rebased.conflicts.length === 0 && !document.isGone && !parkedFor && !isMoved
  // Beside what waits for the site the order is found first (see orderQueue, mendWithQueue).
  if (isClear && !entries.some(waitsForSite) && isMend(entries, mode)) {
    const key = mend(context, document, entries, { mode, locale, changes })
    forgetIfGone(context, ref)
    return key
  }
  if (!parkedFor) {
    const rest = takeRowsBack(context, document, entries, { mode, locale, changes })
    if (rest !== null) {
      ;({ data, changes } = rest)
      if (changes.length === 0 && !hasOwnEffect(mode)) return null
    }
  }
  const writes = writesOf(schema.fields, data, changes, mode, locale)
  let group = writes.length > 1 ? context.newId() : null
  let key: string | null = null
  let under = data
  for (const write of writes) {
    const own =
      conflicts.length === 0 ? [] : rebaseChanges(schema, under, write.changes, { adjusted }).conflicts
    const clashes = own.filter((one) => hasPlace(context, ref, queued, one))
    under = applyChanges(schema.fields, under, write.changes)
    const conflict = clashes.length > 0 ? problemOf('conflict', { conflicts: clashes }) : null
    const asks = isMoved && write.mode === mode ? problemOf('base-moved') : null
    const problem = conflict ?? parkedFor ?? (document.isGone ? problemOf('gone') : asks)
    key = queueWrite(context, document, { ...write, problem, group })
    // Where it joined an entry of another step, what follows belongs to that one.
    if (group !== null) group = readEntry(db, key)?.group ?? group
  }
  if (conflicts.length < rebased.conflicts.length) parkUnfit(context, document, { foreign: true })
  return key
}

/**
 * Queues drafts of what turned out to be one document (SY8). Whichever form is open holds one of them and would write
 * it over the other. What autosave does not send waits for a person: nobody has saved it.
 */
export function queueDrafts(context: StoreContext, ref: DocRef, drafts: readonly Draft[]): void {
  for (const { changes, lost } of drafts) {
    const document = requireDocument(context.db, ref)
    const entity = context.site.entity(ref)
    const autosaves = typeof entity?.versions?.autosaveInterval === 'number'
    const mode = autosaves ? 'autosave' : entity?.versions?.drafts ? 'draft' : 'save'
    queueChanges(context, document, {
      mode,
      locale: localeOf(context, changes),
      changes,
      lost,
      ...(!autosaves && { parkedFor: problemOf('second-draft') }),
    })
  }
  keepTyped(context, ref, drafts)
}

/** What is typed and is no value is no entry; of one input it is what was typed last. */
function keepTyped({ db, now }: StoreContext, ref: DocRef, drafts: readonly Draft[]): void {
  const all = drafts.flatMap(({ typed = [] }) => typed)
  const typed = [...new Map(all.map((one) => [cellKey(one), one])).values()]
  if (typed.length > 0) writeDraft(db, ref, { changes: [], typed }, now())
}

/** The locale that changes were made in last, else the site's own. */
function localeOf({ site }: StoreContext, changes: readonly Change[]): string | null {
  const edited = changes.findLast((change) => change.locale !== null)?.locale ?? null
  return edited ?? site.schema?.localization?.defaultLocale ?? null
}

/**
 * Queues what autosave would have queued: drafts that a form left behind because the program ended before their time
 * came (SY1). Drafts of documents without autosave stay; they wait for Save.
 */
export function commitLeftDrafts(context: StoreContext): void {
  const { site } = context
  cutAllCycles(context)
  for (const ref of refsWithDraft(context.db)) {
    const entity = site.entity(ref)
    if (typeof entity?.versions?.autosaveInterval !== 'number') continue
    // Whether all of it is valid only its form can tell.
    if (entity.versions.validatesDrafts) continue
    // A new file may be one of many that somebody has not looked at: Save sends them, and nothing else.
    const isFile = entity.kind === 'collection' && entity.upload !== false
    if ((isFile || isCreatedBySave(entity)) && readFacts(context.db, ref)?.isNew === true) continue
    // Nobody can be asked before the account is open.
    if (isRefused(permissionsOf(context, requireDocument(context.db, ref)), false)) continue
    const changes = readDraft(context.db, ref)?.changes ?? []
    if (changes.length === 0) continue
    commitDraft(context, { ref, locale: localeOf(context, changes), changes, mode: 'autosave' })
  }
}

type Write = {
  mode: WriteMode
  locale: string | null
  changes: Change[]
  problem: Problem | null
  group: string | null
}

/** The key of the entry that carries the write. */
function queueWrite(context: StoreContext, document: StoredDocument, write: Write): string {
  const entries = readEntries(context.db, document.ref)
  const isCreate = document.isNew && entries.length === 0
  return join(context, document, entries, write) ?? append(context, document, isCreate, write)
}

/** The key of the entry that took the changes in, or null where they need one of their own (SY3). */
function join(
  context: StoreContext,
  document: StoredDocument,
  entries: OutboxEntry[],
  write: Write,
): string | null {
  const at = entries.findLastIndex(isBefore(context, document, entries, write))
  const last = entries[at]
  if (!last) return null
  // What is typed on in a document that is gone is one with what is there already.
  const isBothGone = last.problem?.code === 'gone' && write.problem?.code === 'gone'
  if (write.problem && !isBothGone) return null
  const like = isBothGone ? { ...last, state: 'waiting' as const } : last
  if (context.prepared.has(last.key) || !coalescesWith(like, write)) return null
  const fields = context.site.fields(document.ref)
  const under = queuedDocument(fields, document.data, entries.slice(0, at))
  const { mode, changes } = coalesceInto(fields, under, like, write)
  if (changes.length === 0 && !hasOwnEffect(mode) && !last.create) deleteEntry(context.db, last.key)
  else store(context, document, { ...last, mode, changes, group: last.group ?? write.group })
  return last.key
}

function append(context: StoreContext, document: StoredDocument, create: boolean, write: Write): string {
  const key = context.newId()
  const time = context.now()
  const { mode, locale, changes, problem, group } = write
  const entry: OutboxEntry = {
    key,
    seq: 0,
    ref: document.ref,
    create,
    mode,
    locale,
    changes,
    state: problem ? 'parked' : 'waiting',
    problem,
    attempts: 0,
    createdAt: time,
    updatedAt: time,
    group,
    waitsFor: [],
  }
  insertEntry(context.db, withReferences(context, document, entry))
  return key
}

function store(context: StoreContext, document: StoredDocument, entry: OutboxEntry): void {
  updateEntry(context.db, { ...withReferences(context, document, entry), updatedAt: context.now() })
}
