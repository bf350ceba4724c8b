import { describe, expect, it } from 'vitest'
import {
  draftItem,
  itemAt,
  itemNamed,
  itemsOf,
  nextItem,
} from '../../../../renderer/screens/outbox/outbox-items.ts'
import type { OutboxDocument } from '../../../../shared/ipc.ts'
import { buildEntry } from '../../shared/build-entry.ts'

function document(id: string, keys: string[], hasDraft = false): OutboxDocument {
  const ref = { kind: 'collection' as const, slug: 'posts', id }
  const entries = keys.map((key, index) => buildEntry({ key, seq: index + 1, ref }))
  const place = { queued: keys.length > 0, seq: 1 }
  const facts = { isNew: false, isGone: false, hasDraft }
  return { ref, place, title: id, ...facts, state: { kind: 'waiting', count: 1 }, entries, moves: [] }
}

const items = [
  ...itemsOf(document('one', ['a', 'b'], true), 0),
  ...itemsOf(document('two', ['c']), 1),
  ...itemsOf(document('far', ['z']), 80),
]
const idOf = (key: string, from: string) => {
  const to = nextItem(key, from, items, 100)
  return to !== null && 'id' in to ? to.id : to
}

describe('the way of the keyboard through the outbox', () => {
  it('goes from entry to entry, over drafts, and to the next document by its number', () => {
    expect(idOf('ArrowDown', 'a')).toBe('b')
    expect(idOf('ArrowDown', 'b')).toBe('draft collection:posts:one')
    expect(idOf('ArrowDown', 'draft collection:posts:one')).toEqual({ number: 1, end: 'first' })
    expect(idOf('ArrowUp', 'c')).toEqual({ number: 0, end: 'last' })
  })

  it('leads to documents that are not read', () => {
    expect(idOf('ArrowDown', 'c')).toEqual({ number: 2, end: 'first' })
    expect(idOf('ArrowUp', 'z')).toEqual({ number: 79, end: 'last' })
    expect(idOf('End', 'a')).toEqual({ number: 99, end: 'last' })
    expect(itemAt(items, { number: 99, end: 'last' })).toBeUndefined()
    expect(itemAt(items, { number: 0, end: 'last' })?.what).toEqual({ kind: 'draft' })
  })

  it('ends at both ends, and at other keys', () => {
    expect(idOf('ArrowUp', 'a')).toBeNull()
    expect(idOf('x', 'a')).toBeNull()
    expect(nextItem('ArrowDown', 'z', items, 81)).toBeNull()
  })
})

it('an item is named in the address, and found by it', () => {
  const ref = { kind: 'collection' as const, slug: 'posts', id: 'a:b' }
  expect(itemNamed(draftItem(ref))).toEqual({ kind: 'draft', ref })
  expect(itemNamed(draftItem({ kind: 'global', slug: 'header' }))).toEqual({
    kind: 'draft',
    ref: { kind: 'global', slug: 'header' },
  })
  expect(itemNamed('0b9c')).toEqual({ kind: 'entry', key: '0b9c' })
})
