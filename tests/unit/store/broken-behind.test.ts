import { expect, test } from 'vitest'
import { makeTempId } from '../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { collection, relation, text } from '../shared/build-fields.ts'
import { commit, entriesOf, give, leave, setUpBench } from './support/bench.ts'
import { at, de, en, note, post, set, site } from './support/site.ts'

/* An unreadable entry has only the text in its row, which stays whatever happens to earlier entries (SY10). */

const bench = setUpBench()
const SECOND = makeTempId('7c9e6679-7425-40de-944b-e07fc1f90ae7')
const DAMAGE = '[{"kind":"set","to":"What was typed'

/** Damages the document's last entry, and lets the program notice. Returns its key. */
function damageLast(ref: DocRef): string {
  const key = entriesOf(bench.store, ref).at(-1)?.key ?? ''
  bench.database.db.prepare('UPDATE outbox SET changes = ? WHERE key = ?').run(DAMAGE, key)
  bench.store.parkBroken([key])
  return key
}

function expectKept(ref: DocRef, key: string): void {
  expect(entriesOf(bench.store, ref).at(-1)).toMatchObject({ key, problem: { code: 'broken' } })
  const { text: raw } = bench.store.rawEntry(key)
  expect(JSON.parse(raw ?? '{}')).toMatchObject({ key, changes: DAMAGE })
}

test('SY10 SY13 behind what was sent for a field that is gone', () => {
  const { store } = bench
  give(store, note('n1'), { title: 'Old' })
  const key = commit(store, note('n1'), [set('title', 'Old', 'Typed')], 'save')
  leave(store, key)
  commit(store, note('n1'), [set('title', 'Typed', 'More')], 'save')
  const broken = damageLast(note('n1'))
  const collections = site.collections.map((one) =>
    one.slug === 'notes' ? collection([text('heading')], { slug: 'notes', versions: null }) : one,
  )
  store.setSchema({ ...site, fingerprint: 'f2', collections })
  store.settleSent({ key, answer: { data: { id: 'n1', heading: 'Old', updatedAt: at(2) }, locale: 'en' } })
  expect(entriesOf(store, note('n1')).map((entry) => entry.key)).toEqual([key, broken])
  expectKept(note('n1'), broken)
})

test('SY10 SY6 behind a row that is put back in all its languages', () => {
  const { store } = bench
  const row = { id: 'r1', blockType: 'hero', heading: { en: 'First', de: 'Erstes' } }
  const other = { id: 'r2', blockType: 'hero' }
  give(store, post('1'), { layout: [row, other] })
  const key = commit(store, post('1'), [en('layout.r1.heading', 'First', 'Mine')])
  give(store, post('1'), { layout: [other] }, 2)
  commit(store, post('1'), [set('slug', null, 'later')])
  const broken = damageLast(post('1'))
  store.retry({ key, choices: { 'layout.r1': 'mine' } })
  expect(entriesOf(store, post('1')).map((entry) => entry.key)).toEqual([key, expect.any(String), broken])
  expectKept(post('1'), broken)
})

test('SY10 SY8 behind a creation that is cut in two', () => {
  const { store } = bench
  const collections = site.collections.map((one) =>
    one.slug === 'authors'
      ? collection([text('name'), relation('first', { relationTo: ['posts'], required: true })], {
          slug: 'authors',
          versions: null,
        })
      : one,
  )
  store.setSchema({ ...site, fingerprint: 'f2', collections })
  const made = store.createDocument({ slug: 'posts', id: makeTempId('1'), data: {} })
  const writer = store.createDocument({ slug: 'authors', id: SECOND, data: {} })
  const id = (ref: DocRef): string => (ref.kind === 'collection' ? ref.id : '')
  commit(store, made, [set('author', null, id(writer))])
  commit(store, made, [de('title', null, 'Ö')], 'draft', 'de')
  const waits = commit(store, made, [set('author', id(writer), null), en('title', null, 'A')])
  const broken = damageLast(made)
  expect(waits).toBe(broken)
  commit(store, writer, [set('first', null, id(made))], 'save', null)
  expect(entriesOf(store, made).map(({ create, locale }) => [create, locale])).toEqual([
    [true, 'en'],
    [false, 'en'],
    [false, 'de'],
    [false, 'en'],
  ])
  expectKept(made, broken)
})

test('SY10 where its document is created again', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' } })
  commit(store, post('1'), [en('title', 'A', 'Mine')])
  commit(store, post('1'), [de('title', null, 'Ö')], 'draft', 'de')
  const broken = damageLast(post('1'))
  store.removeBase(post('1'))
  const made = store.createAgain({ ref: post('1'), id: SECOND, locale: 'en' })
  expect(entriesOf(store, made)).toHaveLength(1)
  expect(entriesOf(store, post('1'))).toHaveLength(1)
  expectKept(post('1'), broken)
  store.discard(broken)
  expect(store.getDocument(post('1'))).toBeNull()
})

test('SY3 what is queued later is behind what was moved', () => {
  const { store } = bench
  const row = { id: 'r1', blockType: 'hero', heading: { en: 'First', de: 'Erstes' } }
  give(store, post('1'), { layout: [row] })
  const key = commit(store, post('1'), [en('layout.r1.heading', 'First', 'Mine')])
  give(store, post('1'), { layout: [] }, 2)
  const later = commit(store, post('1'), [set('slug', null, 'later')])
  store.retry({ key, choices: { 'layout.r1': 'mine' } })
  store.discard(later)
  const last = commit(store, post('1'), [], 'publish')
  bench.reopen()
  expect(entriesOf(bench.store, post('1')).at(-1)?.key).toBe(last)
})
