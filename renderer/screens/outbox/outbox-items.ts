import { refKey, refOfKey, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { OutboxDocument, OutboxItem } from '../../../shared/ipc.ts'
import type { OutboxEntry } from '../../../shared/sync/entry.ts'
import type { QueuedMove } from '../../../shared/sync/queued-move.ts'
import { isFailing } from '../../../shared/sync/queue.ts'

/** What can be selected: an entry, a move, or what was typed in a document and is in none. */
export type Item = {
  id: string
  document: OutboxDocument
  /** Number of its document in the whole outbox, from 0. */
  number: number
  what: { kind: 'entry'; entry: OutboxEntry } | { kind: 'move'; move: QueuedMove } | { kind: 'draft' }
}

/** Names what was typed in a document and is in no entry, as a key names an entry. */
export function draftItem(ref: DocRef): string {
  return `draft ${refKey(ref)}`
}

/** What such a name stands for; an entry or a move where it is no draft's. */
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

/** Where the keyboard leads: a document by its number, and its first or its last item. */
export type Target = { number: number; end: 'first' | 'last' }

/** The item there; undefined where that document is not read. */
export function itemAt(items: readonly Item[], { number, end }: Target): Item | undefined {
  const own = items.filter((item) => item.number === number)
  return end === 'first' ? own[0] : own.at(-1)
}

/** Where a key leads from an item: to another item that is read, to a place, or (null) nowhere. */
export function nextItem(
  key: string,
  from: string | undefined,
  items: readonly Item[],
  total: number,
): Item | Target | null {
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
