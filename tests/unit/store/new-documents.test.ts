import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { at, author, de, en, note, post, set } from './support/site.ts'
import { commit, entriesOf, headKeys, leave, give, send, setUpBench, shown } from './support/bench.ts'

const bench = setUpBench()

const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER = 'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7'
const UUID = '9b2c1a54-0d7e-4f0a-9a64-5b7f3a0c1d22'

function create(slug: string, id: string, data: JsonObject = {}): DocRef {
  return bench.store.createDocument({ slug, id, data })
}

describe('SY8 documents made on this computer', () => {
  test('SY8 the creation carries what the document began with and what was typed, and later edits join it', () => {
    const { store } = bench
    create('posts', TEMP, { views: 0 })
    const key = commit(store, post(TEMP), [en('title', null, 'New')])
    expect(commit(store, post(TEMP), [set('slug', null, 'new')])).toBe(key)
    const request = leave(store, key)
    expect(request).toMatchObject({ method: 'POST', baseUpdatedAt: null })
    expect(request.path).toMatch(/^\/posts\?/)
    expect(request.body).toMatchObject({ title: 'New', slug: 'new', views: 0 })
  })

  test('SY8 the real id replaces the temporary one in the document, drafts, queue, relations and rich text', () => {
    const { store } = bench
    create('authors', TEMP)
    create('posts', OTHER, { author: TEMP })
    give(store, post('7'), { title: { en: 'A' } })
    const created = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
    const body = {
      root: { children: [{ type: 'link', fields: { doc: { relationTo: 'authors', value: TEMP } } }] },
    }
    const related = commit(store, post('7'), [set('author', null, TEMP), en('body', null, body)])
    leave(store, created)
    const later = commit(store, author(TEMP), [set('name', 'Ada', 'Ada L.')], 'save', null)
    store.putDraft({ ref: author(TEMP), changes: [set('name', 'Ada L.', 'Ada Lovelace')] })
    store.putDraft({ ref: post('7'), changes: [de('body', null, body)] })
    commit(store, post(OTHER), [en('title', null, 'By Ada')])
    expect(headKeys(store)).toEqual([])

    bench.events.length = 0
    const answer = { data: { id: 42, name: 'Ada', updatedAt: at(3), createdAt: at(3) }, locale: null }
    expect(store.settleSent({ key: created, answer }).ref).toEqual(author('42'))

    expect(bench.events).toContainEqual({
      name: 'documents.idAssigned',
      payload: { slug: 'authors', tempId: TEMP, id: '42', value: 42 },
    })
    expect(store.resolveId(author(TEMP))).toEqual(author('42'))
    expect(store.getDocument(author(TEMP))).toMatchObject({
      ref: author('42'),
      isNew: false,
      entries: [{ key: later, create: false, ref: author('42') }],
      draft: { changes: [set('name', 'Ada L.', 'Ada Lovelace')] },
    })
    expect(store.getDocument(author(TEMP))).toEqual(store.getDocument(author('42')))
    expect(store.prepareSend(related)?.request.body).toMatchObject({
      author: 42,
      body: { root: { children: [{ fields: { doc: { value: 42 } } }] } },
    })
    expect(JSON.stringify(store.getDocument(post('7')))).not.toContain(TEMP)
    expect(store.getDocument(post(OTHER))?.base.data['author']).toBe(42)
    expect(headKeys(store)).toHaveLength(3)
  })

  test('SY8 a form that still has the temporary id reaches the document under its real one', () => {
    const { store } = bench
    create('authors', TEMP)
    give(store, post('7'), { title: { en: 'A' } })
    send(
      store,
      commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null),
      { id: 42, name: 'Ada' },
      null,
    )
    store.putDraft({ ref: author(TEMP), changes: [set('name', 'Ada', 'B')] })
    commit(store, author(TEMP), [set('name', 'Ada', 'B')], 'save', null)
    commit(store, post('7'), [set('author', null, TEMP)])
    expect(entriesOf(store, author('42'))).toHaveLength(1)
    expect(store.getDocument(author('42'))?.draft).toBeNull()
    expect(entriesOf(store, post('7'))).toMatchObject([{ changes: [set('author', null, 42)], waitsFor: [] }])
  })

  test('SY8 edits measured against a temporary id are not taken for a conflict once it is real', () => {
    const { store } = bench
    create('authors', TEMP)
    create('authors', OTHER)
    give(store, post('7'), { title: { en: 'A' } })
    const ada = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
    const bob = commit(store, author(OTHER), [set('name', null, 'Bob')], 'save', null)
    const first = commit(store, post('7'), [set('author', null, TEMP)], 'draft', 'en')
    const second = commit(store, post('7'), [set('author', TEMP, OTHER)], 'draft', 'de')
    send(store, ada, { id: 1, name: 'Ada' }, null)
    send(store, bob, { id: 2, name: 'Bob' }, null)
    send(store, first, { id: 7, title: 'A', author: 1, updatedAt: at(5) }, 'en')
    expect(entriesOf(store, post('7'))).toMatchObject([
      { key: second, state: 'waiting', changes: [set('author', 1, 2)] },
    ])
  })

  test('SY8 DM3 rows and values that are kept for a draft name the document by its real id', () => {
    const { store } = bench
    create('authors', TEMP)
    create('authors', OTHER)
    const ada = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
    give(store, post('7'), { layout: [] })
    const row = { id: 'r1', blockType: 'hero', heading: { en: 'By' }, by: TEMP }
    const added = { kind: 'rows', locale: null, path: 'layout', from: [], to: ['r1'], removed: {} } as const
    const given = commit(store, post('7'), [
      set('author', null, TEMP),
      { ...added, from: [], to: ['r1'], added: { r1: row } },
    ])
    store.putDraft({
      ref: post('7'),
      changes: [set('author', TEMP, OTHER), en('layout.r1.heading', 'By', 'Typed')],
    })
    // Given up below the draft, which lies on it; then the author gets an id.
    store.discard(given)
    send(store, ada, { id: 42, name: 'Ada', updatedAt: at(2) }, null)
    expect(JSON.stringify(store.getDocument(post('7')))).not.toContain(TEMP)
    expect(shown(store, post('7')).draft.conflicts.map(({ path }) => path)).toEqual(['layout.r1'])
    store.commitDraft({
      ref: post('7'),
      locale: 'en',
      changes: store.getDocument(post('7'))?.draft?.changes ?? [],
      mode: 'draft',
    })
    expect(entriesOf(store, post('7'))).toMatchObject([
      { state: 'parked', problem: { code: 'conflict' }, waitsFor: [OTHER] },
    ])
  })

  test('SY8 where the site takes ids of the client, what refers to the document still waits for it', () => {
    const { store } = bench
    create('notes', UUID)
    give(store, post('7'), { title: { en: 'A' } })
    const created = commit(store, note(UUID), [set('title', null, 'N')], 'save', null)
    const related = commit(store, post('7'), [set('related', null, [{ relationTo: 'notes', value: UUID }])])
    expect(headKeys(store)).toEqual([created])
    expect(leave(store, created).body).toMatchObject({ id: UUID })
    store.settleSent({
      key: created,
      answer: { data: { id: UUID, title: 'N', updatedAt: at(2) }, locale: null },
    })
    expect(headKeys(store)).toEqual([related])
    expect(bench.events.some((event) => event.name === 'documents.idAssigned')).toBe(false)
  })

  test('SY4 a document that turns out to be on the server already is edited, not made again', () => {
    const { store } = bench
    create('notes', UUID)
    const key = commit(store, note(UUID), [set('title', null, 'N')], 'save', null)
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false })
    commit(store, note(UUID), [set('title', 'N', 'M')], 'save', null)
    expect(give(store, note(UUID), { title: 'N' }, 2)).toBe('updated')
    expect(store.getDocument(note(UUID))?.isNew).toBe(false)
    expect(
      store.outboxHeads({ after: 0, limit: 100 }).map(({ key: one }) => store.getEntry(one)?.create),
    ).not.toContain(true)
  })

  test('SY10 discarding a creation discards the document; what refers to it waits for a person', () => {
    const { store } = bench
    create('authors', TEMP)
    give(store, post('7'), { title: { en: 'A' } })
    const created = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
    const related = commit(store, post('7'), [set('author', null, TEMP)])
    store.putDraft({ ref: author(TEMP), changes: [set('name', 'Ada', 'B')] })
    store.discard(created)
    expect(store.getDocument(author(TEMP))).toBeNull()
    expect(entriesOf(store, post('7'))).toMatchObject([
      { key: related, state: 'parked', problem: { code: 'reference-gone', fields: [{ path: 'author' }] } },
    ])
    expect(() => store.retry({ key: related, choices: {} })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    )
    expect(headKeys(store)).toEqual([])
    // Choosing another author mends it, and the mended entry leaves.
    expect(commit(store, post('7'), [set('author', TEMP, null), set('slug', null, 's')])).toBe(related)
    expect(store.prepareSend(related)?.request.body).toMatchObject({ slug: 's' })
  })

  test('a new document that was never edited is dropped, one that is deleted unsent needs no server', () => {
    const { store } = bench
    create('posts', TEMP)
    store.putDraft({ ref: post(TEMP), changes: [en('title', null, 'x')] })
    store.discardDraft({ ref: post(TEMP) })
    expect(store.getDocument(post(TEMP))).toBeNull()
    create('posts', TEMP)
    commit(store, post(TEMP), [en('title', null, 'x')])
    expect(store.commitDraft({ ref: post(TEMP), locale: 'en', changes: [], mode: 'delete' })).toMatchObject({
      key: null,
    })
    expect(store.getDocument(post(TEMP))).toBeNull()
    create('posts', OTHER)
    bench.reopen()
    expect(bench.store.getDocument(post(OTHER))).toBeNull()
  })
})
