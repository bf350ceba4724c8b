import type { FieldError } from '../../shared/document/validation/field-error.ts'
import type { DocumentView } from '../../shared/ipc.ts'
import { sameJson, type Json } from '../../shared/json.ts'
import type { DocState } from '../../shared/sync/entry.ts'
import type { JournalState } from './journal.ts'

/** Why a field is not valid: found here, or in the server's words. */
export type ShownError = { by: 'form'; error: FieldError } | { by: 'server'; message: string }

export type FieldMark = 'none' | 'edited' | 'waiting' | 'conflict' | 'invalid' | 'updated'

export type FieldSnapshot = {
  value: Json
  mark: FieldMark
  /** When the waiting edit was made. */
  since: string | null
  error: ShownError | null
}

export type FormSnapshot = {
  view: DocumentView
  /** The one state line (SY16); `edited` until what was typed is durable. */
  state: DocState | 'edited'
  journal: JournalState
  /** There are edits that no outbox entry has yet. */
  dirty: boolean
  /** Paths of the fields that are not valid. */
  invalid: readonly string[]
  /** The field to bring into view and focus; `requestId` goes up with each request. */
  reveal: { path: string; requestId: number } | null
}

export function sameField(a: FieldSnapshot, b: FieldSnapshot): boolean {
  return sameJson(a.value, b.value) && a.mark === b.mark && a.since === b.since && sameError(a.error, b.error)
}

function sameError(a: ShownError | null, b: ShownError | null): boolean {
  if (a === null || b === null || a.by !== b.by) return a === b
  return a.by === 'server'
    ? b.by === 'server' && a.message === b.message
    : b.by === 'form' && JSON.stringify(a.error) === JSON.stringify(b.error)
}

/** The new snapshot; it, and each part of it, is the same object as before where nothing in it changed. */
export function keepSame(before: FormSnapshot, next: FormSnapshot): FormSnapshot {
  const state = sameState(before.state, next.state) ? before.state : next.state
  const invalid = samePaths(before.invalid, next.invalid) ? before.invalid : next.invalid
  const isSame =
    before.view === next.view &&
    before.state === state &&
    before.journal === next.journal &&
    before.dirty === next.dirty &&
    before.invalid === invalid &&
    before.reveal === next.reveal
  return isSame ? before : { ...next, state, invalid }
}

function samePaths(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((path, index) => path === b[index])
}

function sameState(a: DocState | 'edited', b: DocState | 'edited'): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
