import { expect, test } from 'vitest'
import { knownIn } from '../../../shared/cms/document-permissions.ts'
import type { DocumentPermissions } from '../../../shared/cms/document-permissions.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { run } from '../../../main/store/tables/sql.ts'
import { give, setUpBench } from './support/bench.ts'
import { at, post } from './support/site.ts'

/* Stored permissions of a user for a document (F59). */

const bench = setUpBench()

const answer: DocumentPermissions = {
  edit: true,
  update: true,
  publish: false,
  unpublish: true,
  delete: false,
  create: true,
  byData: false,
  hiddenFields: [],
  fixedFields: ['slug'],
}
const known = (id: string) => bench.store.openDocument(post(id))?.permissions
const none = { update: null, delete: null }

function signedIn(posts: JsonObject): void {
  const permissions = { collections: { posts } }
  const value = { user: { id: 1 }, permissions, visible: { collections: [], globals: [] } }
  bench.store.putResource({ key: 'session', value, etag: null })
}

test('F59 (part) an answer is kept with its document and goes with it; it is about the revision it was asked of', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  expect(known('1')).toEqual({ answer: null, isOfNow: false, fulfils: none })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  expect(known('1')).toEqual({ answer, isOfNow: true, fulfils: none })
  give(store, post('1'), { title: { en: 'B' } }, 2)
  expect(known('1')).toEqual({ answer, isOfNow: false, fulfils: none })
  store.removeBase(post('1'))
  give(store, post('1'), { title: { en: 'A' } })
  expect(known('1')?.answer).toBeNull()
})

test('F100 (part) each locale has its own answer about the revision that is here', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const ask = (locale: string | null, edit: boolean, seconds = 1): void =>
    store.putPermissions({ ref: post('1'), revision: at(seconds), locale, answer: { ...answer, edit } })
  const may = (locale: string) => knownIn(known('1') ?? null, locale)?.answer?.edit
  ask('en', true)
  ask('de', false)
  expect([may('en'), may('de'), may('fr')]).toEqual([true, false, false])
  ask('en', false)
  expect(may('en')).toBe(false)
  give(store, post('1'), { title: { en: 'B' } }, 2)
  ask('de', true, 2)
  expect([may('en'), may('de')]).toEqual([true, true])
})

test('F59 (part) an answer about a revision that is not here any more is not kept, neither is one about what is not yet', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } }, 2)
  store.putPermissions({ ref: post('1'), revision: at(2), locale: null, answer })
  for (const revision of [at(1), at(3), null])
    store.putPermissions({ ref: post('1'), revision, locale: null, answer: { ...answer, edit: false } })
  expect(known('1')).toEqual({ answer, isOfNow: true, fulfils: none })
})

test('F59 (part) who shows the document hears of another answer, and of the same one nothing', () => {
  const { store, events } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const heard = () => events.filter(({ name }) => name === 'documents.changed').length
  const before = heard()
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  expect(heard()).toBe(before + 1)
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  expect(heard()).toBe(before + 1)
  store.putPermissions({ ref: post('9'), revision: at(1), locale: null, answer })
  expect(heard()).toBe(before + 1)
})

test('F59 (part) an older answer is refined by the conditions of the session, as far as what they ask about is here', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, views: 3 })
  signedIn({
    update: { permission: true, where: { views: { greater_than: 2 } } },
    delete: { permission: true, where: { secret: { equals: 1 } } },
  })
  expect(known('1')?.fulfils).toEqual({ update: true, delete: null })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  expect(known('1')?.fulfils).toEqual(none)
  give(store, post('1'), { title: { en: 'A' }, views: 1 }, 2)
  expect(known('1')).toEqual({ answer, isOfNow: false, fulfils: { update: false, delete: null } })
})

test('F59 (part) what is kept and cannot be read is no answer', () => {
  const { store, database } = bench
  give(store, post('1'), { title: { en: 'A' } })
  const old = JSON.stringify({ revision: at(1), answer: { update: true } })
  for (const text of [old, '{"revision":']) {
    run(database.db, 'UPDATE documents SET permissions = ? WHERE id = ?', text, '1')
    expect(known('1')).toEqual({ answer: null, isOfNow: false, fulfils: none })
  }
})

test('F59 (part) of many documents those are left out of which the server said that they may not be changed', () => {
  const { store } = bench
  for (const id of ['1', '2', '3']) give(store, post(id), { title: { en: 'A' } })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer: { ...answer, edit: false } })
  store.putPermissions({ ref: post('2'), revision: at(1), locale: null, answer })
  const edit = (mode: 'draft' | 'publish' | 'delete') =>
    store.editMany({
      slug: 'posts',
      ids: ['1', '2', '3'],
      mode,
      locale: 'en',
      values: mode === 'draft' ? [{ path: 'title', locale: 'en', value: 'B' }] : [],
      where: null,
      mayCreate: false,
    }).queued
  expect(edit('draft')).toEqual(['2', '3'])
  expect(edit('publish')).toEqual(['3'])
  expect(edit('delete')).toEqual(['3'])
})

test('F59 (part) of many documents those are edited that the server allowed, where it allows no others', () => {
  const { store } = bench
  for (const id of ['1', '2', '3']) give(store, post(id), { title: { en: 'A' }, slug: 'a' })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  store.putPermissions({
    ref: post('2'),
    revision: at(1),
    locale: null,
    answer: { ...answer, fixedFields: [] },
  })
  const edit = (path: string, locale: string | null) =>
    store.editMany({
      slug: 'posts',
      ids: ['1', '2', '3'],
      mode: 'draft',
      locale: 'en',
      values: [{ path, locale, value: 'B' }],
      where: false,
      mayCreate: false,
    })
  expect(edit('slug', null)).toMatchObject({
    queued: ['2'],
    leftOut: [
      { id: '1', why: 'denied' },
      { id: '3', why: 'denied' },
    ],
  })
  expect(edit('title', 'en').queued).toEqual(['1', '2'])
})

test('F59 (part) an answer does not outlive other rights of the session: it stands as an old one, and is heard of', () => {
  const { store, events } = bench
  signedIn({ update: { permission: true } })
  give(store, post('1'), { title: { en: 'A' } })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  signedIn({ update: { permission: true } })
  expect(known('1')?.isOfNow).toBe(true)
  const before = events.length
  signedIn({ update: { permission: true }, delete: { permission: true } })
  expect(known('1')).toEqual({ answer, isOfNow: false, fulfils: none })
  expect(events.slice(before)).toEqual(
    expect.arrayContaining([{ name: 'documents.changed', payload: { refs: [post('1')] } }]),
  )
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  expect(known('1')?.isOfNow).toBe(true)
})

test('F59 (part) a row of a list has what is known of its document', () => {
  const { store } = bench
  signedIn({ update: { permission: true, where: { views: { greater_than: 2 } } } })
  give(store, post('1'), { title: { en: 'A' }, views: 3 })
  give(store, post('2'), { title: { en: 'B' }, views: 1 })
  store.putPermissions({ ref: post('1'), revision: at(1), locale: null, answer })
  const rows = store.list({
    slug: 'posts',
    page: 1,
    limit: 10,
    sort: 'title',
    search: '',
    where: null,
    locale: 'en',
  }).rows
  expect(rows.map(({ permissions }) => permissions)).toEqual([
    { answer, isOfNow: true, fulfils: none },
    { answer: null, isOfNow: false, fulfils: { update: false, delete: null } },
  ])
  signedIn({ update: { permission: true } })
  const [, second] = store.list({
    slug: 'posts',
    page: 1,
    limit: 10,
    sort: 'title',
    search: '',
    where: null,
    locale: 'en',
  }).rows
  expect(second).not.toHaveProperty('permissions')
})
