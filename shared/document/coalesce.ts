import { own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { applyPlain } from './apply.ts'
import type { Change, RowsChange, SetChange } from './change.ts'
import { isWithin, splitPath } from './path.ts'

/** One list that does what both do, earlier first; changes at the same place become one (SY3). */
export function coalesceChanges(earlier: readonly Change[], later: readonly Change[]): Change[] {
  return [...earlier, ...later].reduce<Change[]>(fold, []).filter((change) => !isIdle(change))
}

/** True for a change that leaves everything as it is. */
export function isIdle(change: Change): boolean {
  return sameJson(change.from, change.to) && (change.kind === 'set' || Object.keys(change.added).length === 0)
}

function fold(list: Change[], next: Change): Change[] {
  const inNewRow = foldIntoAdded(list, next)
  if (inNewRow !== null) return inNewRow
  return next.kind === 'set' ? foldSet(list, next) : foldRows(list, next)
}

/** A change within a row that an earlier change of the list brought belongs to that row's content. */
function foldIntoAdded(list: Change[], next: Change): Change[] | null {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const change = list[index]
    if (change?.kind !== 'rows' || !next.path.startsWith(`${change.path}.`)) continue
    const [id = '', ...below] = splitPath(next.path.slice(change.path.length + 1))
    const content = own(change.added, id)
    if (content === undefined || below.length === 0) continue
    const filled = applyPlain(content, below, next)
    const added = { ...change.added, [id]: asObject(filled, content) }
    return list.with(index, { ...change, added })
  }
  return null
}

function asObject(value: Json, otherwise: JsonObject): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : otherwise
}

function foldSet(list: Change[], next: SetChange): Change[] {
  const index = list.findIndex((change) => change.path === next.path)
  const same = list[index]
  // What was written below the place is overwritten with it.
  const rest = list.filter((change) => change !== same && !isWithin(change.path, next.path))
  if (same?.kind !== 'set') return [...rest, next]
  const merged: SetChange = { ...next, from: same.from }
  // An earlier change above the place must still run before it.
  const above = rest.some((change) => isWithin(next.path, change.path))
  return above || rest.length !== list.length - 1 ? [...rest, merged] : list.with(index, merged)
}

function foldRows(list: Change[], next: RowsChange): Change[] {
  const stays = new Set(next.to)
  const gone = next.from.filter((id) => !stays.has(id))
  const index = list.findIndex((change) => change.kind === 'rows' && change.path === next.path)
  const same = list[index]
  const outside = (change: Change): boolean =>
    !gone.some((id) => isWithin(change.path, `${next.path}.${id}`)) &&
    !Object.keys(next.added).some((id) => isWithin(change.path, `${next.path}.${id}`))
  if (same?.kind !== 'rows') return [...list.filter(outside), next]
  const added = Object.entries({ ...same.added, ...next.added }).filter(([id]) => stays.has(id))
  const merged: RowsChange = { ...next, from: same.from, added: Object.fromEntries(added) }
  return list
    .map((change) => (change === same ? merged : change))
    .filter((change) => change === merged || outside(change))
}
