import { describe, expect, test } from 'vitest'
import type { Change } from '../../../shared/document/change.ts'
import { putBack } from '../../../shared/document/open-differences.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { collection, text } from '../shared/build-fields.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench } from './support/bench.ts'
import { at, author, de, en, note, post, set, site } from './support/site.ts'

const bench = setUpBench()
const postFields = site.collections.find(({ slug }) => slug === 'posts')?.fields ?? []

/** A post with a title and a slug, and one edit of each that is sent; the server has what `stored` says. */
function sendBoth(stored: JsonObject): string {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
  const key = commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'b')])
  send(store, key, { id: 1, title: 'B', slug: 'b', ...stored, createdAt: at(0), updatedAt: at(2) })
  return key
}

const differencesOf = (id = '1') => bench.store.getDocument(post(id))?.differences ?? []

describe('F2 an answer that is not what was sent', () => {
  test('F2 SY16 is told with both values, and the document is not called saved', () => {
    const key = sendBoth({ slug: 'a' })
    expect(entriesOf(bench.store, post('1'))).toEqual([])
    expect(bench.store.getDocument(post('1'))?.state).toEqual({ kind: 'differs', changed: 0, notSaved: 1 })
    expect(differencesOf()).toMatchObject([
      { kind: 'field', path: 'slug', locale: null, result: 'not-saved', sent: 'b', saved: 'a', key },
    ])
    expect(bench.store.outboxCounts()).toMatchObject({ waiting: 0, differs: 1 })
    expect(bench.store.sentEntries()).toMatchObject([
      {
        key,
        ref: post('1'),
        mode: 'draft',
        locale: 'en',
        title: { en: 'B', de: 'Ä' },
        cells: [
          { path: 'slug', locale: null, result: 'not-saved' },
          { path: 'title', locale: 'en', result: 'saved' },
        ],
        differences: [{ path: 'slug', sent: 'b', saved: 'a' }],
      },
    ])
  })

  test('F2 outlives a restart', () => {
    sendBoth({ slug: 'other' })
    bench.reopen()
    expect(differencesOf()).toMatchObject([{ path: 'slug', result: 'changed', sent: 'b', saved: 'other' }])
    expect(bench.store.sentEntries()).toHaveLength(1)
  })

  test('F2 SY16 what the answer to another entry holds already is over, and the history has both', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const first = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, first)
    const next = commit(store, post('1'), [set('slug', 'a', 'b')])
    store.settleSent({
      key: first,
      answer: { data: { id: 1, title: 'B', slug: 'b', updatedAt: at(2) }, locale: 'en' },
    })
    expect(entriesOf(store, post('1'))).toEqual([])
    expect(new Set(store.sentEntries().map(({ key }) => key))).toEqual(new Set([first, next]))
  })

  test('F2 SY16 saved as sent: nothing is said, and the history has it', () => {
    sendBoth({})
    expect(bench.store.getDocument(post('1'))).toMatchObject({ state: { kind: 'saved' }, differences: [] })
    expect(bench.store.outboxCounts().differs).toBe(0)
    expect(bench.store.sentEntries()).toMatchObject([{ differences: [], words: null }])
  })

  test('F2 is of no account while a newer edit of the same field waits, and told again where that is given up', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    const key = commit(store, post('1'), [set('slug', 'a', 'c')])
    expect(store.getDocument(post('1'))).toMatchObject({ differences: [], state: { kind: 'waiting' } })
    store.discard(key)
    expect(differencesOf()).toHaveLength(1)
    store.putDraft({ ref: post('1'), changes: [set('slug', 'a', 'c')] })
    expect(differencesOf()).toEqual([])
  })

  test('F2 is of no account where a newer edit was queued before the answer came', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, post('1'), [set('slug', 'a', 'b')])
    leave(store, key)
    const newer = commit(store, post('1'), [set('slug', 'b', 'c')])
    store.settleSent({
      key,
      answer: { data: { id: 1, title: 'A', slug: 'x', updatedAt: at(2) }, locale: 'en' },
    })
    expect(differencesOf()).toEqual([])
    send(store, newer, { id: 1, title: 'A', slug: 'c', updatedAt: at(3) })
    expect(store.getDocument(post('1'))).toMatchObject({ differences: [], state: { kind: 'saved' } })
  })

  test('F2 ends with a write of the same field that is taken, and begins anew with one that is not', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    const again = commit(store, post('1'), [set('slug', 'a', 'c')])
    send(store, again, { id: 1, title: 'B', slug: 'a', updatedAt: at(3) })
    expect(differencesOf()).toMatchObject([{ sent: 'c', saved: 'a', key: again }])
    send(store, commit(store, post('1'), [set('slug', 'a', 'd')]), {
      id: 1,
      title: 'B',
      slug: 'd',
      updatedAt: at(4),
    })
    expect(differencesOf()).toEqual([])
  })

  test('F2 of a row that was not taken ends once the row is there', () => {
    const { store } = bench
    const ref = post('1')
    const hero = { id: 'h', blockType: 'hero', size: 'wide' }
    const added: Change = {
      kind: 'rows',
      locale: null,
      path: 'layout',
      from: [],
      to: ['h'],
      added: { h: hero },
      removed: {},
    }
    give(store, ref, { layout: [] })
    send(store, commit(store, ref, [added]), { id: 1, layout: [], updatedAt: at(2) })
    expect(differencesOf()).toMatchObject([{ kind: 'row', path: 'layout.h', sent: hero, saved: null }])
    const back = putBack(postFields, { layout: [] }, differencesOf())
    expect(back).toEqual([added])
    send(store, commit(store, ref, back), { id: 1, layout: [hero], updatedAt: at(3) })
    expect(store.getDocument(ref)).toMatchObject({ differences: [], state: { kind: 'saved' } })
    expect(store.outboxCounts().differs).toBe(0)
  })

  test('F2 ends where somebody else writes the field', () => {
    sendBoth({ slug: 'a' })
    give(bench.store, post('1'), { title: { en: 'B' }, slug: 'theirs' }, 3)
    expect(differencesOf()).toEqual([])
    expect(bench.store.outboxCounts().differs).toBe(0)
  })

  test('F2 ends where a person has looked at it', () => {
    sendBoth({ slug: 'a', title: 'A' })
    const { store } = bench
    const [first] = differencesOf()
    if (!first) throw new Error('nothing differs')
    store.seen({ what: 'differences', ref: post('1'), differences: [first] })
    expect(differencesOf()).toHaveLength(1)
    store.seen({ what: 'differences', ref: post('1'), differences: differencesOf() })
    expect(store.getDocument(post('1'))).toMatchObject({ differences: [], state: { kind: 'saved' } })
    // The history still says how it went.
    expect(store.sentEntries()[0]?.cells.map(({ result }) => result)).toEqual(['not-saved', 'not-saved'])
  })

  test('F2 of one language says nothing of the others', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    commit(store, post('1'), [de('title', 'Ä', 'Ö'), en('title', 'A', 'B')])
    const [first] = headKeys(store)
    if (!first) throw new Error('nothing waits')
    const sent = entriesOf(store, post('1'))[0]
    expect(sent?.locale).toBe('de')
    send(store, first, { id: 1, title: 'Ä', slug: 'a', updatedAt: at(2) }, 'de')
    expect(differencesOf()).toMatchObject([{ path: 'title', locale: 'de', sent: 'Ö', saved: 'Ä' }])
  })

  test('F2 calls what the user may not read sent', () => {
    const { store } = bench
    const permissions = { collections: { posts: { fields: { title: true, slug: { update: true } } } } }
    const value = { user: { id: 1 }, permissions, visible: { collections: ['posts'], globals: [] } }
    store.putResource({ key: 'session', value, etag: null })
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [set('slug', null, 'b'), en('title', 'A', 'B')])
    leave(store, key)
    const answer = { data: { id: 1, title: 'B', updatedAt: at(2) }, locale: 'en' }
    expect(store.settleSent({ key, answer, unlessLeftOut: true })).toMatchObject({ state: 'settled' })
    expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
    expect(store.sentEntries()[0]?.cells).toEqual([
      { path: 'slug', locale: null, result: 'sent' },
      { path: 'title', locale: 'en', result: 'saved' },
    ])
  })

  test('F2 is not guessed where the answer does not hold the document', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    store.settleSent({ key, answer: { data: null, locale: 'en' } })
    expect(store.sentEntries()).toMatchObject([{ cells: [{ path: 'title', result: 'sent' }] }])
    expect(differencesOf()).toEqual([])
  })

  test('F2 SY8 of a new document is told under its real id; defaults that nobody typed are not', () => {
    const { store } = bench
    const temp = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    store.createDocument({ slug: 'posts', id: temp, data: {} })
    const key = commit(store, post(temp), [en('title', null, 'New'), set('slug', null, 'new')])
    send(store, key, { id: 9, title: 'New', slug: 'new-2', createdAt: at(1), updatedAt: at(1) })
    expect(differencesOf('9')).toMatchObject([
      { path: 'slug', result: 'changed', sent: 'new', saved: 'new-2' },
    ])
    expect(store.sentEntries()).toMatchObject([{ ref: post('9'), create: true }])
  })

  test('F2 keeps a document that is deleted on the server until a person has seen what it did not take', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    store.removeBase(post('1'))
    expect(differencesOf()).toMatchObject([{ sent: 'b' }])
    store.seen({ what: 'differences', ref: post('1'), differences: differencesOf() })
    expect(store.getDocument(post('1'))).toBeNull()
  })

  test('F2 goes with a document that is deleted here', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    const key = commit(store, post('1'), [], 'delete')
    leave(store, key)
    store.settleSent({ key, answer: { data: null, locale: null } })
    expect(store.getDocument(post('1'))).toBeNull()
    expect(store.outboxCounts().differs).toBe(0)
  })

  test('F2 is in lists', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    const page = store.list({
      slug: 'posts',
      page: 1,
      limit: 10,
      sort: '-updatedAt',
      search: '',
      where: null,
      locale: 'en',
    })
    expect(page.rows.map(({ state }) => state)).toEqual([{ kind: 'differs', changed: 0, notSaved: 1 }])
  })
})

describe('SY13 fields that the site no longer has', () => {
  const renamed = (): void => {
    const collections = site.collections.map((one) =>
      one.slug === 'notes'
        ? collection([text('heading'), text('rest')], { slug: 'notes', versions: null })
        : one,
    )
    bench.store.setSchema({ ...site, fingerprint: 'f2', collections })
  }

  test('F2 SY13 park with what was typed, and the rest of the entry is done', () => {
    const { store } = bench
    give(store, note('n1'), { title: 'Old' })
    const key = commit(store, note('n1'), [set('title', 'Old', 'Typed')], 'save')
    leave(store, key)
    renamed()
    const answer = { data: { id: 'n1', heading: 'Old', updatedAt: at(2) }, locale: 'en' }
    expect(store.settleSent({ key, answer, unlessLeftOut: true })).toMatchObject({ state: 'left-out' })
    expect(entriesOf(store, note('n1'))).toMatchObject([{ key, state: 'sending' }])
    expect(store.settleSent({ key, answer }).problem).toMatchObject({ code: 'field-gone' })
    expect(entriesOf(store, note('n1'))).toMatchObject([
      {
        key,
        state: 'parked',
        mode: 'save',
        changes: [set('title', null, 'Typed')],
        problem: { code: 'field-gone', fields: [{ path: 'title' }] },
      },
    ])
    expect(store.getDocument(note('n1'))?.state).toMatchObject({ kind: 'failed' })
  })

  test('F2 SY13 hold back no later edit, and are given up by a discard', () => {
    const { store } = bench
    give(store, note('n1'), { title: 'Old' })
    const key = commit(store, note('n1'), [set('title', 'Old', 'Typed')], 'save')
    leave(store, key)
    commit(store, note('n1'), [set('rest', null, 'More')], 'save')
    renamed()
    store.settleSent({ key, answer: { data: { id: 'n1', heading: 'Old', updatedAt: at(2) }, locale: 'en' } })
    const [next = ''] = headKeys(store)
    expect(next).not.toBe(key)
    expect(leave(store, next).body).toMatchObject({ rest: 'More' })
    const data = { id: 'n1', heading: 'Old', rest: 'More', updatedAt: at(3) }
    store.settleSent({ key: next, answer: { data, locale: 'en' } })
    const [kept] = entriesOf(store, note('n1'))
    expect(kept).toMatchObject({ state: 'parked', problem: { code: 'field-gone' } })
    expect(kept?.changes).toMatchObject([{ path: 'title', to: 'Typed' }])
    store.discard(kept?.key ?? '')
    expect(store.getDocument(note('n1'))?.state).toEqual({ kind: 'saved' })
  })

  test('F2 SY13 are saved once the site has them again', () => {
    const { store } = bench
    give(store, note('n1'), { title: 'Old' })
    const key = commit(store, note('n1'), [set('title', 'Old', 'Typed')], 'save')
    leave(store, key)
    renamed()
    store.settleSent({ key, answer: { data: { id: 'n1', heading: 'Old', updatedAt: at(2) }, locale: 'en' } })
    store.setSchema(site)
    store.retry({ key, choices: {} })
    expect(leave(store, key).body).toMatchObject({ title: 'Typed' })
    store.settleSent({ key, answer: { data: { id: 'n1', title: 'Typed', updatedAt: at(3) }, locale: 'en' } })
    expect(store.getDocument(note('n1'))).toMatchObject({ entries: [], state: { kind: 'saved' } })
  })
})

describe('the history of what was sent', () => {
  const save = (n: number, mode: 'save' | 'autosave' = 'save'): void => {
    const { store } = bench
    const ref = mode === 'save' ? author('1') : post('1')
    const field = mode === 'save' ? 'name' : 'slug'
    const key = commit(store, ref, [set(field, n === 1 ? 'a' : `v${n - 1}`, `v${n}`)], mode)
    send(store, key, { id: 1, [field]: `v${n}`, updatedAt: at(n + 1) })
  }

  test('does not grow without end, and what differs stays in it', () => {
    const { store } = bench
    sendBoth({ slug: 'a' })
    give(store, author('1'), { name: 'a' })
    for (let n = 1; n <= 205; n += 1) save(n)
    const history = store.sentEntries()
    expect(history).toHaveLength(201)
    expect(history[0]).toMatchObject({ ref: author('1'), cells: [{ path: 'name', result: 'saved' }] })
    expect(history.at(-1)).toMatchObject({ ref: post('1'), differences: [{ path: 'slug', sent: 'b' }] })
  })

  test('has one line for autosaves that follow each other', () => {
    const { store } = bench
    give(store, post('1'), { slug: 'a' })
    for (const n of [1, 2, 3]) save(n, 'autosave')
    expect(store.sentEntries()).toMatchObject([{ mode: 'autosave', cells: [{ path: 'slug' }] }])
  })

  test('has what turned out to be done already, as it was wished', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    give(store, post('1'), { title: { en: 'B' } }, 2)
    expect(store.sentEntries()).toMatchObject([{ key, cells: [{ path: 'title', result: 'saved' }] }])
  })

  test('F1 (words) keeps what the server said although it did it, until a person has seen it', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    const answer = { data: { id: 1, title: 'B', updatedAt: at(2) }, locale: 'en' }
    store.settleSent({ key, answer, words: 'The mail could not be sent' })
    expect(store.sentEntries()).toMatchObject([{ key, words: 'The mail could not be sent' }])
    store.seen({ what: 'words', key })
    expect(store.sentEntries()).toMatchObject([{ key, words: null }])
  })
})
