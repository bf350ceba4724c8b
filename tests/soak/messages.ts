import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { DocumentView, OutboxCounts, RefreshResult } from '../../shared/ipc.ts'
import type { OutboxEntry, WriteMode } from '../../shared/sync/entry.ts'

/** What passes between the soak and the editor, which is a process of its own so that it can be killed. */

/** One thing the editor did, reported before it is journalled. `value` null empties. */
export type EditRecord = {
  ref: DocRef
  locale: string | null
  what: 'set' | 'item-add' | 'item-remove' | 'row-add' | 'row-remove' | 'publish' | 'delete' | 'create'
  /** The field; the list for rows. */
  path: string
  /** The value, the item, or the row's id. */
  value: Json
}

/** A parked entry as it stood before a person's choice. */
export type Judged = {
  entry: OutboxEntry
  action: 'retry' | 'discard'
  choices: Record<string, 'mine' | 'theirs'>
}

export type Orders = {
  /** Types a value into a form; answers when it is journalled. */
  type: { input: { ref: DocRef; locale: string | null; path: string; value: Json }; output: null }
  /** Adds an item to a field with several values, or removes one. */
  toggle: {
    input: { ref: DocRef; locale: string | null; path: string; add: Json | null; draw: number }
    output: null
  }
  /** Saves, publishes … an open form. */
  save: { input: { ref: DocRef; locale: string | null; mode: WriteMode }; output: null }
  leave: { input: { ref: DocRef; locale: string | null }; output: null }
  /** Edits a value past any form, in a row where `list` is given. */
  write: {
    input: {
      ref: DocRef
      locale: string | null
      list: string | null
      path: string
      value: Json
      draw: number
    }
    output: null
  }
  rows: {
    input: {
      ref: DocRef
      locale: string | null
      list: string
      how: 'add' | 'remove' | 'move'
      fresh: JsonObject
      draw: number
      draw2: number
    }
    output: null
  }
  commit: { input: { ref: DocRef; locale: string | null; mode: WriteMode }; output: null }
  create: {
    input: { slug: string; locale: string | null; cells: Record<string, Json>; mode: WriteMode }
    output: { ref: DocRef }
  }
  remove: { input: { ref: DocRef }; output: null }
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
  | { type: 'renamed'; slug: string; tempId: string; id: string }
