import { afterAll, expect, test, vi } from 'vitest'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import { importCounted, stepRatio, stopCounting } from '../../support/step-count.ts'
import { collection, text } from '../shared/build-fields.ts'
import type { Bench } from './support/bench.ts'
import { at, site } from './support/site.ts'

const { leaveMove, setUpBench } = await importCounted(() => import('./support/bench.ts'))
afterAll(stopCounting)

const fewer = setUpBench()
const more = setUpBench()

const withOrders: SiteSchema = {
  ...site,
  collections: [
    ...site.collections,
    ...['links', 'notes'].map((slug) => collection([text('_order')], { slug, orderable: true })),
  ],
}

/** Creates moves of a collection, behind all others. */
function fill({ database }: Bench, slug: string, state: 'waiting' | 'parked', count: number): void {
  const move = { field: '_order', scope: null, near: [{ id: '1', side: 'greater' }] }
  database.db
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
       INSERT INTO moves (seq, key, kind, slug, id, field, move, state, created_at, updated_at)
       SELECT (SELECT coalesce(max(seq), 0) FROM moves) + n, ? || n, 'collection', ?, ? || n, '_order', ?, ?, ?, ?
       FROM numbers`,
    )
    .run(count, `${slug} ${state} `, slug, `${state} `, JSON.stringify(move), state, at(1), at(1))
}

/** Returns the work for each sent move, with a queue of this length. */
function sending(bench: Bench, count: number): () => void {
  fill(bench, 'notes', 'waiting', count)
  fill(bench, 'links', 'parked', count)
  fill(bench, 'links', 'waiting', count)
  const key = 'links waiting 1'
  return () => {
    const { store } = bench
    const heads = store.outboxHeads({ after: 0, limit: 20 })
    if (heads.at(-1)?.key !== key) throw new Error('it is not in turn')
    leaveMove(store, key)
    store.stepMove({ key, step: { type: 'back', outcomeUnknown: false } })
  }
}

test('a move that leaves costs the same however many wait behind it, beside it, or for a person', async () => {
  for (const { store, database } of [fewer, more]) {
    store.setSchema(withOrders)
    // Neither syncs to disk.
    database.db.pragma('synchronous = OFF')
  }
  const [few, many] = [sending(fewer, 100), sending(more, 800)]
  const prepare = vi.spyOn(more.database.db, 'prepare')
  // Statements are compiled at the first run.
  few()
  many()
  const statements = prepare.mock.calls.map(([sql]) => sql)
  expect(statements).not.toEqual([])
  for (const sql of statements) expect([sql, wholeReads(more, sql)]).toEqual([sql, []])
  expect(await stepRatio(few, many)).toBeLessThan(1.1)
})

/** Returns the steps of SQLite's plan that scan a table or sort. `slugs` is short, so it may be scanned. */
function wholeReads({ database }: Bench, sql: string): string[] {
  const values = Array<null>(sql.split('?').length - 1).fill(null)
  return database.db
    .prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN (?!slugs)|TEMP B-TREE/.test(detail))
}
