import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { FILE_FIELD, FOCAL_COLUMNS, haveFile, readPendingFile } from '../fields/file/pending-file.ts'
import { cuttable, serverFileOf } from '../fields/file/server-file.ts'
import { applyChange, currentValue } from './apply.ts'
import { withRowsTwice } from './twice-rows.ts'
import type { Change, Conflict, RowsChange } from './change.ts'
import { isIdle } from './coalesce.ts'
import { insertLike } from './merge-ids.ts'
import { cellLocale, getStored, isWithin, missingRow, parentPath } from './path.ts'
import { findRow, rowIds } from './row-index.ts'

/** The outcome of a conflict: one side, a merged value, or both in a row that is kept twice (see `bothOf`). */
export type ConflictOutcome = 'mine' | 'theirs' | 'twice' | { value: Json }

/**
 * Applies a person's choices (SY7): 'mine' overwrites, 'theirs' drops my change, a value replaces mine, 'twice' keeps
 * their row and adds mine. Conflicts without a choice stay. `data`: all locales, below the changes.
 */
export function resolveConflicts(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, ConflictOutcome>>,
): Change[] {
  let list = [...changes]
  for (const conflict of conflicts) {
    const choice = own(choices, conflict.path)
    if (choice !== undefined)
      list = settle(list, conflict, choice === 'twice' ? 'theirs' : choice, fields, data)
  }
  const twice = conflicts.filter(({ path }) => own(choices, path) === 'twice')
  if (twice.length > 0) list = withRowsTwice(fields, data, list, twice)
  const ofFile = haveFile(fields) ? own(choices, FILE_FIELD) : undefined
  if (ofFile === 'theirs') list = withoutFocus(list)
  if (ofFile === 'mine') list = list.map((change) => cutOutOfTheirs(change, data))
  const settled = new Set(
    conflicts.filter((item) => own(choices, item.path) !== undefined).map((item) => item.path),
  )
  // A change starts from the value that the changes before it leave.
  let under = data
  return list
    .map((change) => {
      const next =
        change.kind === 'set' && settled.has(change.path)
          ? { ...change, from: currentValue(fields, under, change) }
          : change
      under = applyChange(fields, under, next)
      return next
    })
    .filter((change) => !isIdle(change) && missingRow(fields, data, change.path, change.locale) === null)
}

/** The changes without a focal point: it belongs to my picture, and theirs is kept. */
function withoutFocus(list: readonly Change[]): Change[] {
  return list.filter(({ path }) => !FOCAL_COLUMNS.has(path))
}

/** Applies a crop of the server's picture to the picture that is there now. */
function cutOutOfTheirs(change: Change, data: JsonObject): Change {
  const mine = change.kind === 'set' && change.path === FILE_FIELD ? readPendingFile(change.to) : null
  if (change.kind !== 'set' || mine === null || mine.id !== null) return change
  return { ...change, to: { ...cuttable(serverFileOf(data)), crop: mine.crop } }
}

function settle(
  list: readonly Change[],
  conflict: Conflict,
  choice: Exclude<ConflictOutcome, 'twice'>,
  fields: Field[],
  data: JsonObject,
): Change[] {
  const isField = list.some((change) => change.kind === 'set' && change.path === conflict.path)
  // Only fields can be decided part by part.
  if (typeof choice === 'object')
    return list.map((change) =>
      change.kind === 'set' && change.path === conflict.path ? { ...change, to: choice.value } : change,
    )
  if (isField) return list.filter((change) => choice === 'mine' || change.path !== conflict.path)
  const { parent, name: id } = parentPath(conflict.path)
  const isKnown = list.some(
    (change) =>
      change.kind === 'rows' &&
      change.path === parent &&
      (own(change.added, id) !== undefined || own(change.removed, id) !== undefined),
  )
  if (!isKnown) return settlePartlyKnown(list, conflict, choice, fields, data)
  return list
    .filter((change) => choice === 'mine' || !isWithin(change.path, conflict.path))
    .map((change) => {
      if (change.kind !== 'rows' || change.path !== parent) return change
      return choice === 'mine' ? keepMine(change, id, fields, data) : keepTheirs(change, id)
    })
}

/** Resolves the conflict of a removed row whose content is unknown: my side is a row with the values typed in it. */
function settlePartlyKnown(
  list: readonly Change[],
  conflict: Conflict,
  choice: 'mine' | 'theirs',
  fields: Field[],
  data: JsonObject,
): Change[] {
  const others = list.filter((change) => !isWithin(change.path, conflict.path))
  if (choice === 'theirs' || !isPlainJson(conflict.mine)) return others
  const { parent: path, name: id } = parentPath(conflict.path)
  const locale = cellLocale(fields, data, path, conflict.locale)
  const from = rowIds(getStored(fields, data, path, locale))
  return [
    ...others,
    { kind: 'rows', locale, path, from, to: [...from, id], added: { [id]: conflict.mine }, removed: {} },
  ]
}

/** Keeps my removal or my restored row: the change without the conflict. */
function keepMine(change: RowsChange, id: string, fields: Field[], data: JsonObject): RowsChange {
  const { revived, ...rest } = change
  const theirs = findRow(getStored(fields, data, change.path, change.locale), id)
  const isRemoval = own(change.removed, id) !== undefined && theirs !== undefined
  const others = without(revived ?? {}, id)
  return {
    ...rest,
    removed: isRemoval ? { ...change.removed, [id]: theirs } : change.removed,
    ...(Object.keys(others).length > 0 && { revived: others }),
  }
}

/** Keeps their row, or leaves it out if they removed it. */
function keepTheirs(change: RowsChange, id: string): RowsChange {
  const { revived, ...rest } = change
  const others = without(revived ?? {}, id)
  const kept = { ...rest, ...(Object.keys(others).length > 0 && { revived: others }) }
  if (own(change.added, id) !== undefined) {
    return { ...kept, to: change.to.filter((item) => item !== id), added: without(change.added, id) }
  }
  return { ...kept, to: insertLike(change.to, id, change.from), removed: without(change.removed, id) }
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
