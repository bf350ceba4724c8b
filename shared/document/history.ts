import { isRows, rowFields } from '../cms/fields.ts'
import type { Field } from '../cms/schema-model.ts'
import { valueType } from '../fields/field-type.ts'
import { FILE_FIELD, haveFile, readPendingFile } from '../fields/file/pending-file.ts'
import { isPartOfAnother, serverFileOf } from '../fields/file/server-file.ts'
import { isPlainJson, own, sameJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { replaceIdInChange } from '../sync/replace-id.ts'
import { applyChange, currentValue } from './apply.ts'
import { cellKey, invertChanges } from './change.ts'
import type { Change, RowsChange, SetChange } from './change.ts'
import { coalesceChanges, isIdle } from './coalesce.ts'
import type { DocumentSchema } from '../fields/field-type.ts'
import { mergeIds, putBack } from './merge-ids.ts'
import { fieldNodeAt, getStored, joinPath, missingRow } from './path.ts'
import { findRow, rowIds } from './row-index.ts'
import { isAdjusted, isSameRow } from './server-adjusted.ts'
import type { ServerAdjusted } from './server-adjusted.ts'

/** The position of a step, so that undo can show it (DM7). */
export type StepPlace = { path: string; locale: string | null }

/** A step that undo takes back: an operation, or a burst of typing in one field. */
export type Step = {
  changes: Change[]
  place: StepPlace
  /** Steps of one burst have the same name; null: the step is not part of a burst. */
  burst: string | null
  /** Time of the last addition, in milliseconds of a monotonic clock. */
  at: number
  /** Approximate size in memory, in characters of JSON. */
  size: number
  /** The server's order of lists with removed rows, by cell. These rows may have another position there now. */
  orders: ReadonlyMap<string, readonly string[]>
  /** The value there instead of a lost edit, by cell, such as one that somebody else wrote. */
  instead: ReadonlyMap<string, Json>
}

/** The undo and redo steps of a document, newest last (DM7). They live as long as the process. */
export type History = { undo: readonly Step[]; redo: readonly Step[] }

export const emptyHistory: History = { undo: [], redo: [] }

/** Replaces an id in all values of the history, so that undo refers to the document under its new id. */
export function replaceIdInHistory(history: History, from: string, to: string | number): History {
  const inSteps = (steps: readonly Step[]): Step[] =>
    steps.map((step) => ({ ...step, changes: step.changes.map((one) => replaceIdInChange(one, from, to)) }))
  return { undo: inSteps(history.undo), redo: inSteps(history.redo) }
}

/** A pause in typing of this many milliseconds ends a burst. */
const BURST_PAUSE_MS = 700
const KEPT_STEPS = 500
/** Most characters of JSON that the steps of one document may hold together. */
const KEPT_SIZE = 8_000_000

export type StepInput = {
  changes: readonly Change[]
  place: StepPlace
  /** Set for typing: the name that joins it to the step before, such as the cell and the composition. */
  burst: string | null
  at: number
  /** True while an input method composes: pauses do not count then, so that a composition is one step. */
  composing?: boolean
  /** The server's document, all locales; absent: the document that was changed. */
  base?: JsonObject
}

/** Adds a step to the history. The steps to redo are dropped. */
export function recordStep(
  fields: Field[],
  data: JsonObject,
  history: History,
  { changes, place, burst, at, composing = false, base = data }: StepInput,
): History {
  if (changes.length === 0) return history
  const last = history.undo.at(-1)
  const joins =
    last !== undefined &&
    burst !== null &&
    last.burst === burst &&
    history.redo.length === 0 &&
    (composing || at - last.at <= BURST_PAUSE_MS) &&
    goesOn(last.changes, changes)
  const orders = ordersIn(fields, base, changes)
  if (!joins)
    return { undo: bounded([...history.undo, stepOf([...changes], { place, burst, at, orders })]), redo: [] }
  const together = coalesceChanges(fields, data, last.changes, changes)
  const rest = history.undo.slice(0, -1)
  // The text was typed and deleted again within one burst, so no step is left.
  if (together.length === 0) return { undo: rest, redo: [] }
  const known = new Map([...orders, ...last.orders])
  return { undo: bounded([...rest, stepOf(together, { place, burst, at, orders: known })]), redo: [] }
}

/** Ends the current burst, so that the next edit is a step of its own. */
export function endedBurst(history: History): History {
  const last = history.undo.at(-1)
  if (last === undefined || last.burst === null) return history
  return { ...history, undo: [...history.undo.slice(0, -1), { ...last, burst: null }] }
}

/**
 * Notes, in the newest step that edits the cell, that this edit was lost, with the present value. See Step.
 */
export function cameToNothing(
  fields: Field[],
  data: JsonObject,
  history: History,
  newest: 'undo' | 'redo',
  cell: Change,
): History {
  const key = cellKey(cell)
  const steps = history[newest]
  const at = steps.findLastIndex(({ changes }) => changes.some((one) => cellKey(one) === key))
  const step = steps[at]
  if (step === undefined || cell.kind !== 'set') return history
  const instead = new Map([...step.instead, [key, currentValue(fields, data, cell)]])
  return { ...history, [newest]: steps.with(at, { ...step, instead }) }
}

/** True if nobody else changed the cells in between; otherwise the edits are separate steps. */
function goesOn(earlier: readonly Change[], later: readonly Change[]): boolean {
  return later.every((next) => {
    const before = earlier.find((one) => cellKey(one) === cellKey(next))
    return before?.kind !== 'set' || next.kind !== 'set' || sameJson(before.to, next.from)
  })
}

function stepOf(changes: Change[], rest: Omit<Step, 'changes' | 'size' | 'instead'>): Step {
  return { changes, ...rest, instead: new Map(), size: sizeOf(changes) }
}

/** The server's order of the changed lists. See Step. */
function ordersIn(fields: Field[], base: JsonObject, changes: readonly Change[]): Step['orders'] {
  return new Map(
    changes.flatMap((change) => {
      const isRemoval = change.kind === 'rows' && Object.keys(change.removed).length > 0
      if (!isRemoval) return []
      return [[cellKey(change), rowIds(getStored(fields, base, change.path, change.locale))] as const]
    }),
  )
}

function sizeOf(changes: readonly Change[]): number {
  return changes.reduce(
    (size, one) => size + (one.kind === 'set' ? sizeBetween(one.from, one.to) : JSON.stringify(one).length),
    0,
  )
}

/**
 * Size of the parts that two values do not share: unedited paragraphs of a text are the same objects and cost
 * nothing.
 */
function sizeBetween(from: Json, to: Json): number {
  if (from === to) return 0
  if (Array.isArray(from) && Array.isArray(to)) {
    const shared = new Set<Json>(from)
    const kept = new Set(to.filter((item) => shared.has(item)))
    const rest = (items: readonly Json[]) => items.filter((item) => !kept.has(item))
    return JSON.stringify([rest(from), rest(to)]).length
  }
  if (!isPlainJson(from) || !isPlainJson(to)) return JSON.stringify([from, to]).length
  return Object.keys({ ...from, ...to }).reduce(
    (size, key) => size + sizeBetween(own(from, key) ?? null, own(to, key) ?? null),
    0,
  )
}

function bounded(steps: readonly Step[]): Step[] {
  let room = KEPT_SIZE
  let from = steps.length
  while (from > 0 && steps.length - from < KEPT_STEPS) {
    const size = steps[from - 1]?.size ?? 0
    // The newest step stays whatever its size.
    if (size > room && from < steps.length) break
    room -= size
    from -= 1
  }
  return steps.slice(from)
}

export type Undone = {
  history: History
  /** The changes to apply; empty if all of the step was passed over. */
  changes: Change[]
  place: StepPlace
  /** Cells that were left alone, wholly or in part: they hold another value now, or their row is gone. */
  passedOver: StepPlace[]
}

/**
 * Takes back the newest step, or repeats the last one taken back; null: there is none. `base`: the server's document,
 * all locales; a row that it still has returns to its position there.
 */
export function takeStep(
  schema: DocumentSchema,
  data: JsonObject,
  history: History,
  direction: 'undo' | 'redo',
  adjusted: readonly ServerAdjusted[],
  base: JsonObject = data,
): Undone | null {
  const step = history[direction].at(-1)
  if (step === undefined) return null
  // After a given-up write the value may be somebody else's, so undo must leave it alone.
  const ours = adjusted.filter(({ givenUp }) => givenUp !== true)
  const there = { data, base, orders: step.orders, instead: step.instead }
  const { changes, passedOver } = reachable(schema, there, invertChanges(step.changes), ours)
  const left = history[direction].slice(0, -1)
  const other = direction === 'undo' ? 'redo' : 'undo'
  // Only changes that were really made can be taken back in the other direction.
  const orders = ordersIn(schema.fields, base, changes)
  const taken = stepOf(changes, { place: step.place, burst: null, at: step.at, orders })
  const back = changes.length === 0 ? history[other] : [...history[other], taken]
  const next = direction === 'undo' ? { undo: left, redo: back } : { undo: back, redo: left }
  return { history: next, changes, place: step.place, passedOver }
}

/** The present document, the server's document, and the server's list orders at the time of the step (see Step). */
type There = { data: JsonObject; base: JsonObject } & Pick<Step, 'orders' | 'instead'>

/** The changes whose cells still hold the value that the step left; the others are passed over. */
function reachable(
  schema: DocumentSchema,
  { data, ...there }: There,
  changes: readonly Change[],
  adjusted: readonly ServerAdjusted[],
): { changes: Change[]; passedOver: StepPlace[] } {
  const { fields } = schema
  const done: Change[] = []
  const passedOver: StepPlace[] = []
  const file = haveFile(fields) ? changes.find(({ path }) => path === FILE_FIELD) : undefined
  const target = file?.kind === 'set' ? reachableFile(fields, data, file, adjusted) : undefined
  // Edits that belong to a file, such as its focal point, do not apply to the file that stays.
  if (file?.kind === 'set' && target === undefined)
    return { changes: [], passedOver: [{ path: file.path, locale: file.locale }] }
  let now = data
  for (const one of changes) {
    const change = one === file && one.kind === 'set' && target !== undefined ? { ...one, to: target } : one
    const { path, locale } = change
    const isGone = missingRow(fields, now, path, locale) !== null
    const next = isGone
      ? null
      : change.kind === 'set'
        ? undoneSet(schema, { ...there, data: now }, change, adjusted, passedOver)
        : undoneRows(fields, { data: now, ...there }, change, adjusted, passedOver)
    if (next === null) passedOver.push({ path, locale })
    else if (!isIdle(next)) {
      done.push(next)
      now = applyChange(fields, now, next)
    }
  }
  return { changes: done, passedOver }
}

/**
 * The file after a step is taken back; undefined: it stays. The server keeps one file, so an earlier one cannot come
 * back once another was sent, and a sent file is no longer here.
 */
function reachableFile(
  fields: Field[],
  data: JsonObject,
  change: Change & { kind: 'set' },
  adjusted: readonly ServerAdjusted[],
): Json | undefined {
  if (!sameJson(currentValue(fields, data, change), change.from)) return undefined
  const sent = adjusted.find((item) => item.path === change.path && sameJson(item.sent, change.to))
  const to = sent === undefined ? change.to : sent.stored
  const file = readPendingFile(to)
  const isReachable = file !== null ? !isPartOfAnother(file, data) : sameJson(to, serverFileOf(data))
  return isReachable ? to : undefined
}

function undoneSet(
  { fields, types }: DocumentSchema,
  { data, instead }: There,
  change: SetChange,
  adjusted: readonly ServerAdjusted[],
  passedOver: StepPlace[],
): Change | null {
  const { path, locale, from, to } = change
  const current = currentValue(fields, data, change)
  if (sameJson(current, to)) return { ...change, from: current }
  // The cell still has the value that replaced the edit, so the change is compared as it was made.
  const left = instead.get(cellKey(change))
  if (left !== undefined && sameJson(current, left)) return change
  if (sameJson(current, from) || isAdjusted(adjusted, change, from, current))
    return { ...change, from: current }
  const node = fieldNodeAt(fields, data, path, locale)
  if (node === null || node.type === 'nested') return null
  const back = valueType(types, node).takeBack(node, to, from, current, types)
  if (back === null) return null
  if (!back.whole) passedOver.push({ path, locale })
  return { ...change, from: current, to: back.value }
}

/** Removes added rows if unchanged, restores removed rows, and restores the order among the present rows. */
function undoneRows(
  fields: Field[],
  { data, base, orders }: There,
  change: RowsChange,
  adjusted: readonly ServerAdjusted[],
  passedOver: StepPlace[],
): Change {
  const { path, locale } = change
  const stored = getStored(fields, data, path, locale)
  const list = fieldNodeAt(fields, data, path, locale)
  const current = rowIds(stored)
  const here = new Set(current)
  const removed = new Map<string, JsonObject>()
  const kept = new Set<string>()
  for (const [id, left] of Object.entries(change.removed)) {
    const row = findRow(stored, id)
    if (row === undefined) continue
    const at = { path: joinPath(path, id), locale }
    const inRow = list !== null && isRows(list) ? (rowFields(list, row) ?? []) : []
    if (isSameRow(inRow, left, row, at, adjusted)) removed.set(id, row)
    else {
      kept.add(id)
      passedOver.push(at)
    }
  }
  // A removed row has no position and affects no other row's order.
  const from = change.from.filter((id) => here.has(id) && !kept.has(id))
  const wanted = change.to.filter((id) => here.has(id) || own(change.added, id) !== undefined)
  const merged = mergeIds(from, wanted, current)
  const isThere = rowIds(getStored(fields, base, path, locale))
  const to = [...putBack(merged, here, change.to, isThere, orders.get(cellKey(change)))]
  const added = Object.fromEntries(
    to.flatMap((id) => (here.has(id) ? [] : [[id, own(change.added, id) ?? {}] as const])),
  )
  const { kind } = change
  return { kind, path, locale, from: current, to, added, removed: Object.fromEntries(removed) }
}
