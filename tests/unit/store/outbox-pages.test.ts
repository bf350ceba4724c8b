import { describe, expect, test } from 'vitest'
import { refId } from '../../../shared/cms/doc-ref.ts'
import type { OutboxPage, OutboxQuery } from '../../../shared/ipc.ts'
import { wholeOutbox } from '../../support/whole-outbox.ts'
import { commit, give, leave, send, setUpBench } from './support/bench.ts'
import { at, en, post, set } from './support/site.ts'

const bench = setUpBench()

const ids = ({ documents }: OutboxPage): string[] => documents.map(({ ref }) => refId(ref))
const pageFrom = (number: number, limit: number, only: OutboxQuery['only'] = 'all'): OutboxPage =>
  bench.store.outboxPage({ only, from: { by: 'number', number }, limit })

/** One entry in each of so many documents. */
function fill(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    give(bench.store, post(String(index)), { title: { en: 'A' } })
    return commit(bench.store, post(String(index)), [en('title', 'A', `B${index}`)])
  })
}

function park(key: string): void {
  leave(bench.store, key)
  const problem = { message: 'No', status: 400, fields: [], conflicts: [] }
  bench.store.settleParked({ key, problem: { ...problem, code: 'rejected' } })
}

describe('pages of the outbox', () => {
  test('F41 an outbox is handed over page by page, with the number of all', () => {
    fill(7)
    expect(pageFrom(0, 3)).toMatchObject({ first: 0, total: 7 })
    expect(ids(pageFrom(0, 3))).toEqual(['0', '1', '2'])
    expect(ids(pageFrom(3, 3))).toEqual(['3', '4', '5'])
  })

  test.each([0, 7, 200, 201])(
    'read page by page, one of %i documents has each of them once',
    async (count) => {
      fill(count)
      const documents = await wholeOutbox(async (query) => Promise.resolve(bench.store.outboxPage(query)))
      expect(documents.map(({ ref }) => refId(ref))).toEqual(
        Array.from({ length: count }, (_, nr) => String(nr)),
      )
    },
  )

  test('beyond the end it is the last page', () => {
    fill(4)
    expect(pageFrom(90, 3)).toMatchObject({ first: 1, total: 4 })
    expect(pageFrom(90, 30)).toMatchObject({ first: 0, total: 4 })
  })

  test('what is typed and not queued comes behind all that is', () => {
    give(bench.store, post('typed'), { title: { en: 'A' } })
    bench.store.putDraft({ ref: post('typed'), changes: [en('title', 'A', 'typed')] })
    fill(2)
    expect(ids(pageFrom(0, 5))).toEqual(['0', '1', 'typed'])
    expect(pageFrom(2, 1)).toMatchObject({ documents: [{ hasDraft: true, entries: [] }] })
  })

  test('from a place on, a page goes on with the same documents when those in front of them are gone', () => {
    const keys = fill(8)
    const [third] = pageFrom(3, 2).documents
    if (!third) throw new Error('not there')
    for (const [index, key] of keys.slice(0, 2).entries())
      send(bench.store, key, { id: index, title: `B${index}`, updatedAt: at(9) })
    const page = bench.store.outboxPage({ only: 'all', from: { by: 'place', place: third.place }, limit: 2 })
    expect(ids(page)).toEqual(['3', '4'])
    expect(page).toMatchObject({ first: 1, total: 6 })
  })

  test('what a person has to decide about is listed apart from the rest', () => {
    const keys = fill(4)
    park(keys[2] ?? '')
    expect(ids(pageFrom(0, 9, 'attention'))).toEqual(['2'])
    expect(ids(pageFrom(0, 9, 'rest'))).toEqual(['0', '1', '3'])
  })

  test('SY8 the new documents that entries of a page wait for are named, wherever they are', () => {
    const ref = post('tmp_9d2f7b1c-0f53-4a0e-8a53-6a7d1f3b2c11')
    bench.store.createDocument({ slug: 'posts', id: refId(ref), data: {} })
    commit(bench.store, ref, [en('title', null, 'Brand new')])
    fill(3)
    give(bench.store, post('late'), { title: { en: 'Z' } })
    commit(bench.store, post('late'), [set('related', null, [refId(ref)])], 'draft', null)
    expect(pageFrom(4, 1)).toMatchObject({
      documents: [{ ref: post('late') }],
      names: [{ ref, title: { en: 'Brand new' }, isNew: true }],
    })
  })
})

describe('finding something in the outbox', () => {
  const find = (
    item: Parameters<typeof bench.store.findInOutbox>[0]['item'],
    place: Parameters<typeof bench.store.findInOutbox>[0]['place'] = null,
  ) => bench.store.findInOutbox({ item, place })

  test('an entry is found by its key, a draft by its document', () => {
    const keys = fill(3)
    bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'typed')] })
    expect(find({ kind: 'entry', key: keys[2] ?? '' })).toMatchObject({
      first: 2,
      documents: [{ ref: post('2') }],
    })
    expect(find({ kind: 'draft', ref: post('1') })).toMatchObject({ first: 1 })
  })

  test('SY10 without anything that is wanted it is the first that needs a person, else the first', () => {
    const keys = fill(4)
    expect(find(null)).toMatchObject({ first: 0 })
    park(keys[2] ?? '')
    expect(find(null)).toMatchObject({ first: 2 })
  })

  test('what is not there any more is followed by what is at its place', () => {
    const keys = fill(4)
    const [document] = find({ kind: 'entry', key: keys[1] ?? '' }).documents
    send(bench.store, keys[1] ?? '', { id: 1, title: 'B1', updatedAt: at(9) })
    expect(ids(find({ kind: 'entry', key: keys[1] ?? '' }, document?.place))).toEqual(['2'])
  })

  test('an empty outbox has nothing to find', () => {
    expect(find(null)).toEqual({ documents: [], first: 0, total: 0, names: [] })
    expect(find({ kind: 'entry', key: 'x' }, { queued: true, seq: 4 })).toMatchObject({ documents: [] })
  })
})
