import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refId } from '../../../shared/cms/doc-ref.ts'
import { at, en, post, set } from './support/site.ts'
import { commit, give, send, setUpBench } from './support/bench.ts'

const bench = setUpBench()
const long = 'x'.repeat(1000)
const isHere = (id: string) => bench.store.localCopies('posts').some((one) => one.id === id)

test('room is made by what changed longest ago, and never by unsent work', () => {
  const { store } = bench
  for (const id of ['1', '2', '3', '4', '5']) give(store, post(id), { title: { en: long } }, Number(id))
  commit(store, post('1'), [en('title', long, 'Queued')])
  store.putDraft({ ref: post('2'), changes: [en('title', long, 'Typed')] })
  const fresh = store.createDocument({ slug: 'posts', id: 'temp', data: {} })
  const before = store.documentBytes()
  const freed = store.makeRoom({ bytes: 1500, olderThan: null })
  expect(freed).toBeGreaterThan(1500)
  expect(store.documentBytes()).toBe(before - freed)
  expect(['1', '2', '3', '4', '5'].filter(isHere)).toEqual(['1', '2', '5'])
  // The list goes on showing them.
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: 'en' }
  expect(store.list(query).rows.map(({ complete }) => complete)).toEqual([true, true, false, false, true])
  expect(store.getDocument(fresh)).not.toBeNull()
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBeGreaterThan(0)
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBe(0)
  expect(['1', '2'].filter(isHere)).toEqual(['1', '2'])
})

test('what is newer than what comes is not forgotten for it', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: long } }, Number(id))
  const [first, second] = store.localCopies('posts').toSorted((a, b) => a.id.localeCompare(b.id))
  expect(store.makeRoom({ bytes: 1, olderThan: first?.updatedAt ?? '' })).toBe(0)
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: second?.updatedAt ?? '' })).toBeGreaterThan(0)
  expect(['1', '2'].filter(isHere)).toEqual(['2'])
})

test('what was opened stays, however old it is: it may be on the screen', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: long } }, Number(id))
  store.openDocument(post('1'))
  expect(store.makeRoom({ bytes: 1_000_000, olderThan: null })).toBeGreaterThan(0)
  expect(['1', '2'].filter(isHere)).toEqual(['1'])
})

test('F88 what the program reads for itself, as for pictures that it fetches ahead, goes when room is made', () => {
  const { store } = bench
  for (const id of ['1', '2']) give(store, post(id), { title: { en: long } }, Number(id))
  store.getDocument(post('1'))
  store.openDocument(post('2'))
  expect(store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })).toBeGreaterThan(0)
  expect(['1', '2'].filter(isHere)).toEqual(['2'])
})

test('U6 the documents that could go are counted, and those of which something is unsent never go', () => {
  const { store } = bench
  for (const id of ['1', '2', '3']) give(store, post(id), { title: { en: long } }, Number(id))
  commit(store, post('1'), [en('title', long, 'Queued')])
  const kept = store.keptDocuments()
  expect(kept.documents).toBe(2)
  expect(kept.bytes).toBeGreaterThan(2000)
  expect(store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })).toBe(kept.bytes)
  expect(store.keptDocuments()).toEqual({ documents: 0, bytes: 0 })
  expect(isHere('1')).toBe(true)
})

test('U6 of what a person removes lists keep title, status and dates, and the files nothing', () => {
  const { store } = bench
  const secrets = ['Marginalia', 'Palimpsest']
  const dataOf = (id: string) => ({ id, title: { en: `Title ${id}` }, slug: secrets[0] ?? '' })
  for (let id = 1; id <= 150; id++)
    give(store, post(String(id)), { ...dataOf(String(id)), words: { en: [`${secrets[1]} ${long}`] } }, id)
  give(store, post('opened'), { title: { en: 'O' }, slug: 'mine' }, 1)
  store.openDocument(post('opened'))
  const left = () => {
    const files = readdirSync(bench.folder).map((name) => readFileSync(join(bench.folder, name)))
    return secrets.filter((secret) => files.some((bytes) => bytes.includes(secret)))
  }
  expect(left()).toEqual(secrets)
  const steps: number[] = []
  for (let step = store.forgetCopies(); step > 0; step = store.forgetCopies()) steps.push(step)
  expect(steps).toEqual([100, 50])
  expect(store.emptyLog()).toBe(true)
  expect(left()).toEqual([])
  const query = { slug: 'posts', page: 1, limit: 200, sort: 'id', search: '', where: null, locale: 'en' }
  const { rows } = store.list(query)
  expect(rows).toHaveLength(151)
  const dataIn = (id: string) => rows.find(({ ref }) => refId(ref) === id)?.data
  const dates = { createdAt: expect.any(String), updatedAt: expect.any(String) }
  expect(dataIn('7')).toEqual({ id: '7', title: { en: 'Title 7' }, ...dates })
  expect(dataIn('opened')).toMatchObject({ slug: 'mine' })
})

test('room is found behind any number of documents that were opened', () => {
  const { store } = bench
  for (let id = 0; id < 130; id++) give(store, post(String(id)), { title: { en: 'A' } }, id)
  for (let id = 0; id < 120; id++) store.openDocument(post(String(id)))
  expect(store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })).toBeGreaterThan(0)
  expect(store.keptDocuments().documents).toBe(120)
})

test('T1 F2 a document of which a person has not been told yet what was not saved is not removed', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: long }, slug: 'a' })
  const key = commit(store, post('1'), [set('slug', 'a', 'b')])
  // The server keeps what it had.
  send(store, key, { id: 1, title: long, slug: 'a', createdAt: at(0), updatedAt: at(2) })
  bench.reopen()
  expect(bench.store.keptDocuments().documents).toBe(0)
  bench.store.makeRoom({ bytes: Number.MAX_SAFE_INTEGER, olderThan: null })
  while (bench.store.forgetCopies() > 0);
  expect(isHere('1')).toBe(true)
  expect(bench.store.getDocument(post('1'))?.differences).toMatchObject([
    { path: 'slug', result: 'not-saved', sent: 'b', saved: 'a' },
  ])
})
