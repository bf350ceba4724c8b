import { describe, expect, test } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import type { DoneWrite } from '../../soak/done-writes.ts'
import type { EditRecord } from '../../soak/messages.ts'
import { APART, judgeHistory, write, type Happening } from './history.ts'

/* Valid and invalid reasons for a missing edit or an overwriting write. */

const edit = (more: Partial<EditRecord>): Happening => ({ edit: more })
const put = (
  who: 'me' | 'other',
  order: string,
  cells: Record<string, Json>,
  more: Partial<DoneWrite['write']> = {},
): Happening => {
  const done = write(who, order, cells)
  return { write: { ...done, write: { ...done.write, ...more } } }
}
/** The state left by a server's end. */
const left = (order: string, cells: Record<string, Json>): Happening => ({
  write: { ...write('other', order, cells), isLeft: true },
})
const lost = (initial: Record<string, Json>, ...history: Happening[]) => judgeHistory(initial, history).lost
const overwritten = (initial: Record<string, Json>, ...history: Happening[]) =>
  judgeHistory(initial, history).overwritten

const start = { 'title@*': 'theirs 1' }
const typed = edit({ value: 'mine 1', from: 'theirs 1' })
const arrived = put('me', '3', { 'title@*': 'mine 1' })
const never = expect.stringContaining('never arrived')
const wasLast = expect.stringContaining('was the last of its kind')
const unseen = [expect.stringContaining('nobody here has seen it')]

describe('an edit that did not arrive', () => {
  test('went with a deletion over which the program was killed only where that was done, or judged', () => {
    const killed: Happening = { edit: { what: 'delete', path: '' }, fate: 'open' }
    expect(lost(start, typed, killed)[0]).toEqual(never)
    expect(lost(start, typed, killed, put('me', '2', {}, { method: 'DELETE' }))[0]).toBeNull()
    const kept: Happening = {
      verdict: { action: 'discard', choices: {}, mode: 'delete', code: 'base-moved' },
    }
    expect(lost(start, typed, killed, kept)[0]).toBeNull()
  })

  test('had nothing to send where it brought back what was there', () => {
    const back = edit({ value: 'mine 0', from: 'mine 1', undone: true })
    expect(lost({ 'title@*': 'mine 0' }, typed, back)).toEqual([null, null])
    const row = { path: 'rows', value: 'r1' } as const
    const gone = edit({ what: 'row-remove', ...row })
    const returned = edit({ what: 'row-add', undone: true, ...row })
    expect(lost({ 'list:rows@*': ['r1'] }, gone, returned)).toEqual([null, null])
  })

  test('is not told where the answer was lost and the other editor wrote before it was asked for', () => {
    const done = write('me', '2', { 'title@*': 'mine 1' })
    const struck: Happening = {
      write: {
        ...done,
        cells: new Map([['title@*', 'theirs 1']]),
        write: { ...done.write, strike: { kind: 'narrow', path: 'title' } },
      },
    }
    const name = { 'name@*': 'mine 2' }
    expect(lost(start, typed, struck, put('other', '3', name))).toEqual([null])
    // Notices about a document end with it, even if it is restored.
    const trash = put('me', '3', {}, { body: { deletedAt: 'now' } })
    const restore = put('me', '4', {}, { body: { deletedAt: null } })
    expect(lost(start, typed, struck, trash, restore)).toEqual([null])
    expect(lost(start, typed, struck, restore)).toEqual([expect.any(String)])
    expect(lost(start, typed, edit({ path: 'name', value: 'mine 2' }), struck, put('me', '3', name))).toEqual(
      [wasLast, null],
    )
  })
})

describe('a move that does not stand', () => {
  const order = (...rows: string[]) => ({ 'list:rows@*': rows })
  const move = (from: string[], value: string[], base = '1'): Happening =>
    edit({ what: 'row-move', path: 'rows', from, value, base })

  test('went with the row around its list, where that went', () => {
    const nested = { ...order('r1'), 'list:rows.r1.inner@*': ['a', 'b'] }
    const inner = edit({ what: 'row-move', path: 'rows.r1.inner', from: ['a', 'b'], value: ['b', 'a'] })
    const remove = { what: 'row-remove', path: 'rows', value: 'r1', from: {} } as const
    expect(lost(nested, inner, edit(remove), put('me', '2', order()))).toEqual([null, null])
    expect(lost(nested, inner, { edit: remove, fate: 'refused' })[0]).toEqual(never)
  })

  test('was not turned by what the person had seen of the other editor before', () => {
    const seen = [put('other', '2', order('b', 'a')), move(['b', 'a'], ['a', 'b'], '2')]
    expect(lost(order('a', 'b'), ...seen)).toEqual([expect.stringContaining('moved last')])
  })

  test('was turned where the other editor took the row behind one that it was put in front of', () => {
    const [mine, theirs] = [put('me', '2', order('c', 'a', 'x')), put('other', '3', order('a', 'c', 'x'))]
    const after = put('me', '4', order('a', 'x', 'c'))
    expect(lost(order('a', 'x', 'c'), move(['a', 'x', 'c'], ['c', 'a', 'x']), mine, theirs, after)).toEqual([
      null,
    ])
  })

  test('is no reason for the order of others, but over what the other editor did since', () => {
    const [was, is] = [
      ['a', 'b', 'd', 'c'],
      ['b', 'a', 'd', 'c'],
    ]
    const over = [put('other', '2', order(...was)), put('me', '3', order('b', 'd', 'a', 'c'))] as const
    const all = order('a', 'b', 'c', 'd')
    expect(overwritten(all, move(was, is), ...over)).toEqual([])
    const nobody = [expect.stringContaining('nobody moved d before a here')]
    expect(overwritten(all, over[0], move(was, is, '2'), over[1])).toEqual(nobody)
    // Nor an own write since.
    const own = put('me', '2', order(...is))
    expect(overwritten(order(...was), move(was, is), own, over[1])).toEqual(nobody)
  })
})

describe('a reason for a write', () => {
  const on = { 'done@*': true }
  const set = (value: Json, from: Json, base = '1') => edit({ path: 'done', value, from, base })
  const off = (order: string, more: Partial<DoneWrite['write']> = {}) =>
    put('me', order, { 'done@*': false }, more)
  const theyPut = (order: string, value: Json) => put('other', order, { 'done@*': value })

  test('is no edit that was refused', () => {
    expect(overwritten(start, { edit: { value: 'mine 1' }, fate: 'refused' }, arrived)).toEqual([
      expect.stringContaining('nobody wrote that here'),
    ])
    const publish: Happening = { edit: { what: 'publish', path: '' }, fate: 'refused' }
    const draft = { 'title@*': 'theirs 1', '_status@*': 'draft' }
    expect(overwritten(draft, publish, put('me', '2', { '_status@*': 'published' }))).toEqual([
      expect.stringContaining('nobody asked here to publish it'),
    ])
    // The program does not report a restore whose answer was lost.
    const restore: Happening = { edit: { what: 'restore', path: '' }, fate: 'refused' }
    expect(overwritten(draft, restore, put('me', '2', {}, { body: { deletedAt: null } }))).toEqual([])
  })

  test('is an edit of which it is not known that it arrived', () => {
    const again = [theyPut('3', true), off('4')]
    expect(overwritten(on, set(false, true), off('2'), ...again)).toEqual(unseen)
    expect(
      overwritten(on, set(false, true), off('2', { outcome: 'unknown', happened: true }), ...again),
    ).toEqual([])
    expect(overwritten(on, set(false, true), off('2', { checked: false }), ...again)).toEqual([])
  })

  test('is not gone with a write that says nothing of it, or that left before it was made', () => {
    const other = [typed, put('me', '2', { 'title@*': 'mine 1' })]
    const both = [theyPut('3', false), theyPut('4', true), put('me', '5', { 'done@*': null })]
    expect(overwritten({ ...start, ...on }, set(null, true), ...other, ...both)).toEqual([])
    const before = [set(false, true), off('2'), off('3'), set(true, false, '3'), set(false, true, '3')]
    expect(overwritten(on, ...before, theyPut('4', true), off('5'))).toEqual([])
  })

  test('is due to nobody over what the end of a server left', () => {
    expect(overwritten(start, typed, left('2', { 'title@*': 'mine 0' }), arrived)).toEqual([])
    const draft = { ...start, '_status@*': 'draft' }
    const publish = edit({ what: 'publish', path: '' })
    const published = put('me', '3', { '_status@*': 'published' })
    expect(overwritten(draft, publish, left('2', { 'title@*': 'mine 0' }), published)).toEqual([])
  })

  test('to publish is due over what could be seen, without the companion at the look before the write', () => {
    const draft = { ...start, '_status@*': 'draft' }
    const history = (lookedAt: number): Happening[] => [
      edit({ what: 'publish', path: '' }),
      put('other', '2', { 'title@*': 'theirs 2' }),
      put('me', '3', { '_status@*': 'published' }, { checked: false, lookedAt }),
    ]
    expect(overwritten(draft, ...history(1.5 * APART))).toEqual([])
    expect(overwritten(draft, ...history(2.5 * APART))).toEqual([expect.stringContaining('nobody was asked')])
  })
})
