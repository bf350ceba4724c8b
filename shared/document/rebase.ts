import { fieldAtPath } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import type { FieldTypes } from '../fields/field-type.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { applyChange, applyChanges, applyPlain } from './apply.ts'
import type { Change, Conflict, RowsChange, SetChange } from './change.ts'
import { isIdle } from './coalesce.ts'
import { mergeIds, mergeValue } from './merge-value.ts'
import { getValue, joinPath, missingRow, rowIds, splitPath } from './path.ts'

export { coalesceChanges } from './coalesce.ts'
export { normaliseAfterOwnWrite, normalisedValues } from './normalise.ts'
export type { Normalised } from './normalise.ts'
export { resolveConflicts } from './resolve-conflicts.ts'

export type Rebased = {
  /** What remains to be done, in order; conflicting changes are among them as they were. */
  changes: Change[]
  conflicts: Conflict[]
  /** Changes that the data already holds. */
  cameTrue: Change[]
}

/** What one change came to. */
type Step = { change: Change | null; conflicts: Conflict[]; missing: string | null }

type Under = {
  types: FieldTypes
  fields: Field[]
  locale: string | null
  /** What is under the change now, earlier changes of the list included. */
  now: JsonObject
  /** The same as it was when the change was made; null where that is not known. */
  before: JsonObject | null
}

/**
 * Puts changes on top of data that may have changed under them (SY5, SY6). `data`: all locales, what is under them
 * now. `before`: what was under them when they were made, where it is known; only with it can an edit of a row that
 * these changes remove be seen.
 */
export function rebaseChanges(
  types: FieldTypes,
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
  before?: JsonObject,
): Rebased {
  const under: Under = { types, fields, locale, now: data, before: before ?? null }
  const result: Rebased = { changes: [], conflicts: [], cameTrue: [] }
  const lostRows = new Map<string, Change[]>()
  for (const change of changes) {
    const step = change.kind === 'set' ? rebaseSet(under, change) : rebaseRows(under, change)
    if (step.change === null) result.cameTrue.push(change)
    else {
      result.changes.push(step.change)
      under.now = applyChange(fields, under.now, step.change, locale)
    }
    if (under.before !== null) under.before = applyChange(fields, under.before, change, locale)
    result.conflicts.push(...step.conflicts)
    if (step.missing !== null) lostRows.set(step.missing, [...(lostRows.get(step.missing) ?? []), change])
  }
  for (const [path, inRow] of lostRows) result.conflicts.push(lostRow(under, before ?? null, path, inRow))
  return result
}

function rebaseSet(under: Under, change: SetChange): Step {
  const { types, fields, now, locale } = under
  const missing = missingRow(fields, now, change.path, locale)
  if (missing !== null) return { change, conflicts: [], missing }
  const current = getValue(fields, now, change.path, locale)
  if (sameJson(current, change.to)) return { change: null, conflicts: [], missing: null }
  if (sameJson(current, change.from)) return { change, conflicts: [], missing: null }
  const field = fieldAtPath(fields, change.path, now)
  const merged = mergeValue(
    types,
    field === null || field.rowId !== null ? null : field.field,
    change.from,
    change.to,
    current,
  )
  if (!merged.ok) {
    const conflict: Conflict = { path: change.path, base: change.from, mine: change.to, theirs: current }
    return { change, conflicts: [conflict], missing: null }
  }
  if (sameJson(merged.value, current)) return { change: null, conflicts: [], missing: null }
  return { change: { ...change, from: current, to: merged.value }, conflicts: [], missing: null }
}

function rebaseRows(under: Under, change: RowsChange): Step {
  const { fields, now, locale } = under
  const missing = missingRow(fields, now, change.path, locale)
  if (missing !== null) return { change, conflicts: [], missing }
  const current = rowIds(currentRows(under, change.path))
  const conflicts = rowConflicts(under, change, current)
  const known = new Set(change.from)
  const here = new Set(current)
  const can = (id: string): boolean => here.has(id) || (!known.has(id) && own(change.added, id) !== undefined)
  const to = mergeIds(change.from, change.to, current).filter(can)
  const added = Object.entries(change.added).filter(
    ([id]) => to.includes(id) && (known.has(id) || !here.has(id)),
  )
  if (conflicts.length > 0) return { change, conflicts, missing: null }
  const next: RowsChange = { ...change, from: current, to, added: Object.fromEntries(added) }
  if (isIdle(next)) return { change: null, conflicts, missing: null }
  return { change: next, conflicts, missing: null }
}

/** Rows that I removed or replaced and that they edited, or that I replaced and they removed. */
function rowConflicts(under: Under, change: RowsChange, current: readonly string[]): Conflict[] {
  const stays = new Set(change.to)
  const here = new Set(current)
  return change.from.flatMap((id) => {
    const content = own(change.added, id)
    const removed = !stays.has(id)
    if (!removed && content === undefined) return []
    const path = joinPath(change.path, id)
    const mine = removed ? null : (content ?? null)
    const base = under.before === null ? null : storedRow(under, under.before, path)
    const theirs = here.has(id) ? storedRow(under, under.now, path) : null
    if (theirs === null)
      return removed ? [] : [{ path, base: seen(under, base, path, 'before'), mine, theirs: null }]
    if (base === null || sameJson(base, theirs)) return []
    const shown = seen(under, theirs, path, 'now')
    if (sameJson(shown, mine)) return []
    return [{ path, base: seen(under, base, path, 'before'), mine, theirs: shown }]
  })
}

function currentRows(under: Under, path: string): Json {
  return getValue(under.fields, under.now, path, under.locale)
}

/** A row with all its locales, as far as they are told apart: to see whether anything in it was edited. */
function storedRow(under: Under, data: JsonObject, path: string): Json | null {
  const inOne = getValue(under.fields, data, path, under.locale)
  if (!isPlainJson(inOne)) return null
  return rawRow(data, path) ?? inOne
}

/** The row as it is stored, found by its id wherever its list is kept. */
function rawRow(data: JsonObject, path: string): Json | null {
  const id = path.slice(path.lastIndexOf('.') + 1)
  const find = (value: Json): Json | null => {
    if (typeof value !== 'object' || value === null) return null
    if (isPlainJson(value) && own(value, 'id') === id) return value
    for (const child of Object.values(value)) {
      const found = find(child)
      if (found !== null) return found
    }
    return null
  }
  const [top = ''] = path.split('.')
  return find(own(data, top) ?? null)
}

function seen(under: Under, stored: Json | null, path: string, when: 'before' | 'now'): Json {
  const data = when === 'before' ? under.before : under.now
  return stored === null || data === null ? null : getValue(under.fields, data, path, under.locale)
}

/** They removed a row that I edited: one conflict for the row, with my version of it whole. */
function lostRow(
  under: Under,
  before: JsonObject | null,
  path: string,
  changes: readonly Change[],
): Conflict {
  const base = before === null ? null : getValue(under.fields, before, path, under.locale)
  if (before !== null && isPlainJson(base)) {
    const edited = applyChanges(under.fields, before, changes, under.locale)
    return { path, base, mine: getValue(under.fields, edited, path, under.locale), theirs: null }
  }
  const id = path.slice(path.lastIndexOf('.') + 1)
  const below = (change: Change): string[] => splitPath(change.path.slice(path.length + 1))
  const mine = changes.reduce<Json>((row, change) => applyPlain(row, below(change), change), { id })
  return { path, base: null, mine, theirs: null }
}
