import { expect, test } from 'vitest'
import { LAST_STATE } from '../../../shared/document/versions.ts'
import type { VersionRow } from '../../../shared/ipc.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { commit, entriesOf, give, leave, setUpBench } from './support/bench.ts'
import { post } from './support/site.ts'

const bench = setUpBench()

const version: VersionRow = {
  id: 'v1',
  updatedAt: '2026-01-01T00:00:00.000Z',
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
}

function erase(ref: DocRef): void {
  const { store } = bench
  const key = commit(store, ref, [], 'delete')
  leave(store, key)
  store.settleSent({ key, answer: { data: null, locale: null } })
}
const ids = (ref: DocRef) => bench.store.deletedVersions({ ref }).map(({ id }) => id)
const title = (ref: DocRef, versionId: string) =>
  bench.store.versionContent({ ref, versionId, deleted: true })?.data['title']

test('of a document that was deleted here its last state and its versions are kept, apart from one that gets its id', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'At last' } })
  store.putVersionContent({ ref: post('1'), version, data: { title: { en: 'At first' } } })
  erase(post('1'))
  expect(store.getDocument(post('1'))).toBeNull()
  expect(store.versionContent({ ref: post('1'), versionId: 'v1' })).toBeNull()
  expect(ids(post('1'))).toEqual([LAST_STATE, 'v1'])
  expect(store.sentEntries()).toMatchObject([{ mode: 'delete', title: { en: 'At last' } }])
  expect([title(post('1'), LAST_STATE), title(post('1'), 'v1')]).toEqual([
    { en: 'At last' },
    { en: 'At first' },
  ])

  give(store, post('1'), { title: { en: 'Another' }, createdAt: '2026-06-01T00:00:00.000Z' }, 50)
  store.putVersionContent({ ref: post('1'), version, data: { title: { en: 'Of the other' } } })
  expect(title(post('1'), 'v1')).toEqual({ en: 'At first' })
  erase(post('1'))
  expect([title(post('1'), LAST_STATE), title(post('1'), 'v1')]).toEqual([
    { en: 'Another' },
    { en: 'Of the other' },
  ])
})

test('so it is where the deletion was discarded here while the server did it', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'At last' } })
  const key = commit(store, post('1'), [], 'delete')
  const [sent] = entriesOf(store, post('1'))
  if (sent === undefined) throw new Error('Nothing was queued')
  store.discard(key)
  store.settleSent({ key, answer: { data: null, locale: null }, sent })
  expect(ids(post('1'))).toEqual([LAST_STATE])

  give(store, post('2'), { title: { en: 'Next' } })
  erase(post('2'))
  expect([ids(post('1')), ids(post('2'))]).toEqual([[LAST_STATE], [LAST_STATE]])
})

test('what was deleted elsewhere is forgotten: it may be that the user may not read it any more', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'Gone' } })
  store.putVersionContent({ ref: post('1'), version, data: { title: { en: 'Before' } } })
  store.removeBase(post('1'))
  expect(ids(post('1'))).toEqual([])
  expect(title(post('1'), 'v1')).toBeUndefined()
})

test('it goes before any document where room is needed, with all copies, and when the history tells of it no more', () => {
  const { store, database } = bench
  const kept = () => ids(post('1')).length
  const begin = () => {
    give(store, post('1'), { title: { en: 'Here' } })
    erase(post('1'))
    expect(kept()).toBe(1)
  }
  begin()
  give(store, post('2'), { title: { en: 'A document' } })
  store.makeRoom({ bytes: 1, olderThan: null })
  expect(kept()).toBe(0)
  expect(store.getDocument(post('2'))).not.toBeNull()

  begin()
  while (store.forgetCopies() > 0);
  expect(kept()).toBe(0)

  begin()
  database.db.exec('DELETE FROM sent_entries')
  give(store, post('3'), { title: { en: 'Next' } })
  erase(post('3'))
  expect([kept(), ids(post('3')).length]).toEqual([0, 1])
})
