import type { Field } from '../cms/schema-model.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import { applyChanges } from '../document/apply.ts'
import type { Change, Conflict, RowsChange } from '../document/change.ts'
import { getValue, joinPath } from '../document/path.ts'
import { coalesceChanges, rebaseChanges } from '../document/rebase.ts'
import { sameJson } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { DocState, OutboxEntry, Problem, WriteMode } from './entry.ts'
import { findTempIds } from './replace-id.ts'

/** What is about to be queued. */
export type NextWrite = { mode: WriteMode; locale: string | null; changes: readonly Change[] }

/** The modes that only carry content: they do nothing where their changes have come true already. */
function carriesContent(mode: WriteMode): boolean {
  return mode === 'save' || mode === 'draft' || mode === 'autosave'
}

/**
 * The mode of the last entry after a write joined it; null: the write is an entry of its own (SY3). Only unsent
 * edits of the same kind and locale join. A publish takes along the drafts that wait before it, and nothing joins
 * a publish, an unpublish or a deletion.
 */
function joinedMode(last: OutboxEntry, next: Pick<NextWrite, 'mode' | 'locale'>): WriteMode | null {
  if (last.state !== 'waiting' || last.locale !== next.locale || !carriesContent(last.mode)) return null
  if (next.mode === 'publish') return last.mode === 'save' ? null : 'publish'
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

/** What the entry is after the write joined it; only where coalescesWith said so. */
export function coalesceInto(
  last: OutboxEntry,
  next: NextWrite,
): { mode: WriteMode; changes: Change[]; waitsFor: string[] } {
  const changes = coalesceChanges(last.changes, next.changes)
  const own = last.ref.kind === 'collection' ? last.ref.id : undefined
  return { mode: joinedMode(last, next) ?? last.mode, changes, waitsFor: waitsFor(changes, own) }
}

export type QueueRebase = {
  /** All entries that stay, in order; those that are being sent, or whose outcome is not known, untouched. */
  entries: OutboxEntry[]
  /** Keys of entries whose changes have all come true and that have nothing else to do. */
  ended: string[]
}

/**
 * Puts a document's queue on top of a new base (SY5, SY12). `foreign`: the base was moved by somebody else.
 * `oldBase`: what was under the queue before; needed to see that they edited a row that the queue removes.
 * An entry with a conflict parks; one that was parked for a conflict that is no more waits again.
 */
export function rebaseQueue(
  types: FieldTypes,
  fields: Field[],
  newBase: JsonObject,
  entries: readonly OutboxEntry[],
  options: { foreign: boolean; oldBase?: JsonObject },
): QueueRebase {
  const result: QueueRebase = { entries: [], ended: [] }
  let now = newBase
  let before = options.foreign ? options.oldBase : undefined
  for (const entry of entries) {
    const next = rebaseEntry(types, fields, now, before, entry, options.foreign)
    if (next === null) result.ended.push(entry.key)
    else result.entries.push(next)
    now = applyChanges(fields, now, (next ?? entry).changes, entry.locale)
    if (before !== undefined) before = applyChanges(fields, before, entry.changes, entry.locale)
  }
  return result
}

/** The entry over what is under it now; null: there is nothing left to do. */
function rebaseEntry(
  types: FieldTypes,
  fields: Field[],
  now: JsonObject,
  before: JsonObject | undefined,
  entry: OutboxEntry,
  foreign: boolean,
): OutboxEntry | null {
  if (entry.create || (entry.state !== 'waiting' && entry.state !== 'parked')) return entry
  const { changes, conflicts: found } = rebaseChanges(types, fields, now, entry.changes, entry.locale, before)
  const known = entry.problem?.code === 'conflict' ? entry.problem.conflicts : []
  const conflicts = [...withKnown(found, known), ...standing(fields, now, entry, changes, found, known)]
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

/**
 * A conflict that stood before keeps what it knows: the row that is gone, and what the row was before either side
 * touched it. One that is as it was then is none any more.
 */
function withKnown(conflicts: readonly Conflict[], known: readonly Conflict[]): Conflict[] {
  return conflicts.flatMap((conflict) => {
    const old = known.find((item) => item.path === conflict.path)
    if (old === undefined) return [conflict]
    if (conflict.theirs === null && old.theirs === null) return [old]
    return sameJson(conflict.theirs, old.base) ? [] : [{ ...conflict, base: old.base }]
  })
}

/**
 * Conflicts over rows that these changes remove or replace and that they edited. The changes do not hold what such a
 * row was like, so these conflicts stand until a person settles them, the row goes, or it is as it was again.
 */
function standing(
  fields: Field[],
  now: JsonObject,
  entry: OutboxEntry,
  changes: readonly Change[],
  found: readonly Conflict[],
  known: readonly Conflict[],
): Conflict[] {
  return known.flatMap((conflict) => {
    if (conflict.theirs === null || found.some((item) => item.path === conflict.path)) return []
    const ofRow = changes.some((change) => change.kind === 'rows' && touchesRow(change, conflict.path))
    if (!ofRow) return []
    const theirs = getValue(fields, now, conflict.path, entry.locale)
    const settled = theirs === null || sameJson(theirs, conflict.mine) || sameJson(theirs, conflict.base)
    return settled ? [] : [{ ...conflict, theirs }]
  })
}

/** Whether the change removes or replaces the row at that path. */
function touchesRow(change: RowsChange, path: string): boolean {
  return change.from.some(
    (id) =>
      joinPath(change.path, id) === path && (!change.to.includes(id) || Object.hasOwn(change.added, id)),
  )
}

function conflictProblem(conflicts: Conflict[]): Problem {
  return { ...plainProblem('conflict'), conflicts }
}

function plainProblem(code: Problem['code']): Problem {
  return { code, message: '', status: null, fields: [], conflicts: [] }
}

/** The one state line of a document (SY16), the most urgent first: conflict, failed, sending, waiting, draft. */
export function documentState(entries: readonly OutboxEntry[], hasDraft: boolean, isNew: boolean): DocState {
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
  if (entries.some((entry) => entry.state === 'sending')) return { kind: 'sending' }
  if (entries.length > 0) return { kind: 'waiting', count: entries.length }
  // A new document that nothing is queued of is nowhere but here, whether or not a draft of it is journalled.
  return hasDraft || isNew ? { kind: 'on-this-computer' } : { kind: 'saved' }
}

/** The temporary ids of other documents that these changes refer to (SY8). `ownId`: the document's own id. */
export function waitsFor(changes: readonly Change[], ownId?: string): string[] {
  return findTempIds(changes.map((item) => (item.kind === 'set' ? item.to : item.added))).filter(
    (id) => id !== ownId,
  )
}
