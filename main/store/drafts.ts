import { applyChanges } from '../../shared/document/apply.ts'
import type { Change } from '../../shared/document/change.ts'
import { queuedDocument } from '../../shared/document/effective.ts'
import { rebaseChanges } from '../../shared/document/rebase.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { OutboxEntry, Problem, WriteMode } from '../../shared/sync/entry.ts'
import { coalesceInto, coalescesWith } from '../../shared/sync/queue.ts'
import { problemOf } from './problems.ts'
import { discardNewDocument } from './discard.ts'
import type { StoredDocument } from './documents.ts'
import { forgetIfGone, noDocument, readFacts, requireDocument } from './documents.ts'
import { deleteDraft, hasDraft, readDraft, refsWithDraft, writeDraft } from './draft-rows.ts'
import { resolveIdsIn, resolveRef } from './ids.ts'
import {
  deleteEntry,
  hasOwnEffect,
  insertEntry,
  isUnderWay,
  readEntries,
  readEntry,
  updateEntry,
} from './outbox-rows.ts'
import { isMend, mend } from './mend.ts'
import { withReferences } from './references.ts'
import type { StoreContext } from './store-context.ts'
import { writesOf } from './writes.ts'

/** Journals changes that are not queued yet; an empty list is the end of the draft (SY1). Throws `no-document`. */
export function putDraft(context: StoreContext, input: CallInput<'drafts.put'>): { savedAt: string } {
  const { db, events, now } = context
  const ref = resolveRef(db, input.ref)
  if (!readFacts(db, ref)) throw noDocument()
  const savedAt = now()
  const had = hasDraft(db, ref)
  if (input.changes.length === 0) deleteDraft(db, ref)
  else writeDraft(db, ref, resolveIdsIn(db, input.changes), savedAt)
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
  const { db, events, site } = context
  const ref = resolveRef(db, input.ref)
  const document = requireDocument(db, ref)
  const { mode, locale } = input
  const entries = readEntries(db, ref)
  const lost = readDraft(db, ref)?.lost ?? {}
  if (deleteDraft(db, ref)) {
    events.changed(ref)
    events.outbox()
  }
  if (mode === 'delete' && document.isNew && !entries.some(isUnderWay)) {
    discardNewDocument(context, ref)
    return { key: null }
  }
  if (input.changes.length === 0 && !hasOwnEffect(mode)) {
    forgetIfGone(context, ref)
    return { key: null }
  }
  const schema = site.documentSchema(ref)
  const data = queuedDocument(schema.fields, document.data, entries)
  const { adjusted } = document
  const made = resolveIdsIn(db, input.changes)
  const { changes, conflicts } = rebaseChanges(schema, data, made, { lost, adjusted })
  const isCreate = document.isNew && entries.length === 0
  if (changes.length === 0 && !hasOwnEffect(mode) && !isCreate) return { key: null }
  events.changed(ref)
  events.outbox()
  const isClear = conflicts.length === 0 && !document.isGone
  if (isClear && isMend(entries, mode)) {
    const key = mend(context, document, entries, { mode, locale, changes })
    forgetIfGone(context, ref)
    return { key }
  }
  const writes = writesOf(schema.fields, data, changes, mode, locale)
  let group = writes.length > 1 ? context.newId() : null
  let key: string | null = null
  let under = data
  for (const write of writes) {
    const own =
      conflicts.length === 0 ? [] : rebaseChanges(schema, under, write.changes, { adjusted }).conflicts
    under = applyChanges(schema.fields, under, write.changes)
    const conflict = own.length > 0 ? problemOf('conflict', { conflicts: own }) : null
    const problem = conflict ?? (document.isGone ? problemOf('gone') : null)
    key = queueWrite(context, document, { ...write, problem, group })
    // Where it joined an entry of another step, what follows belongs to that one.
    if (group !== null) group = readEntry(db, key)?.group ?? group
  }
  return { key }
}

/**
 * Queues what autosave would have queued: drafts that a form left behind because the program ended before their time
 * came (SY1). Drafts of documents without autosave stay; they wait for Save.
 */
export function commitLeftDrafts(context: StoreContext): void {
  const { site } = context
  for (const ref of refsWithDraft(context.db)) {
    if (typeof site.entity(ref)?.versions?.autosaveInterval !== 'number') continue
    const changes = readDraft(context.db, ref)?.changes ?? []
    const edited = changes.findLast((change) => change.locale !== null)?.locale ?? null
    const locale = edited ?? site.schema?.localization?.defaultLocale ?? null
    commitDraft(context, { ref, locale, changes, mode: 'autosave' })
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
  const last = entries.at(-1)
  if (!last || write.problem) return null
  if (context.prepared.has(last.key) || !coalescesWith(last, write)) return null
  const fields = context.site.fields(document.ref)
  const under = queuedDocument(fields, document.data, entries.slice(0, -1))
  const { mode, changes } = coalesceInto(fields, under, last, write)
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
