import { expect, test } from 'vitest'
import { commit, entriesOf, give, setUpBench } from './support/bench.ts'
import { en, post, site } from './support/site.ts'

const bench = setUpBench()

test('F87 a list of joined documents that cannot be read keeps nothing from leaving, and a publish asks', () => {
  give(bench.store, post('1'), { title: { en: 'A' } })
  give(bench.store, post('2'), { title: { en: 'A' } })
  const key = commit(bench.store, post('1'), [en('title', 'A', 'B')])
  commit(bench.store, post('2'), [en('title', 'A', 'B')], 'publish')
  const sql = `INSERT INTO resources (key, value, etag, fetched_at) VALUES ('joined', '[{"kind":', NULL, '')`
  bench.database.db.prepare(sql).run()
  bench.store.setSchema(site)
  expect(bench.store.prepareSend(key)?.request.body).toMatchObject({ title: 'B' })
  expect(entriesOf(bench.store, post('2'))).toMatchObject([{ problem: { code: 'base-moved' } }])
})
