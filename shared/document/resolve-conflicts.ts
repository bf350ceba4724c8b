import type { Field } from '../cms/schema-model.ts'
import { isPlainJson, own } from '../json.ts'
import type { JsonObject } from '../json.ts'
import { applyChange, currentValue } from './apply.ts'
import type { Change, Conflict, RowsChange } from './change.ts'
import { isIdle } from './coalesce.ts'
import { getValue, isWithin, rowIds } from './path.ts'

/**
 * The changes after a person chose a side for each conflict (SY7): 'mine' puts my value over what is there now,
 * 'theirs' drops my change. Conflicts without a choice stay. `data`: all locales, what is under the changes now.
 */
export function resolveConflicts(
  fields: Field[],
  data: JsonObject,
  changes: readonly Change[],
  locale: string | null,
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): Change[] {
  let list = [...changes]
  for (const conflict of conflicts) {
    const choice = own(choices, conflict.path)
    if (choice !== undefined) list = settle(list, conflict, choice, fields, data, locale)
  }
  // What a change starts from is what is there when its turn comes.
  let under = data
  const settled = new Set(
    conflicts.filter((item) => own(choices, item.path) !== undefined).map((item) => item.path),
  )
  return list
    .map((change) => {
      const current = currentValue(fields, under, change, locale)
      const next = change.kind === 'set' && settled.has(change.path) ? { ...change, from: current } : change
      under = applyChange(fields, under, next, locale)
      return next
    })
    .filter((change) => !isIdle(change))
}

function settle(
  list: Change[],
  conflict: Conflict,
  choice: 'mine' | 'theirs',
  fields: Field[],
  data: JsonObject,
  locale: string | null,
): Change[] {
  const field = list.some((change) => change.path === conflict.path)
  if (field) return choice === 'mine' ? list : list.filter((change) => change.path !== conflict.path)
  const { path, id } = parentOf(conflict.path)
  const outside = list.filter((change) => !isWithin(change.path, conflict.path))
  const order = outside.find((change): change is RowsChange => change.kind === 'rows' && change.path === path)
  const change = order ?? emptyRows(path, rowIds(getValue(fields, data, path, locale)))
  const next = choice === 'mine' ? keepMine(change, conflict, id) : keepTheirs(change, conflict, id)
  return order === undefined ? [...outside, next] : outside.map((item) => (item === order ? next : item))
}

/** My removal stays, or my version of the row is put (back) as a whole. */
function keepMine(change: RowsChange, conflict: Conflict, id: string): RowsChange {
  if (!isPlainJson(conflict.mine)) return change
  if (conflict.theirs !== null) return change
  const added = { ...change.added, [id]: { ...conflict.mine, id } }
  const to = change.to.includes(id) ? change.to : [...change.to, id]
  return { ...change, from: change.from.filter((item) => item !== id), to, added }
}

/** The row as they have it, or without it where they removed it. */
function keepTheirs(change: RowsChange, conflict: Conflict, id: string): RowsChange {
  const added = Object.fromEntries(Object.entries(change.added).filter(([row]) => row !== id))
  if (conflict.theirs === null) {
    const without = (ids: string[]): string[] => ids.filter((item) => item !== id)
    return { ...change, from: without(change.from), to: without(change.to), added }
  }
  return { ...change, to: change.to.includes(id) ? change.to : insertLike(change.to, id, change.from), added }
}

/** The list with the item after the one that it follows in `like`. */
function insertLike(list: readonly string[], id: string, like: readonly string[]): string[] {
  const before = like.slice(0, like.indexOf(id)).findLast((item) => list.includes(item))
  return list.toSpliced(before === undefined ? 0 : list.indexOf(before) + 1, 0, id)
}

function emptyRows(path: string, ids: string[]): RowsChange {
  return { kind: 'rows', path, from: ids, to: ids, added: {} }
}

function parentOf(path: string): { path: string; id: string } {
  const dot = path.lastIndexOf('.')
  return { path: path.slice(0, Math.max(0, dot)), id: path.slice(dot + 1) }
}
