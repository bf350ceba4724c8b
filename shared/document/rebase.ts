import { isRows, rowFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { FILE_FIELD, haveFile, readPendingFile } from '../fields/file/pending-file.ts'
import { isPartOfAnother, serverFileOf } from '../fields/file/server-file.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { applyChange, applyChanges, currentValue } from './apply.ts'
import type { Change, Conflict, LostRows, RowsChange, SetChange } from './change.ts'
import { coalesceChanges, isIdle } from './coalesce.ts'
import { changesBetween } from './diff.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { mergeIds, putBack } from './merge-ids.ts'
import { mergeValue } from './merge-value.ts'
import { cellLocale, fieldNodeAt, getStored, joinPath, missingRow, parentPath } from './path.ts'
import { partialRow } from './partial-row.ts'
import { findRow, rowIds } from './row-index.ts'
import { isAdjusted, isSameRow } from './server-adjusted.ts'
import type { ServerAdjusted } from './server-adjusted.ts'

export type RebaseOptions = {
  lost?: LostRows
  adjusted?: readonly ServerAdjusted[]
  /** The server's document, if entries lie between it and the changes. */
  base?: JsonObject
}

export type Rebased = {
  /** The remaining changes, in order, including those in conflict, with my value. */
  changes: Change[]
  conflicts: Conflict[]
  /** Changes that the data already holds. */
  alreadyApplied: Change[]
}

type Under = {
  schema: DocumentSchema
  /** The document below the change, earlier changes of the list included. */
  now: JsonObject
  adjusted: readonly ServerAdjusted[]
  base: JsonObject
}

/** The result of rebasing one change. */
type Step = { change: Change | null; conflicts: Conflict[] }

/**
 * Rebases changes on data that may have changed below them (SY5, SY6, DM3). They are coalesced first, so that only
 * their result is compared with theirs. `data`: all locales, now below the changes.
 */
export function rebaseChanges(
  schema: DocumentSchema,
  data: JsonObject,
  changes: readonly Change[],
  { lost = {}, adjusted = [], base = data }: RebaseOptions = {},
): Rebased {
  const { fields } = schema
  const possible = revivals(fields, data, changes, lost)
  const made = coalesceChanges(fields, applyChanges(fields, data, possible), [], changes)
  const back = possible.length === 0 ? possible : revivals(fields, data, made, lost)
  const under: Under = { schema, now: applyChanges(fields, data, back), adjusted, base }
  const result: Rebased = { changes: [], conflicts: [], alreadyApplied: [] }
  const partly = new Map<string, Change[]>()
  for (const change of made.flatMap((item) => [item, ...editsOfReturned(fields, under.now, item, lost)])) {
    const missing = missingRow(fields, under.now, change.path, change.locale)
    if (missing !== null) {
      result.changes.push(change)
      partly.set(missing, [...(partly.get(missing) ?? []), change])
      continue
    }
    const step =
      change.kind === 'set' ? rebaseSet(under, withServersFile(under, change)) : rebaseRows(under, change)
    for (const conflict of step.conflicts) result.conflicts.push(conflict)
    if (step.change === null) {
      result.alreadyApplied.push(change)
      continue
    }
    result.changes.push(step.change)
    under.now = applyChange(fields, under.now, step.change)
  }
  if (back.length > 0) result.changes = coalesceChanges(fields, data, back, result.changes)
  for (const conflict of result.changes.flatMap(revivalConflicts)) result.conflicts.push(conflict)
  for (const [path, inRow] of partly) result.conflicts.push(partlyKnown(under, path, inRow))
  return result
}

/** The edits made here in rows that were removed and exist again. */
function editsOfReturned(fields: Field[], data: JsonObject, change: Change, lost: LostRows): Change[] {
  if (change.kind === 'set') return []
  const { path, locale, added, revived = {} } = change
  const list = fieldNodeAt(fields, data, path, locale)
  const stored = getStored(fields, data, path, locale)
  return Object.entries(added).flatMap(([id, mine]) => {
    const was = own(revived, id) ?? own(lost, joinPath(path, id))?.row
    if (was === undefined || findRow(stored, id) === undefined || list === null || !isRows(list)) return []
    return changesBetween(rowFields(list, was) ?? [], was, mine, { path: joinPath(path, id), locale })
  })
}

/** Restores removed rows that the changes edit, if their content is known. */
function revivals(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  lost: LostRows,
): RowsChange[] {
  let now = data
  // Outer rows come first: an inner row goes back into the row around it.
  const outerFirst = Object.entries(lost).toSorted(([a], [b]) => a.length - b.length)
  return outerFirst.flatMap(([path, { locale, row, after }]) => {
    const { parent, name: id } = parentPath(path)
    const isInRow = (change: Change): boolean =>
      change.path.startsWith(`${path}.`) && (locale === null || change.locale === locale)
    if (!changes.some(isInRow)) return []
    if (missingRow(fields, now, path, locale) !== path) return []
    const from = rowIds(getStored(fields, now, parent, locale))
    const contents = { [id]: row }
    const revival: RowsChange = {
      kind: 'rows',
      locale,
      path: parent,
      from,
      to: insertAfter(from, id, placeOf(from, after, parent, lost)),
      added: contents,
      removed: {},
      revived: contents,
    }
    now = applyChange(fields, now, revival)
    return [revival]
  })
}

/** The row that a lost row follows; if the row it follows is lost, too, the row before that. */
function placeOf(
  ids: readonly string[],
  after: string | null | undefined,
  list: string,
  lost: LostRows,
): string | null | undefined {
  const seen = new Set<string>()
  let place = after
  while (typeof place === 'string' && !ids.includes(place) && !seen.has(place)) {
    seen.add(place)
    place = own(lost, joinPath(list, place))?.after
  }
  return place
}

/** Inserts an id after another, as the first (null), or at the end if the other is unknown or missing. */
function insertAfter(ids: readonly string[], id: string, after: string | null | undefined): string[] {
  const at = after === null ? 0 : after === undefined ? -1 : ids.indexOf(after) + 1
  return at <= 0 && after !== null ? [...ids, id] : ids.toSpliced(at, 0, id)
}

/** Discarding a pending file keeps the server's present file: no edit restores an earlier one. */
function withServersFile({ schema, now }: Under, change: SetChange): SetChange {
  const isFile = change.path === FILE_FIELD && haveFile(schema.fields)
  return isFile && readPendingFile(change.to) === null ? { ...change, to: serverFileOf(now) } : change
}

function rebaseSet(under: Under, change: SetChange): Step {
  const { schema, now, adjusted } = under
  const current = currentValue(schema.fields, now, change)
  const file = change.path === FILE_FIELD && haveFile(schema.fields) ? readPendingFile(change.to) : null
  const isOwn = isAdjusted(adjusted, change, change.from, current) && !isPartOfAnother(file, now)
  const from = isOwn ? current : change.from
  const node = fieldNodeAt(schema.fields, now, change.path, change.locale)
  if (sameJson(current, change.to)) return { change: null, conflicts: [] }
  if (sameJson(current, from)) return { change: { ...change, from: current }, conflicts: [] }
  const merged = mergeValue(schema.types, node, from, change.to, current)
  if (!merged.ok) {
    const { locale, path, to } = change
    return { change, conflicts: [{ locale, path, base: from, mine: to, theirs: current }] }
  }
  if (sameJson(merged.value, current)) return { change: null, conflicts: [] }
  return { change: { ...change, from: current, to: merged.value }, conflicts: [] }
}

function rebaseRows(under: Under, change: RowsChange): Step {
  const { fields } = under.schema
  const stored = getStored(fields, under.now, change.path, change.locale)
  const current = rowIds(stored)
  const here = new Set(current)
  const known = new Set(change.from)
  const can = (id: string): boolean => here.has(id) || (!known.has(id) && own(change.added, id) !== undefined)
  // A row that they restored themselves keeps their position.
  const wanted = change.to.filter((id) => !here.has(id) || own(change.revived ?? {}, id) === undefined)
  const merged = mergeIds(change.from, wanted, current).filter(can)
  const base = rowIds(getStored(fields, under.base, change.path, change.locale))
  const to = [...putBack(merged, here, change.to, base)]
  const stays = new Set(to)
  const contents = (ids: readonly string[], of: (id: string) => JsonObject | undefined) =>
    Object.fromEntries(ids.flatMap((id) => (of(id) === undefined ? [] : [[id, of(id) ?? {}]])))
  const added = contents(
    to.filter((id) => !here.has(id)),
    (id) => own(change.added, id),
  )
  const conflicts = removalConflicts(under, change, stored)
  // A removal in conflict keeps the row as it was when it was removed: the base of the conflict.
  const clashing = new Set(conflicts.map((conflict) => parentPath(conflict.path).name))
  const removed = contents(
    current.filter((id) => !stays.has(id)),
    (id) => (clashing.has(id) ? own(change.removed, id) : undefined) ?? findRow(stored, id),
  )
  const revived = contents(Object.keys(added), (id) => own(change.revived ?? {}, id))
  const { kind, locale, path } = change
  const next: RowsChange = {
    kind,
    locale,
    path,
    from: current,
    to,
    added,
    removed,
    ...(Object.keys(revived).length > 0 && { revived }),
  }
  return isIdle(next) ? { change: null, conflicts: [] } : { change: next, conflicts }
}

/** Conflicts of rows that I removed and they edited. */
function removalConflicts(under: Under, change: RowsChange, stored: unknown): Conflict[] {
  const { fields } = under.schema
  const list = fieldNodeAt(fields, under.now, change.path, change.locale)
  return Object.entries(change.removed).flatMap(([id, base]) => {
    const theirs = Array.isArray(stored) ? findRow(stored, id) : undefined
    if (theirs === undefined) return []
    const at = { path: joinPath(change.path, id), locale: change.locale }
    const inRow = list !== null && isRows(list) ? (rowFields(list, theirs) ?? []) : []
    if (isSameRow(inRow, base, theirs, at, under.adjusted)) return []
    return [{ ...at, base, mine: null, theirs }]
  })
}

/** Conflicts of rows that they removed and I edited. */
function revivalConflicts(change: Change): Conflict[] {
  if (change.kind === 'set') return []
  return Object.entries(change.revived ?? {}).flatMap(([id, base]) => {
    const mine = own(change.added, id)
    const path = joinPath(change.path, id)
    return mine === undefined ? [] : [{ path, locale: change.locale, base, mine, theirs: null }]
  })
}

/** The conflict of a removed row whose former content is unknown, with the values typed in it. */
function partlyKnown(under: Under, path: string, changes: readonly Change[]): Conflict {
  const { fields } = under.schema
  const { parent, name: id } = parentPath(path)
  const locale = changes[0]?.locale ?? null
  const list = fieldNodeAt(fields, under.now, parent, locale)
  const inRow = list !== null && isRows(list) ? rowFields(list, { id }) : null
  const below = changes.map((change) => ({ ...change, path: change.path.slice(path.length + 1) }))
  return { path, locale, base: null, mine: partialRow(inRow, id, below), theirs: null }
}

/** The rows that the changes edit and that were removed below them; see LostRows. */
export function lostRows(
  fields: Field[],
  before: JsonObject,
  after: JsonObject,
  changes: readonly Change[],
): LostRows {
  const missing = changes.flatMap(({ path, locale }) => {
    const row = missingRow(fields, after, path, locale)
    return row === null || row === path ? [] : [{ path: row, locale }]
  })
  const gone = new Set(missing.map(({ path }) => path))
  const found: LostRows = {}
  for (const { path, locale } of missing) {
    const row = getStored(fields, before, path, locale)
    if (!isPlainJson(row)) continue
    const { parent, name: id } = parentPath(path)
    const listLocale = cellLocale(fields, before, parent, locale)
    const [was, is] = [before, after].map((data) => rowIds(getStored(fields, data, parent, listLocale)))
    const there = new Set(is)
    // Removed rows without edits do not come back, so no row can be placed after them.
    const known = (was ?? []).filter((one) => there.has(one) || gone.has(joinPath(parent, one)))
    found[path] = lostRow(listLocale, row, known, id)
  }
  return found
}

/** Rows that these changes removed and that exist again without them, as they were. */
export function returnedRows(
  fields: Field[],
  changes: readonly Change[],
  before: JsonObject,
  after: JsonObject,
): LostRows {
  const found: LostRows = {}
  for (const change of changes) {
    if (change.kind === 'set') continue
    const { path, locale, from, removed } = change
    const [was, is] = [before, after].map((data) => getStored(fields, data, path, locale))
    for (const [id, row] of Object.entries(removed)) {
      if (findRow(was, id) === undefined && findRow(is, id) !== undefined)
        found[joinPath(path, id)] = lostRow(locale, row, from, id)
    }
  }
  return found
}

/** Builds the record of a row that was removed from a list. */
export function lostRow(
  locale: string | null,
  row: JsonObject,
  ids: readonly string[],
  id: string,
): LostRows[string] {
  return { locale, row, after: ids[ids.indexOf(id) - 1] ?? null }
}
