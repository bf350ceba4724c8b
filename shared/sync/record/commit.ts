import { writesOf } from './writes-of.ts'
import { applyChanges } from '../../document/apply.ts'
import type { Change, LostRows } from '../../document/change.ts'
import { queuedDocument } from '../../document/effective.ts'
import { rebaseChanges } from '../../document/rebase.ts'
import type { TypedInput } from '../../document/typed-input.ts'
import { hasOwnEffect, isUnderWay, problemOf } from '../entry.ts'
import type { OutboxEntry, Problem, RestoredVersion, WriteMode } from '../entry.ts'
import { coalesceInto, coalescesWith } from '../queue.ts'
import { waitsForSite } from '../ways-out.ts'
import { isMadeWithPassword, replaceEntry } from './document-record.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'
import { hasPlace, parkUnfit } from './keep-unfit.ts'
import { isMend, mend } from './mend.ts'
import { leavesBefore } from './order.ts'
import { takeRowsBack } from './take-rows-back.ts'
import { cellKey } from '../../document/change.ts'
import type { Draft } from '../../ipc.ts'
import { sameJson } from '../../json.ts'

export type Commit = {
  mode: WriteMode
  locale: string | null
  changes: Change[]
  /** Input that is no value yet: it cannot be sent and stays in the draft. Absent: the input that the draft has. */
  typed?: readonly TypedInput[] | undefined
  /**
   * Somebody else has written the document since the publish, unpublish or deletion was asked for: it parks (SY12).
   */
  isMoved?: boolean
  /** The draft is that of another form, and none of it is committed. */
  keepsDraft?: boolean
}

/**
 * Commits edits to the queue (SY3). `key`: of the last entry that carries them, null if none is needed. `record`
 * null: a document that was only here was deleted, and nothing is left.
 */
export function commit(
  before: DocumentRecord,
  { typed, keepsDraft = false, ...write }: Commit,
  site: RecordSite,
): { record: DocumentRecord | null; key: string | null } {
  const { draft, base, entries } = before
  const { mode } = write
  const lost = draft?.lost ?? {}
  const left = { changes: [], typed: typed ?? draft?.typed ?? [] }
  const record = { ...before, draft: keepsDraft ? draft : withFormContent(null, left, site.now) }
  if (mode === 'delete' && base.isNew && !entries.some(isUnderWay)) return { record: null, key: null }
  // A person may save a new document without any input; the server fills it.
  const isEmptyCreation = base.isNew && entries.length === 0 && mode === 'save'
  const isNothing = write.changes.length === 0 && !hasOwnEffect(mode) && !isEmptyCreation
  if (isNothing && !mendsByPassword(record, mode, site)) return { record, key: null }
  return queueChanges(record, { ...write, lost }, site)
}

/**
 * True if a commit without changes may mend the refused creation of a user: a password is no change, and nobody
 * commits a new user without one.
 */
function mendsByPassword(record: DocumentRecord, mode: WriteMode, site: RecordSite): boolean {
  return mode !== 'autosave' && isMadeWithPassword(record, site) && isMend(record.entries, mode)
}

type ToQueue = Omit<Commit, 'typed' | 'keepsDraft'> & {
  lost: LostRows
  /** The problem that parks the entry from the start. */
  parkedFor?: Problem
}

/** Appends changes to the queue, one entry per locale; returns the last key, null if no entry is needed. */
export function queueChanges(
  record: DocumentRecord,
  { mode, locale, changes: made, lost, parkedFor, isMoved = false }: ToQueue,
  site: RecordSite,
): { record: DocumentRecord; key: string | null } {
  const { base, entries } = record
  const { schema } = site
  const queued = queuedDocument(schema.fields, base.data, entries)
  const { adjusted } = base
  const rebased = rebaseChanges(schema, queued, made, { lost, adjusted, base: base.data })
  // Fields that left the schema were not emptied by anybody, so they are no conflict (SY13).
  const conflicts = rebased.conflicts.filter((one) => hasPlace(queued, one, site))
  const isCreate = base.isNew && entries.length === 0
  const isNothing = rebased.changes.length === 0 && !hasOwnEffect(mode) && !isCreate
  if (isNothing && !mendsByPassword(record, mode, site)) return { record, key: null }
  const isClear = rebased.conflicts.length === 0 && !base.isGone && !parkedFor && !isMoved
  // With entries that wait for the schema, the order is decided first (see orderEntries, mendWithQueue).
  if (isClear && !entries.some(waitsForSite) && isMend(entries, mode))
    return mend(record, { mode, locale, changes: rebased.changes }, site)

  const back = parkedFor ? null : takeRowsBack(record, { mode, locale, changes: rebased.changes }, site)
  const { data, changes } = back ?? { data: queued, changes: rebased.changes }
  let next = back?.record ?? record
  if (back !== null && changes.length === 0 && !hasOwnEffect(mode)) return { record: next, key: null }
  const writes = writesOf(schema.fields, data, changes, mode, locale)
  let group = writes.length > 1 ? site.newId() : null
  let key: string | null = null
  let under = data
  for (const write of writes) {
    const own =
      conflicts.length === 0 ? [] : rebaseChanges(schema, under, write.changes, { adjusted }).conflicts
    const clashes = own.filter((one) => hasPlace(queued, one, site))
    under = applyChanges(schema.fields, under, write.changes)
    const conflict = clashes.length > 0 ? problemOf('conflict', { conflicts: clashes }) : null
    const asks = isMoved && write.mode === mode ? problemOf('base-moved') : null
    const problem = conflict ?? parkedFor ?? (base.isGone ? problemOf('gone') : asks)
    const queuedWrite = queueWrite(next, { ...write, problem, group }, site)
    next = queuedWrite.record
    // The key is null if the write undid all of an entry.
    if (next.entries.includes(queuedWrite.entry)) key = queuedWrite.entry.key
    // If the write joined an entry of another step, the following writes belong to that step.
    if (group !== null) group = queuedWrite.entry.group ?? group
  }
  if (conflicts.length < rebased.conflicts.length) next = parkUnfit(next, site, { foreign: true })
  return { record: next, key }
}

type Write = Pick<OutboxEntry, 'mode' | 'locale' | 'changes' | 'problem' | 'group' | 'restores'>

/** Queues one write. Returns the entry that carries it, which may have ended by it. */
function queueWrite(
  record: DocumentRecord,
  write: Write,
  site: RecordSite,
): { record: DocumentRecord; entry: OutboxEntry } {
  return join(record, write, site) ?? append(record, write, site)
}

/** Merges the write into the last entry before it; null if the changes need an entry of their own (SY3). */
function join(record: DocumentRecord, write: Write, site: RecordSite): ReturnType<typeof queueWrite> | null {
  const { base, entries } = record
  const at = entries.findLastIndex(leavesBefore(record, write, site))
  const last = entries[at]
  if (!last) return null
  // Edits of a document that is gone join the entry that is parked for the same reason.
  const isBothGone = last.problem?.code === 'gone' && write.problem?.code === 'gone'
  if (write.problem && !isBothGone) return null
  const like = isBothGone ? { ...last, state: 'waiting' as const } : last
  if (site.isPrepared(last.key) || !coalescesWith(like, write)) return null
  const { fields } = site.schema
  const under = queuedDocument(fields, base.data, entries.slice(0, at))
  const { mode, changes } = coalesceInto(fields, under, like, write)
  const isOver = changes.length === 0 && !hasOwnEffect(mode) && !last.create
  if (isOver) return { record: replaceEntry(record, last.key, []), entry: { ...last, group: write.group } }
  const entry = { ...last, mode, changes, group: last.group ?? write.group }
  return { record: replaceEntry(record, last.key, [entry]), entry }
}

/** Appends a write to the queue as an entry of its own. */
function append(record: DocumentRecord, write: Write, site: RecordSite): ReturnType<typeof queueWrite> {
  const { base, entries } = record
  const entry: OutboxEntry = {
    key: site.newId(),
    seq: 0,
    ref: base.ref,
    create: base.isNew && entries.length === 0,
    ...write,
    state: write.problem ? 'parked' : 'waiting',
    attempts: 0,
    createdAt: site.now,
    updatedAt: site.now,
    waitsFor: [],
  }
  return { record: { ...record, entries: [...entries, entry] }, entry }
}

/**
 * Queues drafts that turned out to be of one document (SY8), as an open form would overwrite the other one. Without
 * autosave they are parked, since nobody has saved them.
 */
export function queueDrafts(
  before: DocumentRecord,
  drafts: readonly Draft[],
  site: RecordSite,
): DocumentRecord {
  const { entity, localization, now } = site
  const autosaves = typeof entity?.versions?.autosaveInterval === 'number'
  const mode = autosaves ? 'autosave' : entity?.versions?.drafts ? 'draft' : 'save'
  const queued = drafts.reduce((record, { changes, lost }) => {
    const locale = lastLocale(changes) ?? localization?.defaultLocale ?? null
    const parkedFor = autosaves ? {} : { parkedFor: problemOf('second-draft') }
    return queueChanges(record, { mode, locale, changes, lost, ...parkedFor }, site).record
  }, before)
  // Input that is no value yet is in no entry; of one field the latest input counts.
  const all = drafts.flatMap(({ typed = [] }) => typed)
  const typed = [...new Map(all.map((one) => [cellKey(one), one])).values()]
  if (typed.length === 0) return queued
  return { ...queued, draft: withFormContent(queued.draft, { changes: [], typed }, now) }
}

/** The locale of the last change that has one. */
export function lastLocale(changes: readonly Change[]): string | null {
  return changes.findLast((change) => change.locale !== null)?.locale ?? null
}

/** The content of a form: edits, and input that is no value yet. */
export type FormContent = { changes: readonly Change[]; typed: readonly TypedInput[] }

/** The draft that a form leaves; null if it has no content. Lost rows stay in it (DM3). */
export function withFormContent(
  draft: Draft | null,
  { changes, typed }: FormContent,
  savedAt: string,
): Draft | null {
  if (changes.length === 0 && typed.length === 0) return null
  return {
    changes: [...changes],
    lost: draft?.lost ?? {},
    ...(typed.length > 0 && { typed: [...typed] }),
    savedAt,
  }
}

/**
 * Queues a restore behind all unsent edits, the draft included: the version replaces them. Null: an entry is
 * parked or failing, or the document is not on the server. `locale`: the current one.
 */
export function restore(
  before: DocumentRecord,
  { restores, locale }: { restores: RestoredVersion; locale: string | null },
  site: RecordSite,
): { record: DocumentRecord; key: string } | null {
  // Asking again for the same version before the first request is done does not restore it twice.
  const last = before.entries.at(-1)
  if (before.draft === null && last !== undefined && sameJson(last.restores ?? null, restores))
    return { record: before, key: last.key }
  const mode = site.entity?.versions?.drafts ? 'draft' : 'save'
  const { record } = commit(before, { mode, locale, changes: before.draft?.changes ?? [] }, site)
  if (record === null || record.base.isNew || record.base.isGone) return null
  if (record.entries.some(({ state, problem }) => state === 'parked' || problem !== null)) return null
  const queued = append(
    record,
    { mode: 'restore', locale: null, changes: [], restores, problem: null, group: null },
    site,
  )
  return { record: queued.record, key: queued.entry.key }
}
