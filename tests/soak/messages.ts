import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import type { DocumentView, OutboxCounts, RefreshResult } from '../../shared/ipc.ts'
import type { OutboxEntry, CommitMode } from '../../shared/sync/entry.ts'
import type { ListSpec } from './kinds.ts'
import type { HowWords } from './words.ts'

/** What passes between the soak and the editor, which is a process of its own so that it can be killed. */

/** One thing that came of what the editor did, reported in the same tick, before it can be journalled. */
export type EditRecord = {
  ref: DocRef
  /** Null for what all locales share. */
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
  /** The field; the list for rows. */
  path: string
  /** The value, the item, or the row's id; null empties. */
  value: Json
  /** What the cell held before; of a removed row its cells by key; of an item that was put in all items, with it. */
  from: Json
  /** Taken back or done again, and not done by hand. */
  undone: boolean
  /** The revision of the server's that lay under the form. */
  base: string | null
}

/** Of an order that failed: the program says that what was typed is not on the disk; the form keeps it. */
export const NOT_JOURNALLED = 'not journalled'

/** A parked entry as it stood before a person's choice. */
export type Judged = {
  entry: OutboxEntry
  action: 'retry' | 'discard' | 'take-back'
  choices: Record<string, 'mine' | 'theirs'>
}

export type Orders = {
  /** Types a value into a form; answers when it is journalled. */
  type: {
    input: { ref: DocRef; locale: string; path: string; localized: boolean; value: Json }
    output: null
  }
  /** Adds an item to a field with several values, or removes one. */
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
  /** Does something with a paragraph of a rich text; `number` is that of its new words. */
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
  /** The same value in many documents at once. Answers those that were left out. */
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
  /** A publish that waits, one of them, becomes a draft. */
  takeBack: { input: { draw: number }; output: null }
  /** The program is quit, as far as it comes. */
  quit: { input: null; output: null }
  /** Does something with the rows of a list, or of a list within one of its rows. */
  rows: {
    input: {
      ref: DocRef
      locale: string
      list: ListSpec
      how: 'add' | 'edit' | 'remove' | 'move' | 'duplicate'
      /** In [0, 1): which list, row, place and cell. */
      draws: number[]
      /** The first of ROW_NUMBERS numbers for texts and counts. */
      numbers: number
    }
    output: null
  }
  /** Takes steps back, or does them again. */
  undo: { input: { ref: DocRef; direction: 'undo' | 'redo'; times: number }; output: null }
  save: { input: { ref: DocRef; locale: string; mode: CommitMode }; output: null }
  leave: { input: { ref: DocRef }; output: null }
  create: {
    input: { slug: string; locale: string; cells: Record<string, Json>; mode: CommitMode }
    output: { ref: DocRef }
  }
  unpublish: { input: { ref: DocRef; locale: string }; output: null }
  remove: { input: { ref: DocRef }; output: null }
  /** Takes a document out of the trash. */
  restore: { input: { ref: DocRef }; output: { restored: true } }
  /** The computer's clock is another one from now on, by so many milliseconds. */
  clock: { input: { skew: number }; output: null }
  /** The computer's disk is full from now on, or has room again. */
  disk: { input: { full: boolean }; output: null }
  /** Writes what is typed in every open form; answers how many could not be written. */
  flush: { input: null; output: { unwritten: number } }
  resolve: { input: { draws: number[] }; output: { judged: number; busy: number } }
  refresh: { input: { ref: DocRef }; output: RefreshResult }
  refreshList: { input: { slug: string }; output: null }
  sendNow: { input: null; output: null }
  token: { input: { token: string }; output: null }
  /** Queues every draft that is left. */
  sweep: { input: null; output: { drafts: number } }
  counts: { input: null; output: OutboxCounts }
  view: { input: { ref: DocRef }; output: { view: DocumentView | null } }
  outbox: { input: null; output: { entries: OutboxEntry[]; drafts: number } }
}
export type OrderName = keyof Orders

/** How many texts and counts a new row may need. */
export const ROW_NUMBERS = 8

export type ToEditor =
  | {
      type: 'begin'
      file: string
      url: string
      token: string
      userId: string
      /** How much faster the replayer's pauses pass. */
      haste: number
    }
  | { type: 'order'; id: number; name: OrderName; input: unknown }

export type FromEditor =
  | { type: 'ready' }
  | { type: 'intent'; id: number; edits: EditRecord[]; judged: Judged[] }
  | { type: 'done'; id: number; output: unknown }
  | { type: 'failed'; id: number; error: string }
  /** Something that must never happen. */
  | { type: 'trouble'; text: string }
  /** Something for the trace. */
  | { type: 'said'; text: string }
  | { type: 'renamed'; slug: string; tempId: string; id: string }
