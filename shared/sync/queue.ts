import type { Field } from '../cms/schema-model.ts'
import { applyChanges } from '../document/apply.ts'
import type { Change, Conflict, LostRows } from '../document/change.ts'
import { coalesceChanges } from '../document/coalesce.ts'
import type { SavedDifference } from '../document/compare-saved.ts'
import type { DocumentSchema } from '../document/document-schema.ts'
import { lostRows, rebaseChanges } from '../document/rebase.ts'
import type { ServerAdjusted } from '../document/server-adjusted.ts'
import type { JsonObject } from '../json.ts'
import { publishes, type DocState, type OutboxEntry, type Problem, type WriteMode } from './entry.ts'
import { findTempIds } from './replace-id.ts'
import { waitsForSite } from './ways-out.ts'

/** What is about to be queued. */
export type NextWrite = { mode: WriteMode; locale: string | null; changes: readonly Change[] }

/** The modes that only carry content: they do nothing where their changes are already applied. */
export function carriesContent(mode: WriteMode): boolean {
  return mode === 'save' || mode === 'draft' || mode === 'autosave'
}

/**
 * The mode of the last entry after a write joined it; null: the write is an entry of its own (SY3). Only unsent
 * edits of the same kind and locale join. A publish takes along the drafts that wait before it, and nothing joins
 * a publish, an unpublish or a deletion.
 */
function joinedMode(last: OutboxEntry, next: Pick<NextWrite, 'mode' | 'locale'>): WriteMode | null {
  if (last.state !== 'waiting' || last.locale !== next.locale || !carriesContent(last.mode)) return null
  if (publishes(next.mode)) return last.mode === 'save' ? null : next.mode
  if (!carriesContent(next.mode)) return null
  if (last.mode === next.mode) return last.mode
  if (last.mode === 'autosave' && next.mode === 'draft') return 'draft'
  // What comes after a creation that has not left belongs to it; a version that was asked for stays one.
  if (!last.create) return null
  return last.mode === 'save' || next.mode === 'save' ? 'save' : 'draft'
}

/** Whether a write joins the last entry of its document instead of becoming one of its own (SY3). */
export function coalescesWith(last: OutboxEntry, next: Pick<NextWrite, 'mode' | 'locale'>): boolean {
  return joinedMode(last, next) !== null
}

/** What the entry is after the write joined it; only where coalescesWith said so. `data`: what lies under the entry. */
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
  /** What was under the queue before. */
  before: JsonObject
  /** Own values that are other ones by now without anybody else's doing. */
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
    // One that ended is in the base already, together with what others made of it.
    if (next !== null) now = applyChanges(schema.fields, now, next.changes)
    before = applyChanges(schema.fields, before, entry.changes)
  }
  return result
}

/** The entry over what is under it now; null: there is nothing left to do. */
function rebaseEntry(
  schema: DocumentSchema,
  now: JsonObject,
  before: JsonObject,
  entry: OutboxEntry,
  { foreign, adjusted, lost: known = {} }: QueueRebaseOptions,
): OutboxEntry | null {
  if (entry.create || (entry.state !== 'waiting' && entry.state !== 'parked')) return entry
  // What it would do is not known: it is kept as it is.
  if (entry.problem?.code === 'broken') return entry
  // What the site does not have nobody has emptied: it is measured when the site has it again.
  if (waitsForSite(entry)) return foreign ? withForeign(entry) : entry
  const lost = { ...known, ...lostRows(schema.fields, before, now, entry.changes) }
  const { changes, conflicts } = rebaseChanges(schema, now, entry.changes, { lost, adjusted })
  if (conflicts.length > 0) return { ...entry, changes, state: 'parked', problem: conflictProblem(conflicts) }
  if (carriesContent(entry.mode)) {
    if (changes.length === 0) return null
  } else if (foreign && entry.state === 'waiting') {
    return { ...entry, changes, state: 'parked', problem: plainProblem('base-moved') }
  }
  // Its conflict went away by itself: they changed it back, or to the same.
  const healed = entry.state === 'parked' && entry.problem?.code === 'conflict'
  return healed ? { ...entry, changes, state: 'waiting', problem: null } : { ...entry, changes }
}

/** What waits for the site, once somebody else has written the document: what it is measured on may be theirs. */
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

/** Whether an entry is tried again by itself and has kept failing. */
export function isFailing({ state, problem }: Pick<OutboxEntry, 'state' | 'problem'>): boolean {
  return state !== 'parked' && problem !== null
}

/** What is to be known of a document besides its entries. */
export type DocumentFacts = {
  hasDraft: boolean
  isNew: boolean
  isGone: boolean
  /** What the server did not save as it was sent, and nobody has settled. */
  differences: readonly Pick<SavedDifference, 'result'>[]
}

/**
 * The one state line of a document (SY16), of its entries and moves, the most urgent first: conflict, failed, failing, sending, waiting, draft,
 * differs.
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
  // A new document that nothing is queued of is nowhere but here, whether or not a draft of it is journalled.
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
