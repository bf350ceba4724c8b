import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { author, en, post, set } from './support/site.ts'
import { commit, entriesOf, give, leave, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const child = fileURLToPath(new URL('./support/crash-child.ts', import.meta.url))
const workerChild = fileURLToPath(new URL('./support/crash-worker-child.ts', import.meta.url))
const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

/** Runs the child over the file; true where it was killed on the way. */
function run(what: string, count: number): boolean {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [child, bench.file, what, String(count)],
    {
      encoding: 'utf8',
    },
  )
  expect([stderr, status === 0 ? stdout : signal]).toEqual(['', status === 0 ? 'done' : 'SIGKILL'])
  return signal === 'SIGKILL'
}

/** Kills the child at every row that it writes, one after another, and looks at the file each time. */
function atEveryPoint(
  what: string,
  prepare: () => void,
  look: (store: StoreApi) => 'before' | 'after',
): number {
  prepare()
  bench.database.close()
  copyFileSync(bench.file, `${bench.file}.start`)
  let points = 0
  for (let count = 1; ; count++) {
    for (const suffix of ['-wal', '-shm']) rmSync(bench.file + suffix, { force: true })
    copyFileSync(`${bench.file}.start`, bench.file)
    const killed = run(what, count)
    // bench.reopen closes first, which does nothing the second time.
    bench.reopen()
    expect(bench.database.notices).toEqual([])
    expect(look(bench.store)).toBe(killed ? 'before' : 'after')
    bench.database.close()
    if (!killed) break
    points = count
  }
  bench.reopen()
  return points
}

describe('SIGKILL in the middle of a write to the real file', () => {
  test('SY1 what was typed is there once the call has returned, though nothing was closed', () => {
    give(bench.store, post('1'), { title: { en: 'A' } })
    bench.database.close()
    expect(run('draft', 0)).toBe(true)
    expect(existsSync(`${bench.file}-wal`)).toBe(true)
    bench.reopen()
    expect(bench.store.getDocument(post('1'))?.draft).toMatchObject({
      changes: [en('title', 'A', 'Typed')],
    })
  })

  test('SY1 SY4 what the worker has acknowledged outlives the process', () => {
    give(bench.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    bench.database.close()
    const { signal, stderr } = spawnSync(process.execPath, [workerChild, bench.file], { encoding: 'utf8' })
    expect([stderr, signal]).toEqual(['', 'SIGKILL'])
    bench.reopen()
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      draft: { changes: [set('slug', 'a', 'typed')] },
      entries: [{ state: 'unknown', attempts: 1, changes: [en('title', 'A', 'B')] }],
    })
  })

  test('SY1 a commit ends the draft and queues the entry, or does neither', () => {
    const points = atEveryPoint(
      'commit',
      () => {
        give(bench.store, post('1'), { title: { en: 'A' } })
        bench.store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'B')] })
      },
      (store) => {
        const view = store.getDocument(post('1'))
        const layers = [view?.draft ? 1 : 0, view?.entries.length]
        expect([
          [1, 0],
          [0, 1],
        ]).toContainEqual(layers)
        return layers[0] === 1 ? 'before' : 'after'
      },
    )
    expect(points).toBeGreaterThanOrEqual(2)
  })

  test('SY4 after a kill behind markSending the outcome is unknown, before it the entry waits', () => {
    const points = atEveryPoint(
      'sending',
      () => {
        give(bench.store, post('1'), { title: { en: 'A' } })
        commit(bench.store, post('1'), [en('title', 'A', 'B')])
      },
      (store) => {
        const [entry] = entriesOf(store, post('1'))
        const request = store.prepareSend(entry?.key ?? '')?.request
        expect(request?.body).toMatchObject({ title: 'B' })
        expect(entry?.attempts).toBe(entry?.state === 'unknown' ? 1 : 0)
        expect(store.prepareSend(entry?.key ?? '')?.request.idempotencyKey === request?.idempotencyKey).toBe(
          entry?.state === 'unknown',
        )
        return entry?.state === 'unknown' ? 'after' : 'before'
      },
    )
    expect(points).toBeGreaterThanOrEqual(2)
  })

  test('SY8 a creation is settled as a whole or not at all, at each of its rows', () => {
    const points = atEveryPoint(
      'settle',
      () => {
        const { store } = bench
        store.createDocument({ slug: 'authors', id: TEMP, data: {} })
        const created = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
        give(store, post('7'), { title: { en: 'A' } })
        commit(store, post('7'), [set('author', null, TEMP)])
        store.putDraft({ ref: post('7'), changes: [set('author', null, TEMP)] })
        leave(store, created)
        commit(store, author(TEMP), [set('name', 'Ada', 'Ada L.')], 'save', null)
        store.putDraft({ ref: author(TEMP), changes: [set('name', 'Ada L.', 'A')] })
      },
      (store) => {
        const document = store.getDocument(author(TEMP))
        const isSettled = document?.isNew === false
        const id = isSettled ? 42 : TEMP
        expect(document).toMatchObject({
          ref: author(String(id)),
          entries: isSettled ? [{ state: 'waiting' }] : [{ state: 'unknown' }, { state: 'waiting' }],
          draft: { changes: [set('name', 'Ada L.', 'A')] },
        })
        expect(store.getDocument(post('7'))).toMatchObject({
          entries: [{ changes: [set('author', null, id)], waitsFor: isSettled ? [] : [TEMP] }],
          draft: { changes: [set('author', null, id)] },
        })
        return isSettled ? 'after' : 'before'
      },
    )
    expect(points).toBeGreaterThanOrEqual(8)
  })
})
