import { expect, test } from 'vitest'
import type { Json } from '../../../shared/json.ts'
import { commit, entriesOf, give, setUpBench, shown } from './support/bench.ts'
import { en, post, set } from './support/site.ts'

const bench = setUpBench()

/** Parks the only entry of the post, as a version did that could not merge these values. */
function parkAsBefore(key: string, path: string, [base, mine, theirs]: [Json, Json, Json]): void {
  const conflicts = [{ path, locale: null, base, mine, theirs }]
  const problem = JSON.stringify({ code: 'conflict', message: '', status: null, fields: [], conflicts })
  const changes = JSON.stringify([set(path, base, mine)])
  bench.database.db
    .prepare(
      `UPDATE outbox SET state = 'parked', problem = ?, problem_code = 'conflict', changes = ? WHERE key = ?`,
    )
    .run(problem, changes, key)
}

test('SY7 what an earlier version parked, and the merge of today brings together, goes by itself at the next start', () => {
  give(bench.store, post('1'), { tags: ['a', 'b'] })
  const key = commit(bench.store, post('1'), [set('tags', ['a', 'b'], ['a', 'b', 'c'])])
  parkAsBefore(key, 'tags', [['a'], ['a', 'c'], ['a', 'b']])
  expect(entriesOf(bench.store, post('1'))).toMatchObject([{ state: 'parked' }])
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toMatchObject([{ key, state: 'waiting', problem: null }])
  expect(shown(bench.store, post('1')).data['tags']).toEqual(expect.arrayContaining(['a', 'b', 'c']))
})

test('SY7 SY16 what both sides made the same asks nobody: it is over, and in the history', () => {
  give(bench.store, post('1'), { tags: ['a', 'b'] })
  const key = commit(bench.store, post('1'), [set('tags', ['a', 'b'], ['b'])])
  parkAsBefore(key, 'tags', [['a'], ['a', 'b'], ['a', 'b']])
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toEqual([])
  expect(bench.store.outboxCounts()).toMatchObject({ conflict: 0, waiting: 0 })
  expect(bench.store.sentEntries()).toMatchObject([{ key }])
})

test('SY7 what is in conflict asks after a restart as before it', () => {
  give(bench.store, post('1'), { title: { en: 'Old' }, layout: [{ id: 'r', blockType: 'hero', size: 'a' }] })
  commit(bench.store, post('1'), [en('title', 'Old', 'Mine'), set('layout.r.size', 'a', 'mine')])
  commit(bench.store, post('1'), [en('title', 'Mine', 'Mine again')], 'publish')
  give(bench.store, post('1'), { title: { en: 'Theirs' }, layout: [] }, 2)
  const before = entriesOf(bench.store, post('1'))
  expect(before.map(({ problem }) => problem?.code)).toContain('conflict')
  bench.reopen()
  expect(entriesOf(bench.store, post('1'))).toEqual(before)
})
