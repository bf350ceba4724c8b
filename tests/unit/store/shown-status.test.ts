import { expect, test } from 'vitest'
import { documentStatus } from '../../../renderer/screens/edit/document-status.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { CommitMode } from '../../../shared/sync/entry.ts'
import { at, de, en, post, site } from './support/site.ts'
import { commit, leave, setUpBench } from './support/bench.ts'

/* The status in a list and in the document's header, from the same store. */

const bench = setUpBench()
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

type Status = 'draft' | 'published'
function give(id: string, status: Status, hasPublished: boolean, more: JsonObject = {}): void {
  bench.store.putBase({
    ref: post(id),
    data: {
      id: Number(id),
      createdAt: at(0),
      title: { en: 'A' },
      _status: status,
      updatedAt: at(1),
      ...more,
    },
    updatedAt: at(1),
    status,
    hasPublished,
  })
}

/** Returns both by locale: that of the list, and that of the header. */
function said(id: string): Record<string, [string | null | undefined, string | null]> {
  const view = bench.store.getDocument(post(id))
  if (view === null) throw new Error('It is not here')
  const sayings = ['en', 'de'].map((locale) => {
    const where = null
    const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where, locale }
    const row = bench.store.list(query).rows.find(({ ref }) => ref.kind === 'collection' && ref.id === id)
    return [locale, [row?.status, documentStatus(view, view.draft !== null, true, locale)]]
  })
  return Object.fromEntries(sayings)
}
const both = (status: string) => ({ en: [status, status], de: [status, status] })

type Case = [name: string, given: () => void, status: ReturnType<typeof both>]
const edit = (changes: Change[] = [en('title', 'A', 'B')], mode: CommitMode = 'draft') =>
  commit(bench.store, post('1'), changes, mode)

test.each<Case>([
  ['a draft', () => give('1', 'draft', false), both('draft')],
  ['a published one', () => give('1', 'published', true), both('published')],
  ['one with a newer draft', () => give('1', 'draft', true), both('changed')],
  [
    'a published one that is edited and not sent',
    () => {
      give('1', 'published', true)
      edit()
    },
    both('changed'),
  ],
  [
    'a published one in which is typed',
    () => {
      give('1', 'published', true)
      bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'B')], typed: [] })
    },
    both('changed'),
  ],
  [
    'a published one that is only unpublished',
    () => {
      give('1', 'published', true)
      edit([], 'unpublish')
    },
    both('published'),
  ],
  [
    'a draft that is published without the server',
    () => {
      give('1', 'draft', false)
      edit([], 'publish')
    },
    both('to-publish'),
  ],
  [
    'one whose publishing is on its way',
    () => {
      give('1', 'draft', false)
      leave(bench.store, edit([], 'publish'))
    },
    both('draft'),
  ],
])('U52 the list says what the header says: of %s', (_name, given, status) => {
  bench.store.setSchema(site)
  given()
  expect(said('1')).toEqual(status)
})

test('U52 (new) of a document that was made here as well', () => {
  bench.store.createDocument({ slug: 'posts', id: TEMP, data: {} })
  commit(bench.store, post(TEMP), [en('title', null, 'New')])
  expect(said(TEMP)).toEqual(both('draft'))
  commit(bench.store, post(TEMP), [], 'publish')
  expect(said(TEMP)).toEqual(both('to-publish'))
})

test('U52 (locales) where each locale has a status of its own, edits change those that they are in', () => {
  const perLocale = { en: 'published', de: 'published' }
  bench.store.putBase({
    ref: post('1'),
    data: { id: 1, createdAt: at(0), title: { en: 'A', de: 'A' }, _status: perLocale, updatedAt: at(1) },
    updatedAt: at(1),
    status: 'published',
    hasPublished: true,
    publishedIn: ['de', 'en'],
  })
  expect(said('1')).toEqual(both('published'))
  commit(bench.store, post('1'), [de('title', 'A', 'B')], 'draft', 'de')
  expect(said('1')).toEqual({ en: ['published', 'published'], de: ['changed', 'changed'] })
})
