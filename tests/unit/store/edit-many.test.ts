import { expect, test } from 'vitest'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, leave, send, setUpBench } from './support/bench.ts'
import { at, en, post, set } from './support/site.ts'

const bench = setUpBench()

test('nothing is queued behind a deletion by editing many', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  give(store, post('2'), { title: { en: 'B' } })
  commit(store, post('1'), [], 'delete')
  const values = [{ path: 'title', locale: 'en', value: 'C' }]
  const input = {
    slug: 'posts',
    ids: ['1', '2'],
    mode: 'draft',
    locale: 'en',
    values,
    where: null,
    mayCreate: false,
  } as const
  expect(store.editMany({ ...input, ids: [...input.ids] })).toMatchObject({
    queued: ['2'],
    leftOut: [{ id: '1', why: 'deleting' }],
  })
  expect(entriesOf(store, post('1')).map(({ mode }) => mode)).toEqual(['delete'])
  expect(entriesOf(store, post('2'))).toMatchObject([{ changes: [{ to: 'C' }] }])
})

test('T1 SY7 nothing is queued behind a conflict that nobody has decided, also where an edit waits behind it', () => {
  const { store } = bench
  for (const id of ['1', '2']) {
    give(store, post(id), { title: { en: 'A' }, slug: 'a' })
    commit(store, post(id), [en('title', 'A', 'Mine')])
    give(store, post(id), { title: { en: 'Theirs' }, slug: 'a' }, 2)
  }
  commit(store, post('2'), [set('slug', 'a', 'b')], 'draft', 'de')
  const before = ['1', '2'].map((id) => entriesOf(store, post(id)))
  expect(before.map(([first]) => first?.state)).toEqual(['parked', 'parked'])
  const values = [{ path: 'slug', locale: null, value: 'bulk' }]
  for (const mode of ['draft', 'publish', 'delete'] as const)
    expect(
      store.editMany({
        slug: 'posts',
        ids: ['1', '2'],
        mode,
        locale: 'en',
        values: mode === 'draft' ? values : [],
        where: null,
        mayCreate: false,
      }),
    ).toMatchObject({
      queued: [],
      leftOut: [
        { id: '1', why: 'conflict' },
        { id: '2', why: 'conflict' },
      ],
    })
  expect(['1', '2'].map((id) => entriesOf(store, post(id)))).toEqual(before)
})

test('SY12 a publish of many asks of those that somebody else wrote since the list showed them', () => {
  const { store } = bench
  for (const id of ['1', '2', '3', '4']) give(store, post(id), { title: { en: 'A' } })
  give(store, post('2'), { title: { en: 'Theirs' } }, 2)
  send(store, commit(store, post('3'), [en('title', 'A', 'B')]), { id: 3, title: 'B', updatedAt: at(2) })
  // The list is newer than the document here.
  store.putListRows({
    slug: 'posts',
    rows: [{ id: '4', data: {}, updatedAt: at(2), status: 'draft', hasPublished: false }],
  })
  const ids = ['1', '2', '3', '4']
  const shown = { '1': at(1), '2': at(1), '3': at(1), '4': at(2) }
  const input = { slug: 'posts', ids, shown, locale: 'en', values: [], where: null, mayCreate: false }
  expect(store.editMany({ ...input, mode: 'publish' }).queued).toEqual(ids)
  const problems = ids.map((id) => entriesOf(store, post(id))[0]?.problem?.code ?? null)
  expect(problems).toEqual([null, 'base-moved', null, null])
})

test('a deletion of many leaves out what the server does not have: it would be gone without a way back', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const made = store.createDocument({
    slug: 'posts',
    id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
    data: {},
  })
  commit(store, made, [en('title', null, 'Typed on the train')])
  const ids = ['1', refId(made)]
  const input = {
    slug: 'posts',
    ids,
    mode: 'delete',
    locale: 'en',
    values: [],
    where: null,
    mayCreate: false,
  } as const
  expect(store.editMany({ ...input, values: [] })).toMatchObject({
    queued: ['1'],
    leftOut: [{ id: refId(made), why: 'not-sent' }],
  })
  expect(store.getDocument(made)?.entries).toHaveLength(1)
})

test('F59 (part) a document that the server does not have yet is edited by the right to make one, whatever is said of others', () => {
  const { store } = bench
  const ref = store.createDocument({ slug: 'posts', id: 'tmp_1', data: { title: { en: 'A' } } })
  store.commitDraft({ ref, locale: 'en', mode: 'draft', changes: [en('title', 'A', 'B')] })
  const values = [{ path: 'title', locale: 'en', value: 'C' }]
  const input = { slug: 'posts', ids: ['tmp_1'], mode: 'draft', locale: 'en', values } as const
  const edit = (where: null | false, mayCreate: boolean) =>
    store.editMany({ ...input, ids: [...input.ids], where, mayCreate })
  expect(edit(null, false)).toMatchObject({ queued: [], leftOut: [{ id: 'tmp_1', why: 'denied' }] })
  expect(edit(false, true)).toMatchObject({ queued: ['tmp_1'], leftOut: [] })
})

test('S7.07 (part) an edit that keeps the status is a plain save where it is published, and a draft where it is one', () => {
  const { store } = bench
  const keep = (id: string, value = 'moved') => {
    const { queued } = store.editMany({
      slug: 'posts',
      ids: [id],
      mode: 'keep-status',
      locale: 'en',
      values: [{ path: 'slug', locale: null, value }],
      where: null,
      mayCreate: true,
    })
    expect(queued).toEqual([id])
    return entriesOf(store, post(id)).map(({ mode }) => mode)
  }
  const publish = (id: string) => {
    const updatedAt = at(1)
    const data = { id: Number(id), slug: 'a', updatedAt }
    store.putBase({
      ref: post(id),
      data,
      updatedAt,
      status: 'published',
      hasPublished: true,
    })
  }
  publish('1')
  expect(keep('1')).toEqual(['save'])
  give(store, post('2'), { slug: 'a' })
  expect(keep('2')).toEqual(['draft'])
  // The waiting entry decides the result.
  publish('3')
  commit(store, post('3'), [en('title', null, 'B')], 'draft')
  expect(keep('3')).toEqual(['draft'])
  give(store, post('4'), { slug: 'a' })
  commit(store, post('4'), [en('title', null, 'B')], 'publish')
  expect(keep('4')).toEqual(['publish', 'save'])
  expect(keep('4', 'moved again')).toEqual(['publish', 'save'])
  publish('5')
  commit(store, post('5'), [en('title', null, 'B')], 'unpublish')
  expect(keep('5')).toEqual(['unpublish', 'draft'])
})

test('SY16 what became of each entry is told by its key: it waits, needs a person, was taken back, or is there, as what it went', () => {
  const { store } = bench
  const ids = ['1', '2', '3', '4', '5']
  for (const id of ids) give(store, post(id), { title: { en: 'A' }, slug: 'a' })
  const { keys: byDocument } = store.editMany({
    slug: 'posts',
    ids,
    mode: 'publish',
    locale: 'en',
    values: [],
    where: null,
    mayCreate: false,
  })
  expect(byDocument).toEqual(ids.map((id) => entriesOf(store, post(id)).map(({ key }) => key)))
  const keys = byDocument.flat()
  expect(store.became({ keys })).toEqual(ids.map(() => ({ is: 'waiting' })))
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = keys
  send(store, first, { id: 1, title: 'A', slug: 'a', updatedAt: at(9) })
  store.settleParked({ key: second, problem: problemOf('validation') })
  store.discard(third)
  store.takeBackPublish(fourth)
  // A locked entry waits by itself.
  leave(store, fifth)
  store.settleRetry({ key: fifth, outcomeUnknown: false, refused: true, problem: problemOf('locked') })
  expect(store.became({ keys })).toEqual([
    { is: 'sent', mode: 'publish', notTaken: false },
    { is: 'needs-you' },
    { is: 'gone' },
    expect.objectContaining({ is: expect.stringMatching(/^(waiting|gone)$/) }),
    { is: 'waiting' },
  ])
})

test('an edit of many in several locales has a key for the entry of each locale', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: 'A', de: 'A' }, slug: 'a' })
  const before = commit(store, post('2'), [en('title', 'A', 'Mine')], 'publish')
  const { keys } = store.editMany({
    slug: 'posts',
    ids: ['1', '2'],
    mode: 'draft',
    locale: 'en',
    values: [
      { path: 'title', locale: 'de', value: 'B' },
      { path: 'title', locale: 'en', value: 'B' },
    ],
    where: null,
    mayCreate: false,
  })
  const [first = [], second = []] = ['1', '2'].map((id) => entriesOf(store, post(id)).map(({ key }) => key))
  expect(first).toHaveLength(2)
  expect(second).toEqual([before, expect.any(String), expect.any(String)])
  expect(keys).toEqual([first, second.slice(1)])
})
