import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import type { DocumentView, OutboxCounts, RefreshResult } from '../../shared/ipc.ts'
import type { OutboxEntry, CommitMode } from '../../shared/sync/entry.ts'
import type { ListSpec } from './kinds.ts'
import type { HowWords } from './words.ts'

/** Messages between the soak and the editor, which is a process of its own so that it can be killed. */

/** One result of the editor's action, reported in the same tick, before it can be journalled. */
export type EditRecord = {
  ref: DocRef
  /** Null for shared values. */
  locale: string | null
  what:
    | 'set'
    | 'item-add'
    | 'item-remove'
    | 'row-add'
    | 'row-remove'
    | 'row-move'
    | 'publish'
    | 'unpublish'
    | 'delete'
    | 'restore'
    | 'create'
  /** Path of the field; of the list for rows. */
  path: string
  /** The value, the item, or the row's id; null empties. */
  value: Json
  /** The value before; for a removed row its cells by key; for an added item all items, including it. */
  from: Json
  /** True for an undo or a redo. */
  undone: boolean
  /** The base revision of the form. */
  base: string | null
}

/** Error of an order: the edit is not on disk, and the form keeps it. */
export const NOT_JOURNALLED = 'not journalled'

/** A parked entry as it was before a person's choice. */
export type Judged = {
  entry: OutboxEntry
  action: 'retry' | 'discard' | 'take-back'
  choices: Record<string, 'mine' | 'theirs'>
}

export type Orders = {
  /** Types a value into a form; resolves when it is journalled. */
  type: {
    input: { ref: DocRef; locale: string; path: string; localized: boolean; value: Json }
    output: null
  }
  /** Adds or removes an item of a field with several values. */
  toggle: {
    input: {
      ref: DocRef
      locale: string
      path: string
      localized: boolean
      add: Json | null
      draw: number
    }
    output: null
  }
  /** Edits a paragraph of a rich text; `number` makes its new words unique. */
  words: {
    input: {
      ref: DocRef
      locale: string
      path: string
      localized: boolean
      how: HowWords
      draw: number
      number: number
    }
    output: null
  }
  /** Writes the same value into many documents. Resolves to those left out. */
  bulk: {
    input: {
      refs: DocRef[]
      locale: string
      path: string
      localized: boolean
      value: Json
      mode: 'save' | 'draft'
    }
    output: { leftOut: string[] }
  }
  /** Makes one of the waiting publishes a draft. */
  takeBack: { input: { draw: number }; output: null }
  /** Quits the program, as far as it gets. */
  quit: { input: null; output: null }
  /** Edits the rows of a list, or of a list in one of its rows. */
  rows: {
    input: {
      ref: DocRef
      locale: string
      list: ListSpec
      how: 'add' | 'edit' | 'remove' | 'move' | 'duplicate'
      /** In [0, 1): they select list, row, position and cell. */
      draws: number[]
      /** First of ROW_NUMBERS numbers for texts and counts. */
      numbers: number
    }
    output: null
  }
  /** Undoes or redoes steps. */
  undo: { input: { ref: DocRef; direction: 'undo' | 'redo'; times: number }; output: null }
  save: { input: { ref: DocRef; locale: string; mode: CommitMode }; output: null }
  leave: { input: { ref: DocRef }; output: null }
  create: {
    input: { slug: string; locale: string; cells: Record<string, Json>; mode: CommitMode }
    output: { ref: DocRef }
  }
  unpublish: { input: { ref: DocRef; locale: string }; output: null }
  remove: { input: { ref: DocRef }; output: null }
  /** Restores a document from the trash. */
  restore: { input: { ref: DocRef }; output: { restored: true } }
  /** Shifts the computer's clock by so many milliseconds. */
  clock: { input: { skew: number }; output: null }
  /** Fills the computer's disk, or makes room. */
  disk: { input: { full: boolean }; output: null }
  /** Writes the edits of all open forms; resolves to the number of failures. */
  flush: { input: null; output: { unwritten: number } }
  resolve: { input: { draws: number[] }; output: { judged: number; busy: number } }
  refresh: { input: { ref: DocRef }; output: RefreshResult }
  refreshList: { input: { slug: string }; output: null }
  sendNow: { input: null; output: null }
  token: { input: { token: string }; output: null }
  /** Queues all remaining drafts. */
  sweep: { input: null; output: { drafts: number } }
  counts: { input: null; output: OutboxCounts }
  view: { input: { ref: DocRef }; output: { view: DocumentView | null } }
  outbox: { input: null; output: { entries: OutboxEntry[]; drafts: number } }
}
export type OrderName = keyof Orders

/** Most texts and counts in a new row. */
export const ROW_NUMBERS = 8

export type ToEditor =
  | {
      type: 'begin'
      file: string
      url: string
      token: string
      userId: string
      /** Factor by which the replayer's pauses are shortened. */
      haste: number
    }
  | { type: 'order'; id: number; name: OrderName; input: unknown }

export type FromEditor =
  | { type: 'ready' }
  | { type: 'intent'; id: number; edits: EditRecord[]; judged: Judged[] }
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; error: string }
  /** A state that must never occur. */
  | { type: 'trouble'; text: string }
  /** A message for the trace. */
  | { type: 'said'; text: string }
  | { type: 'renamed'; slug: string; tempId: string; id: string }
