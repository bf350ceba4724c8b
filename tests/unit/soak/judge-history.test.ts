import { describe, expect, test } from 'vitest'
import type { Change, Conflict } from '../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { EditRecord } from '../../soak/messages.ts'
import { judgeHistory, write, type Happening, type Judgement } from './history.ts'

/* Histories with a loss, an overwrite or a wrong order, which the judge has to report; and next to each the correct
   history, without a finding. */

const start = { 'title@*': 'theirs 1' }
const typed: Happening = { edit: { value: 'mine 1', from: 'theirs 1' } }
const arrived: Happening = { write: write('me', '3', { 'title@*': 'mine 1' }) }

const says = ({ overwritten, lost }: Judgement): string[] => [
  ...overwritten,
  ...lost.filter((one) => one !== null),
]

describe('a value', () => {
  test('that arrived and stands is not lost; one that never arrived is', () => {
    expect(says(judgeHistory(start, [typed, arrived]))).toEqual([])
    expect(judgeHistory(start, [typed]).lost).toEqual([expect.stringContaining('never arrived')])
  })

  test('that was the last one and does not stand is lost', () => {
    const older: Happening = { write: write('me', '4', { 'title@*': 'mine 0' }) }
    const first: Happening = { edit: { value: 'mine 0', from: 'theirs 1' } }
    const { lost } = judgeHistory(start, [first, typed, arrived, older])
    expect(lost).toEqual([null, expect.stringContaining('was the last of its kind')])
  })
})

describe('a verdict has a time', () => {
  const conflict: Conflict = {
    path: 'title',
    locale: null,
    base: 'theirs 1',
    mine: 'mine 1',
    theirs: 'theirs 2',
  }
  const changes = [{ kind: 'set', path: 'title', locale: null, from: 'theirs 1', to: 'mine 1' }] as const
  const theirs: Happening = { write: write('other', '2', { 'title@*': 'theirs 2' }) }
  const decided = (title: 'mine' | 'theirs'): Happening => ({
    verdict: { action: 'retry', choices: { title }, conflicts: [conflict], changes: [...changes] },
  })
  const given: Happening = {
    verdict: { action: 'discard', choices: {}, conflicts: [conflict], changes: [...changes] },
  }

  test('what a person gave up is not lost', () => {
    expect(says(judgeHistory(start, [typed, theirs, given]))).toEqual([])
    expect(says(judgeHistory(start, [typed, theirs, decided('theirs')]))).toEqual([])
  })

  test('what was typed after the verdict is not settled by it', () => {
    const later: Happening = { edit: { value: 'mine 2', from: 'theirs 2', base: '2' } }
    expect(judgeHistory(start, [typed, theirs, given, later]).lost).toEqual([
      null,
      expect.stringContaining('never arrived'),
    ])
    const same: Happening = { edit: { value: 'mine 1', from: 'theirs 2', base: '2', undone: true } }
    expect(judgeHistory(start, [typed, theirs, given, same]).lost[1]).toContain('never arrived')
  })

  test('mine goes over theirs where a person chose mine, and not before', () => {
    expect(says(judgeHistory(start, [typed, theirs, decided('mine'), arrived]))).toEqual([])
    expect(judgeHistory(start, [typed, theirs, arrived, decided('mine')]).overwritten).toHaveLength(1)
  })

  test('F84 mine goes over theirs although a person chose theirs', () => {
    const { overwritten } = judgeHistory(start, [typed, theirs, decided('theirs'), arrived])
    expect(overwritten).toEqual([expect.stringContaining('nobody here has seen it')])
  })
})

describe('what a person gave up', () => {
  const rows = { 'list:rows@*': ['r1'], 'tags@*': [], 'done@*': false, 'title@*': 'theirs 1' }
  const order = { kind: 'rows', path: 'rows', locale: null, added: {}, removed: {} } as const
  const never = expect.stringContaining('never arrived')
  const add: Happening = { edit: { what: 'row-add', path: 'rows', value: 'r2' } }
  const tag: Happening = { edit: { what: 'item-add', path: 'tags', value: 'mine 1' } }
  const discarded = (...changes: Change[]): Happening => ({
    verdict: { action: 'discard', choices: {}, changes },
  })

  test('is the row that went with the entry, and not whatever was done to its list', () => {
    const added = { ...order, from: ['r1'], to: ['r1', 'r2'], added: { r2: { id: 'r2' } } }
    expect(judgeHistory(rows, [add, discarded(added)]).lost).toEqual([null])
    expect(judgeHistory(rows, [add, discarded({ ...order, from: ['r1'], to: [] })]).lost).toEqual([never])
    const inRow = { kind: 'set', path: 'rows.r1.word', locale: null, from: null, to: 'x' } as const
    expect(judgeHistory(rows, [add, discarded(inRow)]).lost).toEqual([never])
    // Edits in a row that was given up with it are given up, too.
    const word: Happening = { edit: { path: 'rows.r2.word', value: 'mine 3' } }
    const full = { ...added, added: { r2: { id: 'r2', word: 'mine 3' } } }
    expect(judgeHistory(rows, [add, word, discarded(full)]).lost).toEqual([null, null])
    expect(judgeHistory(rows, [add, word, discarded(added)]).lost).toEqual([null, never])
  })

  test('is the item and the value of the entry, and no other', () => {
    const set = (path: string, from: Json, to: Json): Change => ({
      kind: 'set',
      path,
      locale: null,
      from,
      to,
    })
    expect(judgeHistory(rows, [tag, discarded(set('tags', [], ['mine 1']))]).lost).toEqual([null])
    expect(judgeHistory(rows, [tag, discarded(set('tags', [], ['mine 2']))]).lost).toEqual([never])
    const done: Happening = { edit: { path: 'done', value: true, from: false } }
    expect(judgeHistory(rows, [done, discarded(set('done', false, true))]).lost).toEqual([null])
    expect(judgeHistory(rows, [done, discarded(set('done', true, false))]).lost).toEqual([never])
  })

  test('is not the row in which something else was in conflict', () => {
    const conflict = { path: 'rows.r2.word', locale: null, base: 'a', mine: 'b', theirs: 'c' }
    const choice: Happening = {
      verdict: { action: 'retry', choices: { 'rows.r2.word': 'theirs' }, conflicts: [conflict] },
    }
    expect(judgeHistory(rows, [add, choice]).lost).toEqual([never])
  })

  test('with the document is what had not arrived, and as long as the document is gone', () => {
    const remove: Happening = { edit: { what: 'delete', path: '' } }
    const stays: Happening = {
      verdict: { action: 'discard', choices: {}, mode: 'delete', code: 'base-moved' },
    }
    expect(judgeHistory(rows, [typed, remove, stays]).lost).toEqual([null, null])
    const older: Happening = { write: write('me', '4', { 'title@*': 'mine 0' }) }
    expect(judgeHistory(rows, [typed, arrived, older, remove, stays]).lost).toEqual([
      expect.stringContaining('was the last of its kind'),
      null,
    ])
    // Later edits are no part of it.
    expect(judgeHistory(rows, [remove, stays, typed]).lost).toEqual([null, never])
  })
})

describe('orders', () => {
  const rows = { 'list:rows@*': ['a', 'b', 'c', 'd'] }
  const list = (who: 'me' | 'other', order: string, ...ids: string[]): Happening => ({
    write: write(who, order, { 'list:rows@*': ids }),
  })
  const move = (from: string[], to: string[], more: Partial<EditRecord> = {}): Happening => ({
    edit: { what: 'row-move', path: 'rows', from, value: to, ...more },
  })
  const moved = move(['a', 'b', 'c', 'd'], ['b', 'a', 'c', 'd'])

  test('a move that arrived is not lost; one that did not is', () => {
    expect(says(judgeHistory(rows, [moved, list('me', '2', 'b', 'a', 'c', 'd')]))).toEqual([])
    expect(judgeHistory(rows, [moved]).lost).toEqual([
      expect.stringContaining('b before a: the move never arrived'),
    ])
    expect(judgeHistory(rows, [moved, list('me', '2', 'a', 'b', 'c', 'd')]).lost).toEqual([
      expect.stringContaining('never arrived'),
    ])
  })

  test('a move that a later write of ours undid is lost', () => {
    const { lost } = judgeHistory(rows, [
      moved,
      list('me', '2', 'b', 'a', 'c', 'd'),
      list('me', '3', 'a', 'b', 'c', 'd'),
    ])
    expect(lost).toEqual([expect.stringContaining('the server has another order from here')])
  })

  test('a move is settled by moving back, by taking the row out, and by what the other editor did to the list', () => {
    const back = move(['b', 'a', 'c', 'd'], ['a', 'b', 'c', 'd'], { undone: true })
    expect(says(judgeHistory(rows, [moved, back]))).toEqual([])
    const out: Happening = { edit: { what: 'row-remove', path: 'rows', value: 'b', from: {} } }
    expect(says(judgeHistory(rows, [moved, out, list('me', '2', 'a', 'c', 'd')]))).toEqual([])
    const put = list('me', '2', 'b', 'a', 'c', 'd')
    expect(says(judgeHistory(rows, [moved, put, list('other', '3', 'a', 'd', 'b', 'c')]))).toEqual([])
    expect(says(judgeHistory(rows, [moved, list('other', '2', 'a', 'c', 'd')]))).toEqual([])
  })

  test('what the other editor did elsewhere in the list does not settle a move', () => {
    const lost = [expect.stringContaining('b before a: the move never arrived')]
    expect(judgeHistory(rows, [moved, list('other', '2', 'a', 'b', 'c', 'd', 'e')]).lost).toEqual(lost)
    expect(judgeHistory(rows, [moved, list('other', '2', 'a', 'b', 'c')]).lost).toEqual(lost)
    expect(judgeHistory(rows, [moved, list('other', '2', 'a', 'b', 'd', 'c')]).lost).toEqual(lost)
  })

  test('a later move that found the pair as it was did not turn it back', () => {
    const other = move(['a', 'b', 'c', 'd'], ['a', 'b', 'd', 'c'])
    const { lost } = judgeHistory(rows, [moved, other, list('me', '2', 'a', 'b', 'd', 'c')])
    expect(lost).toEqual([expect.stringContaining('b before a: the move never arrived'), null])
  })

  test('a move is given up with the order that it was in, and with nothing else', () => {
    const order = { kind: 'rows', path: 'rows', locale: null, added: {}, removed: {} } as const
    const discarded = (to: string[]): Happening => ({
      verdict: {
        action: 'discard',
        choices: {},
        changes: [{ ...order, from: ['a', 'b', 'c', 'd'], to }],
      },
    })
    expect(says(judgeHistory(rows, [moved, discarded(['b', 'a', 'c', 'd'])]))).toEqual([])
    expect(judgeHistory(rows, [moved, discarded(['a', 'b', 'c'])]).lost).toEqual([
      expect.stringContaining('the move never arrived'),
    ])
  })

  test('an order that nobody made here has no reason, also where something else was moved', () => {
    const other = list('me', '2', 'b', 'a', 'd', 'c')
    expect(judgeHistory(rows, [moved, other]).overwritten).toEqual([
      expect.stringContaining('nobody moved d before c here'),
    ])
    expect(judgeHistory(rows, [list('me', '2', 'd', 'a', 'b', 'c')]).overwritten).toHaveLength(1)
    const added: Happening = { edit: { what: 'row-add', path: 'rows', value: 'e' } }
    expect(judgeHistory(rows, [added, list('me', '2', 'a', 'c', 'b', 'd', 'e')]).overwritten).toHaveLength(1)
    expect(judgeHistory(rows, [added, list('me', '2', 'a', 'b', 'e', 'c', 'd')]).overwritten).toEqual([])
  })

  test('an old order of ours does not go over the one that they made meanwhile', () => {
    const theirs = list('other', '2', 'a', 'b', 'd', 'c')
    expect(judgeHistory(rows, [moved, theirs, list('me', '3', 'b', 'a', 'd', 'c')]).overwritten).toEqual([])
    expect(judgeHistory(rows, [moved, theirs, list('me', '3', 'b', 'a', 'c', 'd')]).overwritten).toEqual([
      expect.stringContaining('nobody moved c before d here'),
    ])
  })

  test('a row goes behind the one that it was put behind here, wherever they have put that', () => {
    const behind = move(['a', 'b', 'c', 'd'], ['a', 'd', 'b', 'c'])
    const theirs = list('other', '2', 'd', 'b', 'c', 'a')
    expect(says(judgeHistory(rows, [behind, theirs, list('me', '3', 'b', 'c', 'a', 'd')]))).toEqual([])
  })
})

describe('a publish', () => {
  const published = { ...start, '_status@*': 'published' }
  const draft = { ...start, '_status@*': 'draft' }
  const asked: Happening = { edit: { what: 'publish', path: '' } }
  const sent = (who: 'me' | 'other', order: string, cells: Record<string, Json>): Happening => {
    const done = write(who, order, cells)
    return { write: { ...done, write: { ...done.write, isDraft: cells['_status@*'] === 'draft' } } }
  }
  const asDraft = sent('me', '2', { 'title@*': 'mine 1', '_status@*': 'draft' })
  const asPublished = sent('me', '3', { '_status@*': 'published' })

  test('that never reached the server is lost, also where what was published before is still there', () => {
    const lost = [null, expect.stringContaining('never arrived')]
    expect(judgeHistory(draft, [typed, asked, asDraft]).lost).toEqual(lost)
    expect(judgeHistory(published, [typed, asked, asDraft]).lost).toEqual(lost)
    expect(judgeHistory(published, [typed, asDraft, asked]).lost).toEqual(lost)
    // Later edits were sent later.
    const more: Happening = { edit: { value: 'mine 2', from: 'mine 1', path: 'name' } }
    const next = sent('me', '4', { 'name@*': 'mine 2', '_status@*': 'draft' })
    expect(judgeHistory(published, [typed, asDraft, asked, asPublished, more, next]).lost).toEqual([
      null,
      null,
      null,
    ])
  })

  test('is done once what was typed before it is published, together or afterwards', () => {
    const both = sent('me', '2', { 'title@*': 'mine 1', '_status@*': 'published' })
    expect(judgeHistory(draft, [typed, asked, both]).lost).toEqual([null, null])
    expect(judgeHistory(published, [typed, asked, asDraft, asPublished]).lost).toEqual([null, null])
    // Without an edit there was nothing to send.
    expect(judgeHistory(published, [asked]).lost).toEqual([null])
  })

  test('is not kept waiting by a value that somebody else had set already, and that is sent later for another reason', () => {
    const before = { ...published, 'season@*': 'winter' }
    const chosen: Happening = { edit: { path: 'season', value: 'summer', from: 'winter' } }
    const same = sent('other', '2', { 'season@*': 'summer', '_status@*': 'draft' })
    const later = sent('me', '4', { 'season@*': 'summer', '_status@*': 'draft' })
    expect(judgeHistory(before, [chosen, same, asked, asPublished, later]).lost).toEqual([null, null])
    expect(judgeHistory(before, [chosen, asked, asPublished, same, later]).lost[1]).not.toBeNull()
  })

  test('that came after an unpublish is not the one before it', () => {
    const away: Happening = { edit: { what: 'unpublish', path: '' } }
    const gone: Happening = { write: write('me', '4', { '_status@*': 'draft' }) }
    expect(judgeHistory(draft, [asked, asPublished, away, asked, gone]).lost).toEqual([
      null,
      null,
      expect.stringContaining('never arrived'),
    ])
  })

  test('that was given up holds up no unpublish after it', () => {
    const given: Happening = {
      verdict: { action: 'take-back', choices: {}, mode: 'publish', code: 'base-moved' },
    }
    const away: Happening = { edit: { what: 'unpublish', path: '' } }
    const later = [asked, asPublished]
    expect(
      says(judgeHistory(draft, [asked, given, away, sent('me', '2', { '_status@*': 'draft' }), ...later])),
    ).toEqual([])
  })

  test('was given up by a person only before its verdict', () => {
    const given: Happening = {
      verdict: { action: 'discard', choices: {}, mode: 'publish', code: 'base-moved' },
    }
    expect(judgeHistory(draft, [asked, given]).lost).toEqual([null])
    expect(judgeHistory(draft, [asked, given, asked]).lost).toEqual([
      null,
      expect.stringContaining('never arrived'),
    ])
  })
})

describe('what is published', () => {
  const draft = { 'title@*': 'theirs 1', '_status@*': 'draft' }
  const published = { ...draft, '_status@*': 'published' }
  const change = (who: 'me' | 'other', order: string, status: string): Happening => ({
    write: write(who, order, { '_status@*': status }),
  })
  const asked = (what: 'publish' | 'unpublish', base = '1'): Happening => ({ edit: { what, path: '', base } })
  const goAhead = (mode: 'publish' | 'unpublish'): Happening => ({
    verdict: { action: 'retry', choices: {}, mode, code: 'base-moved' },
  })

  test('is not published, or taken off the site, where nobody asked for it', () => {
    expect(judgeHistory(draft, [change('me', '2', 'published')]).overwritten).toEqual([
      expect.stringContaining('nobody asked here to publish it'),
    ])
    expect(judgeHistory(published, [change('me', '2', 'draft')]).overwritten).toEqual([
      expect.stringContaining('nobody asked here to unpublish it'),
    ])
    // A draft next to the published version unpublishes nothing.
    const beside = write('me', '2', { '_status@*': 'draft' })
    const isDraft = { ...beside, write: { ...beside.write, isDraft: true } }
    expect(judgeHistory(published, [{ write: isDraft }]).overwritten).toEqual([])
    expect(says(judgeHistory(draft, [asked('publish'), change('me', '2', 'published')]))).toEqual([])
  })

  test('what the other editor published or took off the site meanwhile is not undone without a question', () => {
    const unpublished = [asked('publish'), change('other', '2', 'draft')]
    expect(judgeHistory(published, [...unpublished, change('me', '3', 'published')]).overwritten).toEqual([
      expect.stringContaining('nobody was asked'),
    ])
    const republished = [asked('unpublish'), change('other', '2', 'published')]
    expect(judgeHistory(published, [...republished, change('me', '3', 'draft')]).overwritten).toEqual([
      expect.stringContaining('nobody was asked'),
    ])
    const after = [goAhead('publish'), change('me', '3', 'published')]
    expect(says(judgeHistory(published, [...unpublished, ...after]))).toEqual([])
    // A change that was seen needs no decision.
    const seen = [change('other', '2', 'draft'), asked('publish', '2'), change('me', '3', 'published')]
    expect(says(judgeHistory(published, seen))).toEqual([])
    // An earlier decision does not cover later changes.
    const early = [asked('publish'), goAhead('publish'), change('other', '2', 'draft')]
    expect(judgeHistory(published, [...early, change('me', '3', 'published')]).overwritten).toHaveLength(1)
  })
})

describe('a document in the trash', () => {
  const doc = { ...start, '_status@*': 'published' }
  const to = (order: string, body: JsonObject): Happening => {
    const done = write('me', order, body['deletedAt'] === null ? { '_status@*': 'draft' } : {})
    return { write: { ...done, write: { ...done.write, body } } }
  }
  const [remove, restore]: [Happening, Happening] = [
    { edit: { what: 'delete', path: '', base: '1' } },
    { edit: { what: 'restore', path: '' } },
  ]
  const away = to('2', { deletedAt: '2026-01-01' })
  const back = to('3', { deletedAt: null, _status: 'draft' })

  test('is put there, and taken out again, where somebody asked for it', () => {
    expect(says(judgeHistory(doc, [remove, away, restore, back]))).toEqual([])
    expect(judgeHistory(doc, [away]).overwritten).toEqual([expect.stringContaining('asked here to delete')])
    expect(judgeHistory(doc, [remove, away, back]).overwritten).toEqual([
      expect.stringContaining('asked here to restore'),
    ])
    expect(judgeHistory(doc, [remove, away, restore]).lost).toEqual([null, 'not restored'])
  })
})

describe('an old edit is no reason for ever', () => {
  const set = (value: Json, from: Json, base = '1'): Happening => ({ edit: { value, from, base } })
  const put = (who: 'me' | 'other', order: string, value: Json): Happening => ({
    write: write(who, order, { 'title@*': value }),
  })
  const unseen = [expect.stringContaining('nobody here has seen it')]

  test('an own value of before does not let theirs of the same be overwritten', () => {
    const first = [set('winter', 'spring'), put('me', '2', 'winter'), set('summer', 'winter', '2')]
    const then = [put('me', '3', 'summer'), set('autumn', 'summer', '3'), put('other', '4', 'winter')]
    expect(
      judgeHistory({ 'title@*': 'spring' }, [...first, ...then, put('me', '5', 'autumn')]).overwritten,
    ).toEqual(unseen)
  })

  test('an edit that has arrived is not sent again over what the other editor wrote after it', () => {
    const off = [set(false, true), put('me', '2', false), put('other', '3', true)]
    expect(judgeHistory({ 'title@*': true }, [...off, put('me', '4', false)]).overwritten).toEqual(unseen)
    // A newer edit does, whether or not it saw theirs.
    const anew = [...off, set(false, true, '3'), put('me', '4', false)]
    expect(says(judgeHistory({ 'title@*': true }, anew))).toEqual([])
    // With only two values both may choose the same: an unsent edit is about the present one.
    const there = [set(false, true), put('other', '2', false), put('other', '3', true), put('me', '4', false)]
    expect(says(judgeHistory({ 'title@*': true }, there))).toEqual([])
  })

  test('an item that both have put in may be taken out again by who put it in here', () => {
    const add: Happening = { edit: { what: 'item-add', path: 'tags', value: 'x' } }
    const out: Happening = { edit: { what: 'item-remove', path: 'tags', value: 'x' } }
    const tags = (who: 'me' | 'other', order: string, ...items: string[]): Happening => ({
      write: write(who, order, { 'tags@*': items }),
    })
    const both = [add, out, tags('other', '2', 'y', 'x'), tags('me', '3', 'y', 'x'), tags('me', '4', 'y')]
    expect(says(judgeHistory({ 'tags@*': [] }, both))).toEqual([])
  })

  test('an edit that came later is no reason', () => {
    expect(judgeHistory(start, [arrived, typed]).overwritten).toEqual([
      expect.stringContaining('nobody wrote that here'),
    ])
  })

  test('a choice for mine is about what was shown then, and not about what came after it', () => {
    const conflict: Conflict = { path: 'title', locale: null, base: false, mine: null, theirs: true }
    const chosen: Happening = {
      verdict: { action: 'retry', choices: { title: 'mine' }, conflicts: [conflict] },
    }
    const before = [set(null, false), put('other', '2', true), chosen, put('me', '3', null)]
    expect(says(judgeHistory({ 'title@*': false }, before))).toEqual([])
    const again = [...before, put('other', '4', true), put('me', '5', null)]
    expect(judgeHistory({ 'title@*': false }, again).overwritten).toEqual(unseen)
  })

  test('nor for an item or a row that the other editor took out or put in since', () => {
    const rows = { 'list:rows@*': ['r1'], 'tags@*': ['x'] }
    const list = (who: 'me' | 'other', order: string, ...ids: string[]): Happening => ({
      write: write(who, order, { 'list:rows@*': ids }),
    })
    const tags = (who: 'me' | 'other', order: string, ...items: string[]): Happening => ({
      write: write(who, order, { 'tags@*': items }),
    })
    const row: Happening = { edit: { what: 'row-add', path: 'rows', value: 'r2' } }
    const stale = [row, list('me', '2', 'r1', 'r2'), list('other', '3', 'r1'), list('me', '4', 'r1', 'r2')]
    expect(judgeHistory(rows, stale).overwritten).toEqual([expect.stringContaining('r2: the other editor')])
    const tag: Happening = { edit: { what: 'item-remove', path: 'tags', value: 'x' } }
    const back = [tag, tags('me', '2'), tags('other', '3', 'x'), tags('me', '4')]
    expect(judgeHistory(rows, back).overwritten).toEqual([expect.stringContaining('x: the other editor')])
  })
})

describe('what the end of a server left of a write of ours', () => {
  const rows = { 'list:rows@*': ['r1'], 'title@*': 'theirs 1' }
  const torn = write('other', '2', { 'list:rows@*': ['r1', 'r2'], 'title@*': 'mine 1' })
  const left: Happening = {
    write: { ...torn, isLeft: true, cells: new Map<string, Json>([['list:rows@*', ['r1', 'r2']]]) },
  }
  const row: Happening = { edit: { what: 'row-add', path: 'rows', value: 'r2' } }

  test('has arrived, as far as it is there', () => {
    expect(judgeHistory(rows, [row, typed, left]).lost).toEqual([
      null,
      expect.stringContaining('never arrived'),
    ])
  })

  test('is empty where it is not named any more', () => {
    const { timeline } = judgeHistory({ ...rows, 'about@*': 'place 1', 'rows.r1.word@*': 'w' }, [left])
    expect(timeline.last.get('about@*')).toBe(null)
    const without = { write: { ...torn, isLeft: true, cells: new Map<string, Json>([['list:rows@*', []]]) } }
    const after = judgeHistory({ ...rows, 'rows.r1.word@*': 'w' }, [without]).timeline.last
    expect([...after.keys()]).toEqual(['list:rows@*', 'title@*'])
  })

  test('is an edit of nobody, and may be changed again', () => {
    const out: Happening = { edit: { what: 'row-remove', path: 'rows', value: 'r2', from: {} } }
    const gone: Happening = { write: write('me', '3', { 'list:rows@*': ['r1'] }) }
    expect(says(judgeHistory(rows, [row, left, out, gone]))).toEqual([])
  })
})

describe('rows and items', () => {
  test('items that stay keep their order, but for those that were put in again', () => {
    const items = { 'tags@*': ['x', 'y', 'z'] }
    const turned: Happening = { write: write('me', '2', { 'tags@*': ['y', 'x', 'z'] }) }
    expect(judgeHistory(items, [turned]).overwritten).toEqual([
      expect.stringContaining('nobody moved y before x here'),
    ])
    const out: Happening = { edit: { what: 'item-remove', path: 'tags', value: 'x' } }
    const back = (...from: string[]): Happening => ({
      edit: { what: 'item-add', path: 'tags', value: 'x', from },
    })
    expect(says(judgeHistory(items, [out, back('y', 'z', 'x'), turned]))).toEqual([])
    // An undo puts it back at its old position.
    expect(judgeHistory(items, [out, back('x', 'y', 'z'), turned]).overwritten).toHaveLength(1)
    const other: Happening = { edit: { what: 'item-add', path: 'tags', value: 'v' } }
    const withMore: Happening = { write: write('me', '2', { 'tags@*': ['y', 'x', 'z', 'v'] }) }
    expect(judgeHistory(items, [other, withMore]).overwritten).toHaveLength(1)
  })

  test('an item that was put in again is not where it was, whatever a write says of it that left before', () => {
    const tags = (who: 'me' | 'other', order: string, ...all: string[]): Happening => ({
      write: write(who, order, { 'tags@*': all }),
    })
    const put = (value: string, ...from: string[]): Happening => ({
      edit: { what: 'item-add', path: 'tags', value, from },
    })
    const out: Happening = { edit: { what: 'item-remove', path: 'tags', value: 'x' } }
    const begun = [put('z', 'x', 'y', 'z'), out, put('x', 'y', 'z', 'x'), tags('me', '2', 'x', 'y', 'z')]
    expect(says(judgeHistory({ 'tags@*': ['x', 'y'] }, [...begun, tags('me', '3', 'y', 'z', 'x')]))).toEqual(
      [],
    )
    // Among the other editor's later additions, it is enough that one of the two was moved.
    const swapped = [
      out,
      put('x', 'y', 'x'),
      tags('other', '2', 'w', 'x', 'y'),
      tags('me', '3', 'y', 'w', 'x'),
    ]
    expect(says(judgeHistory({ 'tags@*': ['x', 'y'] }, swapped))).toEqual([])
  })

  test('an item that both have put in stays where the other editor has it', () => {
    const tag: Happening = { edit: { what: 'item-add', path: 'tags', value: 'x', from: ['y', 'x'] } }
    const theirs: Happening = { write: write('other', '2', { 'tags@*': ['x', 'y'] }) }
    const mine: Happening = { write: write('me', '3', { 'tags@*': ['y', 'x'] }) }
    expect(judgeHistory({ 'tags@*': ['y'] }, [tag, theirs, mine]).overwritten).toEqual([
      expect.stringContaining('nobody moved y before x here'),
    ])
  })

  const rows = { 'list:rows@*': ['r1'], 'rows.r1.word@*': 'theirs 1', 'tags@*': ['x'] }

  test('a row that was added and never came is lost; one that came twice by us has no reason', () => {
    const added: Happening = { edit: { what: 'row-add', path: 'rows', value: 'r2' } }
    expect(judgeHistory(rows, [added]).lost).toEqual([expect.stringContaining('never arrived')])
    const twice: Happening = { write: write('me', '2', { 'list:rows@*': ['r1', 'r2', 'r3'] }) }
    expect(judgeHistory(rows, [added, twice]).overwritten).toEqual([
      expect.stringContaining('nobody added r3 here'),
    ])
  })

  test('an item that goes with a write of ours was taken out here', () => {
    const without: Happening = { write: write('me', '2', { 'tags@*': [] }) }
    expect(judgeHistory(rows, [without]).overwritten).toEqual([
      expect.stringContaining('nobody took out x here'),
    ])
    const out: Happening = { edit: { what: 'item-remove', path: 'tags', value: 'x' } }
    expect(says(judgeHistory(rows, [out, without]))).toEqual([])
  })
})
