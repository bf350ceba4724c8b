import { refKey, refOfKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, OutboxItem } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { isFailing } from '../../../shared/sync/queue.ts'

/** A selectable item: an entry, a move, or a draft in no entry. */
export type Item = {
  id: string
  document: OutboxDocument
  /** Number of its document in the whole outbox, from 0. */
  number: number
  what: { kind: 'entry'; entry: OutboxEntry } | { kind: 'move'; move: QueuedMove } | { kind: 'draft' }
}

/** Returns the id of a document's draft in the outbox. */
export function draftItem(ref: DocRef): string {
  return `draft ${refKey(ref)}`
}

/** Returns the draft of an id; otherwise the entry or move with that key. */
export function itemNamed(id: string): OutboxItem {
  const ref = id.startsWith('draft ') ? refOfKey(id.slice('draft '.length)) : null
  return ref === null ? { kind: 'entry', key: id } : { kind: 'draft', ref }
}

export function itemsOf(document: OutboxDocument, number: number): Item[] {
  const item = (id: string, what: Item['what']): Item => ({ id, document, number, what })
  return [
    ...document.entries.map((entry) => item(entry.key, { kind: 'entry', entry })),
    ...document.moves.map((move) => item(move.key, { kind: 'move', move })),
    ...(document.hasDraft ? [item(draftItem(document.ref), { kind: 'draft' })] : []),
  ]
}

export function needsPerson({ what, document }: Item): boolean {
  if (what.kind === 'draft') return document.isGone
  const queued = what.kind === 'entry' ? what.entry : what.move
  return queued.state === 'parked' || isFailing(queued)
}

/** A target of the keyboard: a document by its number, and its first or last item. */
export type JumpTarget = { number: number; end: 'first' | 'last' }

/** Returns the item of a target; undefined if its document is not read. */
export function itemAt(items: readonly Item[], { number, end }: JumpTarget): Item | undefined {
  const own = items.filter((item) => item.number === number)
  return end === 'first' ? own[0] : own.at(-1)
}

/** Returns the target of a key: a loaded item, a position to load, or null. */
export function nextItem(
  key: string,
  from: string | undefined,
  items: readonly Item[],
  total: number,
): Item | JumpTarget | null {
  if (key === 'Home') return { number: 0, end: 'first' }
  if (key === 'End') return { number: total - 1, end: 'last' }
  const step = { ArrowDown: 1, ArrowUp: -1 }[key]
  const item = items.find(({ id }) => id === from)
  if (step === undefined || item === undefined) return null
  const own = items.filter(({ number }) => number === item.number)
  const sibling = own[own.indexOf(item) + step]
  if (sibling !== undefined) return sibling
  const number = item.number + step
  return number < 0 || number >= total ? null : { number, end: step > 0 ? 'first' : 'last' }
}
