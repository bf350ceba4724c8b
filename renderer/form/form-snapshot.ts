import type { FieldError } from '../../shared/document/validation/field-error.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import type { OpenDifference } from '../../shared/sync/sent-entry.ts'
import type { JournalState } from './journal.ts'

/** Why a field is not valid: found here, or in the server's words. */
export type ShownError = { by: 'form'; error: FieldError } | { by: 'server'; message: string }

/** What can be said of a field, the strongest first. */
const MARKS = ['conflict', 'invalid', 'edited', 'waiting', 'updated', 'none'] as const
export type FieldMark = (typeof MARKS)[number]

/** The one that is shown where several are true: of a field, or of all that lies within a place. */
export function strongestMark(marks: readonly FieldMark[]): FieldMark {
  return MARKS.find((mark) => marks.includes(mark)) ?? 'none'
}

export type FieldSnapshot = {
  /** As the form's locale has it; null for a list, whose rows are read by themselves. */
  value: Json
  /** What was typed that is no value of this field, kept as it was typed; null where there is no such text. */
  text: string | null
  mark: FieldMark
  /** When the waiting edit was made. */
  since: string | null
  error: ShownError | null
  /** False where the server's condition hides it; a field that nobody has answered for is shown. */
  visible: boolean
  /** Values that the server allows among the field's options; null: all. */
  choices: readonly string[] | null
  /** Which documents the server allows it to refer to, as a filter per collection; null: it has not said. */
  filters: JsonObject | null
}

/** A field without its value. */
export type FieldState = Omit<FieldSnapshot, 'value'>

/** A list, read as ids and types (DM8). */
export type RowsSnapshot = {
  rows: readonly RowHead[]
}

export type RowHead = {
  id: string
  /** Slug of its block; null in an array. */
  type: string | null
}

/** A place in the fields of a node of a rich text. */
export type PlaceInNode = {
  /** Of the node. */
  nodeId: string
  /** In the fields of the node, as `path` and `at` of a Reveal; '' for the node itself. */
  path: string
  at: string
  /** Where the place is in a rich text in these fields. */
  inNode: PlaceInNode | null
}

/** A place to bring into view. */
export type Reveal = {
  requestId: number
  /** The field that what is around it opens for. */
  path: string
  /** What is shown: the field, or a row or container that it is in. */
  at: string
  /** In a rich text, where in it; null: the text itself. */
  inNode: PlaceInNode | null
  /** Whether it gets the focus. */
  focus: boolean
}

/** About a form as a whole. */
export type FormSnapshot = {
  /** There are edits that were not handed over. */
  dirty: boolean
  /** Paths of the fields that are not valid. */
  invalid: readonly string[]
  /** What was last asked to be brought into view; `requestId` moves with each request. */
  reveal: Reveal | null
  /** The first answer of the server about conditions of fields is still to come. */
  isAwaited: boolean
  canUndo: boolean
  canRedo: boolean
}

/** About an open document as a whole, whatever locale is looked at. */
export type DocumentSnapshot = {
  view: DocumentView
  /** The one state line (SY16); `edited` until what was typed is durable. */
  state: DocState | 'edited'
  journal: JournalState
  /** There are edits that no outbox entry has yet. */
  dirty: boolean
  /** Values that the server does not have as they were sent, and that no newer edit decides about (SY16). */
  differences: readonly OpenDifference[]
}

export function sameField(a: FieldSnapshot, b: FieldSnapshot): boolean {
  return (a.value === b.value || sameJson(a.value, b.value)) && sameFieldState(a, b)
}

export function sameFieldState(a: FieldState, b: FieldState): boolean {
  return (
    a.text === b.text &&
    a.mark === b.mark &&
    a.since === b.since &&
    a.visible === b.visible &&
    sameJson(a.choices === null ? null : [...a.choices], b.choices === null ? null : [...b.choices]) &&
    sameJson(a.filters, b.filters) &&
    sameError(a.error, b.error)
  )
}

function sameError(a: ShownError | null, b: ShownError | null): boolean {
  if (a === null || b === null || a.by !== b.by) return a === b
  return a.by === 'server'
    ? b.by === 'server' && a.message === b.message
    : b.by === 'form' && JSON.stringify(a.error) === JSON.stringify(b.error)
}

export function sameRows(a: RowsSnapshot, b: RowsSnapshot): boolean {
  return (
    a.rows === b.rows ||
    (a.rows.length === b.rows.length &&
      a.rows.every((row, at) => row.id === b.rows[at]?.id && row.type === b.rows[at]?.type))
  )
}

/** The new snapshot; it, and each part of it, is the same object as before where nothing in it changed. */
export function keepSameForm(before: FormSnapshot, next: FormSnapshot): FormSnapshot {
  const invalid = samePaths(before.invalid, next.invalid) ? before.invalid : next.invalid
  const isSame =
    before.dirty === next.dirty &&
    before.invalid === invalid &&
    before.reveal === next.reveal &&
    before.isAwaited === next.isAwaited &&
    before.canUndo === next.canUndo &&
    before.canRedo === next.canRedo
  return isSame ? before : { ...next, invalid }
}

export function keepSameDocument(before: DocumentSnapshot, next: DocumentSnapshot): DocumentSnapshot {
  const state = sameState(before.state, next.state) ? before.state : next.state
  const differences = sameDifferences(before.differences, next.differences)
    ? before.differences
    : next.differences
  const isSame =
    before.view === next.view &&
    before.differences === differences &&
    before.state === state &&
    before.journal === next.journal &&
    before.dirty === next.dirty
  return isSame ? before : { ...next, state, differences }
}

function sameDifferences(a: readonly OpenDifference[], b: readonly OpenDifference[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at] || sameJson(one, b[at] ?? null))
}

function samePaths(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((path, index) => path === b[index])
}

function sameState(a: DocState | 'edited', b: DocState | 'edited'): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
