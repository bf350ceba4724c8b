import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../main/store/durability/database.ts'
import type { StoreApi } from '../../../main/store/store-api.ts'
import { createStore } from '../../../main/store/store.ts'
import type { Db } from '../../../main/store/tables/sql.ts'
import { applyDelta, textDelta } from '../../../main/store/versions/packed-text.ts'
import type { VersionRow } from '../../../shared/ipc.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { fieldTypes } from '../../../shared/fields/registry.ts'
import { tries } from '../../support/tries.ts'
import { post, site } from './support/site.ts'

let store: StoreApi
let db: Db
let close: () => void
let folder: string

function openEmpty(): void {
  folder = mkdtempSync(join(tmpdir(), 'galley-versions-'))
  const opened = openDatabase({ file: join(folder, 'store.sqlite') })
  db = opened.db
  close = () => opened.close()
  let moment = 0
  const now = () => new Date((moment += 1000)).toISOString()
  store = createStore({ types: fieldTypes, db, onEvent: () => undefined, now })
  store.setSchema(site)
}
function remove(): void {
  close()
  rmSync(folder, { recursive: true })
}
beforeEach(openEmpty)
afterEach(remove)

const row = (n: number): VersionRow => ({
  id: `v${n}`,
  updatedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
})
const ref = post('7')
const put = (n: number, data: JsonObject) => store.putVersionContent({ ref, version: row(n), data })
const read = (n: number) => store.versionContent({ ref, versionId: `v${n}` })
const text = (n: number) => JSON.stringify(read(n)?.data)
const bytes = () =>
  db.prepare<[], { n: number }>('SELECT sum(length(packed)) AS n FROM version_contents').get()?.n ?? 0

const story = (n: number): JsonObject => ({
  title: `Title ${n}`,
  body: 'The same words in all of them, from the first to the last, and then some.',
})

/** Through how many others a version is read. */
function links(n: number): number {
  const against = db.prepare<[string], { against: string | null }>(
    'SELECT against FROM version_contents WHERE version_id = ?',
  )
  let through = 0
  for (let id = against.get(`v${n}`)?.against; id != null; id = against.get(id)?.against) through += 1
  return through
}

/** About 194 KB: 200 blocks, 100 rows and 300 paragraphs. */
function bigDocument(): { [key: string]: Json } & { paragraphs: string[] } {
  const sentences = fc.lorem({ mode: 'sentences', maxCount: 12 })
  const [words = []] = fc.sample(fc.tuple(...Array.from({ length: 800 }, () => sentences)), { seed: 7 })
  return {
    blocks: words
      .slice(0, 200)
      .map((title, n) => ({ id: `${n}`.padStart(24, '0'), blockType: 'quote', title, shown: true })),
    rows: words.slice(200, 300).map((label, n) => ({ id: `a${n}`.padStart(24, '0'), label, qty: n })),
    paragraphs: words.slice(300),
  }
}

describe('what versions hold', () => {
  test('200 versions of a document of 194 KB take less than 2 MB', () => {
    const document = bigDocument()
    expect(JSON.stringify(document).length).toBeGreaterThan(190_000)
    const history: string[] = []
    for (let n = 0; n < 200; n += 1) {
      document.paragraphs = document.paragraphs.with(
        (n * 7) % 300,
        `Edited for the ${n}th time, here and there.`,
      )
      history.push(JSON.stringify(document))
      put(n, document)
    }
    expect(bytes()).toBeLessThan(2_000_000)
    expect(text(0)).toBe(history[0])
    expect(text(120)).toBe(history[120])
    expect(text(199)).toBe(history[199])
  })

  test('a version is read through at most 20 others, in whatever order they were kept, and again after any of them was written anew', () => {
    const numbers = Array.from({ length: 70 }, (_, n) => n)
    const order = fc.oneof(
      fc.constant(numbers),
      fc.constant(numbers.toReversed()),
      fc.shuffledSubarray(numbers, { minLength: 70 }),
    )
    fc.assert(
      fc.property(order, fc.array(fc.nat({ max: 69 }), { maxLength: 5 }), (all, again) => {
        db.exec('DELETE FROM version_contents')
        for (const n of all) put(n, story(n))
        for (const n of again) put(n, { ...story(n), title: 'Written anew' })
        expect(Math.max(...numbers.map(links))).toBeLessThanOrEqual(20)
        expect(numbers.map((n) => read(n)?.data['title'])).toEqual(
          numbers.map((n) => (again.includes(n) ? 'Written anew' : `Title ${n}`)),
        )
      }),
      tries(20),
    )
  })

  test('one that is damaged takes those with it that are read through it, up to the next whole one, and no older ones', () => {
    const numbers = Array.from({ length: 70 }, (_, n) => n)
    for (const n of numbers) put(n, story(n))
    db.exec("UPDATE version_contents SET packed = x'00' WHERE version_id = 'v50'")
    const lost = numbers.filter((n) => read(n) === null)
    const last = lost[0] ?? 0
    expect(lost).toEqual(numbers.filter((n) => n >= last && n <= 50))
    expect(lost.length).toBeLessThanOrEqual(21)
    expect(links(last - 1)).toBe(0)
  })

  test('any history, put in any order, with any of it put again or written anew, is read back byte for byte', () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const document = fc.dictionary(fc.string({ unit: 'binary' }), value)
    const history = fc.array(document, { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(
        history,
        fc.infiniteStream(fc.nat({ max: 11 })),
        fc.array(document, { maxLength: 4 }),
        (documents, order, again) => {
          db.exec('DELETE FROM version_contents')
          const expected = new Map<number, string>()
          const keep = (n: number, data: { [key: string]: unknown }) => {
            put(n, data as JsonObject)
            expected.set(n, JSON.stringify(data))
          }
          const left = documents.map((data, n) => ({ data, n }))
          while (left.length > 0) {
            const [one] = left.splice((order.next().value ?? 0) % left.length, 1)
            if (one) keep(one.n, one.data)
          }
          for (const data of again) keep((order.next().value ?? 0) % documents.length, data)
          for (const [n, json] of expected) expect(text(n)).toBe(json)
        },
      ),
      tries(200),
    )
  })

  test('a difference applied to the older text gives the newer one, whatever both are', () => {
    const part = fc.constantFrom(
      '"title":"Night train to the north"',
      ',{"id":"0001"}',
      '😀',
      'x'.repeat(40),
      '\n',
    )
    const words = fc
      .array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 30 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(words, words, (base, next) => {
        expect(applyDelta(base, textDelta(base, next))).toBe(next)
      }),
      tries(1000),
    )
  })

  test('a damaged difference does not make more of a text than is ever kept', () => {
    const base = 'x'.repeat(1_000_000)
    const delta = Array.from({ length: 300 }, (): [number, number] => [0, base.length])
    expect(() => applyDelta(base, delta)).toThrow('too long')
  })

  test('one that is written anew in the middle, as an autosave is, leaves the others as they are', () => {
    for (let n = 0; n < 6; n += 1)
      put(n, { title: `Title ${n}`, body: 'The same words in all of them, from first to last.' })
    put(3, { title: 'Another', body: 'Nothing of it stayed.' })
    expect([0, 1, 2, 3, 4, 5].map((n) => read(n)?.data['title'])).toEqual([
      'Title 0',
      'Title 1',
      'Title 2',
      'Another',
      'Title 4',
      'Title 5',
    ])
  })

  test('one that is damaged is not here, nor is what hangs on it, and both can be kept anew', () => {
    const body = 'The same words in all of them, from first to last, and then some.'
    for (let n = 0; n < 4; n += 1) put(n, { title: `Title ${n}`, body })
    for (const damage of ["packed = x'00'", 'packed = zeroblob(0)', "hash = ''", "row = '{'"]) {
      db.exec(`UPDATE version_contents SET ${damage} WHERE version_id = 'v2'`)
      expect(read(2)).toBeNull()
      expect(read(3)?.data['title']).toBe('Title 3')
      for (const n of [2, 1, 0]) put(n, { title: `Title ${n}`, body })
      expect([0, 1, 2, 3].map((n) => read(n)?.data['title'])).toEqual([
        'Title 0',
        'Title 1',
        'Title 2',
        'Title 3',
      ])
    }
    db.exec('DELETE FROM version_contents')
    for (const n of [2, 1]) put(n, { title: `Title ${n}`, body })
    db.exec("DELETE FROM version_contents WHERE version_id = 'v2'")
    expect([read(1), read(2)]).toEqual([null, null])
    put(1, { title: 'Kept anew' })
    expect(read(1)?.data).toEqual({ title: 'Kept anew' })
  })

  test('goes with its document, and before any document where room is needed', () => {
    put(1, { title: 'A version' })
    store.putBase({
      ref: post('8'),
      data: { id: 8, title: { en: 'A document' } },
      updatedAt: '2020-01-01',
      status: null,
      hasPublished: null,
    })
    const before = store.documentBytes()
    expect(store.makeRoom({ bytes: 1, olderThan: null })).toBe(before - store.documentBytes())
    expect(read(1)).toBeNull()
    expect(store.getDocument(post('8'))).not.toBeNull()

    store.putVersionContent({ ref: post('8'), version: row(1), data: { title: 'A version' } })
    store.removeBase(post('8'))
    expect(store.versionContent({ ref: post('8'), versionId: 'v1' })).toBeNull()
  })
})
