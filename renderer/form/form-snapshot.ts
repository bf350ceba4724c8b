import type { FieldError } from '../../shared/document/validation/field-error.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, type Json, type JsonObject } from '../../shared/json.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import type { OpenDifference } from '../../shared/sync/sent-entry.ts'
import type { JournalState } from './journal.ts'

/** A field's error: found by the form, or a message of the server. */
export type ShownError = { by: 'form'; error: FieldError } | { by: 'server'; message: string }

/** Marks of a field, the strongest first. */
const MARKS = ['conflict', 'invalid', 'edited', 'waiting', 'updated', 'none'] as const
export type FieldMark = (typeof MARKS)[number]

/** Returns the strongest mark. */
export function strongestMark(marks: readonly FieldMark[]): FieldMark {
  return MARKS.find((mark) => marks.includes(mark)) ?? 'none'
}

export type FieldSnapshot = {
  /** The value in the form's locale; null for a list, whose rows are read separately. */
  value: Json
  /** Typed text that is no value of the field; null if there is none. */
  text: string | null
  mark: FieldMark
  /** ISO time of the waiting edit; null if none waits, or if a conflict or a newer edit is marked instead. */
  since: string | null
  error: ShownError | null
  /** False if the server's condition hides it; a field without an answer is shown. */
  visible: boolean
  /** The options that the server allows; null: all. */
  choices: readonly string[] | null
  /** Documents that the server allows it to refer to, as a filter per collection; null: not said. */
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

/** A field inside a node of a rich text. */
export type PlaceInNode = {
  /** Id of the node. */
  nodeId: string
  /** Paths in the node's fields, as `path` and `at` of a Reveal; '' for the node itself. */
  path: string
  at: string
  /** The position in a rich text among these fields, if it is in one. */
  inNode: PlaceInNode | null
}

/** A request to scroll a field into view. */
export type Reveal = {
  requestId: number
  /** The field whose containers are opened. */
  path: string
  /** The path that is scrolled to: the field, or a row or container around it. */
  at: string
  /** The position inside a rich text; null: the text itself. */
  inNode: PlaceInNode | null
  /** True if it gets the focus. */
  focus: boolean
}

/** State of a form as a whole. */
export type FormSnapshot = {
  /** True if there are edits that were not committed. */
  dirty: boolean
  /** Paths of the invalid fields. */
  invalid: readonly string[]
  /** The last request to scroll; `requestId` counts up with each one. */
  reveal: Reveal | null
  /** True until the server's first answer about conditions of fields. */
  isAwaited: boolean
  canUndo: boolean
  canRedo: boolean
}

/** State of an open document as a whole, in all locales. */
export type DocumentSnapshot = {
  view: DocumentView
  /** The one state line (SY16); `edited` until the edits are durable. */
  state: DocState | 'edited'
  journal: JournalState
  /** True if there are edits that no outbox entry has yet. */
  dirty: boolean
  /** Values that the server stored differently and no newer edit replaces (SY16). */
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

/** Returns the new snapshot; it, and each part, stays the same object if nothing in it changed. */
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

/** Statements from around the form about a field: its edits, and the server's refusals. */
export type Surroundings = {
  mark: (
    path: string,
    cell: { path: string; locale: string | null },
  ) => { mark: FieldMark; since: string | null }
  /** Returns one mark for everything at a path or below it. */
  markWithin: (path: string) => FieldMark
  /** Paths with a refusal, in the form's locale and in shared fields. */
  refusedPaths: () => string[]
  refused: (path: string, cell: { path: string; locale: string | null }) => ShownError | null
  /** Called on an edit: the server's message about the field is outdated. */
  edited: (path: string) => void
  /** Called when a field loses the focus. */
  blur: () => void
}
