import { expect, test } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import type { DoneWrite } from '../../soak/done-writes.ts'
import type { EditRecord } from '../../soak/messages.ts'
import { APART, judgeHistory, write } from './history.ts'

/** Returns the findings for these edits, followed by these writes. */
const found = (initial: Record<string, Json>, seen: DoneWrite[], edits: Partial<EditRecord>[]): string[] =>
  judgeHistory(initial, [...edits.map((edit) => ({ edit })), ...seen.map((one) => ({ write: one }))])
    .overwritten

const start = { 'title@*': 'theirs 1' }
const mine = write('me', '3', { 'title@*': 'mine 1' })

test('an edit of what was there is a reason', () => {
  expect(found(start, [mine], [{ value: 'mine 1', from: 'theirs 1' }])).toEqual([])
})

test('what a hook made of an edit was not done here', () => {
  const struck = { ...mine, cells: new Map<string, Json>([['title@*', 'mine 1 by a hook']]) }
  const edit = { value: 'mine 1', from: 'theirs 1' }
  expect(found(start, [struck], [edit])).toEqual([])
  expect(found(start, [struck], [])).toHaveLength(1)
  // It does not allow overwriting a later write.
  const theirs = write('other', '2', { 'title@*': 'theirs 2' })
  expect(found(start, [theirs, struck], [edit])).toHaveLength(1)
})

test('a write of what nobody edited has none', () => {
  expect(found(start, [mine], [])).toHaveLength(1)
})

test('what the other editor wrote since the edit must not go without a question', () => {
  const theirs = write('other', '2', { 'title@*': 'theirs 2' })
  const edit = { value: 'mine 1', from: 'theirs 1' }
  expect(found(start, [theirs, mine], [edit])).toHaveLength(1)
  expect(found(start, [theirs, mine], [{ ...edit, base: '2' }])).toEqual([])
})

test('what an edit here had made, too, may go with what was edited after it and left with it', () => {
  const same = write('other', '2', { 'title@*': 'mine 0' })
  const edits = ['mine 0', 'theirs 1', 'mine 1'].map((value, nr, all) => ({
    value,
    from: all[nr - 1] ?? 'theirs 1',
  }))
  expect(found(start, [same, mine], edits)).toEqual([])
  expect(found(start, [same, mine], edits.slice(1))).toHaveLength(1)
})

test('without the companion only what came after our look may go without a question', () => {
  const theirs = write('other', '2', { 'title@*': 'theirs 2' })
  const at = (lookedAt: number): DoneWrite => ({
    ...mine,
    write: { ...mine.write, checked: false, lookedAt },
  })
  const edit = { value: 'mine 1', from: 'theirs 1' }
  // The edit comes first, and then theirs.
  expect(found(start, [theirs, at(2.5 * APART)], [edit])).toHaveLength(1)
  expect(found(start, [theirs, at(1.5 * APART)], [edit])).toEqual([])
  // It does not allow writing an unedited value.
  expect(found(start, [at(0)], [])).toHaveLength(1)
})

test('a row goes only with what was seen in it', () => {
  const row = { 'list:rows@*': ['r1'], 'rows.r1.word@*': 'theirs 1' }
  const theirs = write('other', '2', { 'rows.r1.word@*': 'theirs 2' })
  const removal = write('me', '3', { 'list:rows@*': [] })
  const edit: Partial<EditRecord> = { what: 'row-remove', path: 'rows', value: 'r1', from: {} }
  expect(found(row, [removal], [])).toHaveLength(1)
  expect(found(row, [removal], [edit])).toEqual([])
  expect(found(row, [theirs, removal], [edit])).toHaveLength(1)
  expect(found(row, [theirs, removal], [{ ...edit, base: '2' }])).toEqual([])
})

test('an undo takes back only what a step of ours left there', () => {
  const typed = { value: 'mine 1', from: 'theirs 1' }
  const back = { value: 'theirs 1', from: 'mine 1', undone: true }
  expect(found(start, [], [typed, back, { ...typed, undone: true }])).toEqual([])
  expect(found(start, [], [{ value: 'mine 1', from: 'theirs 2', undone: true }])).toHaveLength(1)
})

test('a list that is sent for another item carries no edit of one that stays in it', () => {
  const tag = (what: 'item-add' | 'item-remove', value: string) => ({ what, path: 'tags', value })
  const tags = (who: 'me' | 'other', order: string, ...items: string[]) =>
    write(who, order, { 'tags@*': items })
  const edits = [
    tag('item-add', 'x'),
    tag('item-remove', 'y'),
    tag('item-add', 'w'),
    tag('item-remove', 'x'),
    tag('item-add', 'x'),
  ]
  const sent = [
    ['z', 'x'],
    ['z', 'x', 'w'],
    ['z', 'w'],
    ['z', 'w', 'x'],
  ].map((items, nr) => tags('me', String(nr + 3), ...items))
  expect(found({ 'tags@*': ['y', 'z'] }, [tags('other', '2', 'y', 'z', 'x'), ...sent], edits)).toEqual([])
})
