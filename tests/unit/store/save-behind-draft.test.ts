import { expect, test } from 'vitest'
import { problemOf } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, leave, setUpBench } from './support/bench.ts'
import { en, post, set } from './support/site.ts'

/* An entry that keeps a document's status, such as a move into a folder, never includes drafted edits: the site would
   show unpublished text. */

const bench = setUpBench()
const LOCKED = problemOf('locked')
const REFUSED = problemOf('validation', { fields: [{ path: 'slug', message: 'No.' }] })

function published(): void {
  give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a', _status: 'published' })
}
const writes = () =>
  entriesOf(bench.store, post('1')).map(({ mode, changes }) => [mode, changes.map(({ path }) => path)])

test('an autosave that takes the place of a refused move is a draft', () => {
  published()
  const key = commit(bench.store, post('1'), [set('slug', 'a', 'b')], 'save')
  leave(bench.store, key)
  bench.store.settleParked({ key, problem: REFUSED })
  commit(bench.store, post('1'), [en('title', 'A', 'half a sent')], 'autosave')
  expect(writes()).toEqual([['draft', ['slug', 'title']]])
})

test('an autosave that waits behind a move as that is refused goes as a draft', () => {
  published()
  const key = commit(bench.store, post('1'), [set('slug', 'a', 'b')], 'save')
  leave(bench.store, key)
  commit(bench.store, post('1'), [en('title', 'A', 'half a sent')], 'autosave')
  bench.store.settleParked({ key, problem: REFUSED })
  expect(writes()).toEqual([['draft', ['slug', 'title']]])
})

test('a draft that keeps failing takes a move behind it along as a draft', () => {
  published()
  const key = commit(bench.store, post('1'), [en('title', 'A', 'Not yet to be seen')], 'draft')
  commit(bench.store, post('1'), [set('slug', 'a', 'b')], 'save')
  leave(bench.store, key)
  bench.store.settleRetry({ key, outcomeUnknown: false, refused: true, problem: LOCKED })
  expect(writes().filter(([mode]) => mode === 'save')).not.toContainEqual(['save', ['title', 'slug']])
  expect(writes()).toEqual([['draft', ['title', 'slug']]])
})

test('a move that takes the place of a refused move is one, and a publish takes all of it', () => {
  published()
  const key = commit(bench.store, post('1'), [set('slug', 'a', 'b')], 'save')
  leave(bench.store, key)
  bench.store.settleParked({ key, problem: REFUSED })
  commit(bench.store, post('1'), [set('slug', 'b', 'c')], 'save')
  expect(writes()).toEqual([['save', ['slug']]])
  commit(bench.store, post('1'), [en('title', 'A', 'Out')], 'publish')
  expect(writes()).toEqual([
    ['save', ['slug']],
    ['publish', ['title']],
  ])
})
