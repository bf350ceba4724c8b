import type { Field } from '../cms/schema-model.ts'
import { applyChanges } from '../document/apply.ts'
import type { Change, Conflict, LostRows } from '../document/change.ts'
import { coalesceChanges } from '../document/coalesce.ts'
import type { SavedDifference } from '../document/saved-difference.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { lostRows, rebaseChanges } from '../document/rebase.ts'
import type { ServerAdjusted } from '../document/server-adjusted.ts'
import type { JsonObject } from '../json.ts'
import { publishes, type DocState, type OutboxEntry, type Problem, type WriteMode } from './entry.ts'
import { findTempIds } from './replace-id.ts'
import { waitsForSite } from './ways-out.ts'

/** A write that is about to be queued. */
export type NextWrite = { mode: WriteMode; locale: string | null; changes: readonly Change[] }

/** The modes that only carry content: they do nothing where their changes are already applied. */
export function carriesContent(mode: WriteMode): boolean {
  return mode === 'save' || mode === 'draft' || mode === 'autosave'
}

/**
 * The mode of the last entry after a write joined it; null: the write is an entry of its own (SY3). Only unsent edits
 * of one kind and locale join; a publish takes along drafts, and nothing joins a publish or a deletion.
 */
function joinedMode(last: OutboxEntry, next: Pick<NextWrite, 'mode' | 'locale'>): WriteMode | null {
  if (last.state !== 'waiting' || last.locale !== next.locale || !carriesContent(last.mode)) return null
  if (publishes(next.mode)) return last.mode === 'save' ? null : next.mode
  if (!carriesContent(next.mode)) return null
  if (last.mode === next.mode) return last.mode
  if (last.mode === 'autosave' && next.mode === 'draft') return 'draft'
  // A write after an unsent creation becomes part of it; a version that a person asked for stays one.
  if (!last.create) return null
  return last.mode === 'save' || next.mode === 'save' ? 'save' : 'draft'
}

/** True if a write joins the last entry of its document instead of becoming an entry of its own (SY3). */
export function coalescesWith(last: OutboxEntry, next: Pick<NextWrite, 'mode' | 'locale'>): boolean {
  return joinedMode(last, next) !== null
}

/**
 * The mode and changes of an entry after a write joined it. Call it only if coalescesWith is true. `data`: the
 * document below the entry.
 */
export function coalesceInto(
  fields: Field[],
  data: JsonObject,
  last: OutboxEntry,
  next: NextWrite,
): { mode: WriteMode; changes: Change[] } {
  const changes = coalesceChanges(fields, data, last.changes, next.changes)
  return { mode: joinedMode(last, next) ?? last.mode, changes }
}

export type QueueRebase = {
  /** All entries that stay, in order; those that are being sent, or whose outcome is not known, untouched. */
  entries: OutboxEntry[]
  /** Keys of entries whose changes are all already applied and that have nothing else to do. */
  ended: string[]
}

export type QueueRebaseOptions = {
  /** The base was moved by somebody else. */
  foreign: boolean
  /** The base that the queue was made on. */
  before: JsonObject
  /** Values of own writes that the server has changed since, without an edit by somebody else. */
  adjusted: readonly ServerAdjusted[]
  /** Rows as they were when the queue was made on them, where `before` does not have them. */
  lost?: LostRows
}

/**
 * Puts a document's queue on top of a new base (SY5, SY12). An entry with a conflict parks; one that was parked for a
 * conflict that is no more waits again.
 */
export function rebaseQueue(
  schema: DocumentSchema,
  newBase: JsonObject,
  entries: readonly OutboxEntry[],
  options: QueueRebaseOptions,
): QueueRebase {
  const result: QueueRebase = { entries: [], ended: [] }
  let now = newBase
  let { before } = options
  for (const entry of entries) {
    const next = rebaseEntry(schema, now, before, entry, options)
    if (next === null) result.ended.push(entry.key)
    else result.entries.push(next)
    // An ended entry is in the base already, together with what others made of it.
    if (next !== null) now = applyChanges(schema.fields, now, next.changes)
    before = applyChanges(schema.fields, before, entry.changes)
  }
  return result
}

/** Rebases one entry on the data now below it; null: nothing is left to do. */
function rebaseEntry(
  schema: DocumentSchema,
  now: JsonObject,
  before: JsonObject,
  entry: OutboxEntry,
  { foreign, adjusted, lost: known = {} }: QueueRebaseOptions,
): OutboxEntry | null {
  if (entry.create || (entry.state !== 'waiting' && entry.state !== 'parked')) return entry
  // The changes of a broken entry are not known, so it is kept as it is.
  if (entry.problem?.code === 'broken') return entry
  // Fields that left the schema were not emptied by anybody: the entry is compared once the schema has them again.
  if (waitsForSite(entry)) return foreign ? withForeign(entry) : entry
  const lost = { ...known, ...lostRows(schema.fields, before, now, entry.changes) }
  const { changes, conflicts } = rebaseChanges(schema, now, entry.changes, { lost, adjusted })
  if (conflicts.length > 0) return { ...entry, changes, state: 'parked', problem: conflictProblem(conflicts) }
  if (carriesContent(entry.mode)) {
    if (changes.length === 0) return null
  } else if (foreign && entry.state === 'waiting') {
    return { ...entry, changes, state: 'parked', problem: plainProblem('base-moved') }
  }
  // The conflict is gone: they changed the value back, or to the same value.
  const healed = entry.state === 'parked' && entry.problem?.code === 'conflict'
  return healed ? { ...entry, changes, state: 'waiting', problem: null } : { ...entry, changes }
}

/**
 * Notes in an entry that waits for the schema that somebody else wrote the document: the value it will be compared with
 * may be theirs. A publish, or another entry with an effect of its own, is parked as `base-moved` instead.
 */
function withForeign(entry: OutboxEntry): OutboxEntry {
  if (!carriesContent(entry.mode)) return { ...entry, state: 'parked', problem: plainProblem('base-moved') }
  return { ...entry, problem: entry.problem && { ...entry.problem, foreign: true } }
}

function conflictProblem(conflicts: Conflict[]): Problem {
  return { ...plainProblem('conflict'), conflicts }
}

function plainProblem(code: Problem['code']): Problem {
  return { code, message: '', status: null, fields: [], conflicts: [] }
}

/** True if an entry is tried again by itself and keeps failing. */
export function isFailing({ state, problem }: Pick<OutboxEntry, 'state' | 'problem'>): boolean {
  return state !== 'parked' && problem !== null
}

/** The facts about a document that its entries do not tell. */
export type DocumentFacts = {
  hasDraft: boolean
  isNew: boolean
  isGone: boolean
  /** Values that the server stored differently, or did not save, and that no person has settled. */
  differences: readonly Pick<SavedDifference, 'result'>[]
}

/**
 * The one state line of a document (SY16). `entries`: its entries and moves. The most urgent state counts:
 * conflict, failed, failing, sending, waiting, draft, differs.
 */
export function documentState(
  entries: readonly Pick<OutboxEntry, 'state' | 'problem'>[],
  { hasDraft, isNew, isGone, differences }: DocumentFacts,
): DocState {
  const parked = entries.filter((entry) => entry.state === 'parked')
  const conflicts = parked.filter((entry) => entry.problem?.code === 'conflict')
  if (conflicts.length > 0) {
    return {
      kind: 'conflict',
      fields: conflicts.reduce((sum, entry) => sum + (entry.problem?.conflicts.length ?? 0), 0),
    }
  }
  const [failed] = parked
  if (failed !== undefined) return { kind: 'failed', problem: failed.problem ?? plainProblem('rejected') }
  const failing = entries.find(isFailing)?.problem
  if (failing) return { kind: 'failing', problem: failing }
  if (entries.some((entry) => entry.state === 'sending')) return { kind: 'sending' }
  if (entries.length > 0) return { kind: 'waiting', count: entries.length }
  if (isGone && hasDraft) return { kind: 'failed', problem: plainProblem('gone') }
  // A new document without entries exists on this computer only, even if no draft of it is journalled.
  if (hasDraft || isNew) return { kind: 'on-this-computer' }
  if (differences.length === 0) return { kind: 'saved' }
  const notSaved = differences.filter(({ result }) => result === 'not-saved').length
  return { kind: 'differs', changed: differences.length - notSaved, notSaved }
}

/** The temporary ids of other documents that these changes refer to (SY8). `ownId`: the document's own id. */
export function waitsFor(changes: readonly Change[], ownId?: string): string[] {
  return findTempIds(changes.map((item) => (item.kind === 'set' ? item.to : item.added))).filter(
    (id) => id !== ownId,
  )
}
