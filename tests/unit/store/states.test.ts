import { describe, expect, test } from 'vitest'
import { text } from '../shared/build-fields.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import { countUnsent } from '../../../shared/sync/unsent.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { at, author, en, note, post, set, site } from './support/site.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench, shown } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()
const NEW = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
const OTHER = 'tmp_7c9e6679-7425-40de-944b-e07fc1f90ae7'

describe('F5 a request that could not be settled', () => {
  test('F5 is free again without a restart, but not while it is on its way', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const request = leave(store, key)
    store.freeSending({ underWay: [key] })
    expect(headKeys(store)).toEqual([])
    store.freeSending({ underWay: [] })
    expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'unknown' }])
    expect(store.prepareSend(key)?.request).toEqual(request)
  })
})

describe('F5 a new document that is here under its real id already', () => {
  const answer = { id: 9, name: 'Ada', createdAt: at(0), updatedAt: at(1) }

  test('F5 is one with it: edits made under either id are there, in their order', () => {
    const { store } = bench
    const collections = site.collections.map((one) =>
      one.slug === 'authors' ? { ...one, fields: [...one.fields, text('born')] } : one,
    )
    store.setSchema({ ...site, collections })
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    leave(store, created)
    const before = commit(store, made, [set('born', null, '1815')], 'save', null)
    // A list brings it before the answer comes, and it is edited there.
    give(store, author('9'), { name: 'Ada' })
    const after = commit(store, author('9'), [set('name', 'Ada', 'Ada L.')], 'save', null)
    store.settleSent({ key: created, answer: { data: answer, locale: null } })
    expect(entriesOf(store, author('9'))).toMatchObject([
      { key: before, state: 'waiting' },
      { key: after, state: 'waiting' },
    ])
    expect(shown(store, author('9')).data).toMatchObject({ name: 'Ada L.', born: '1815' })
    bench.reopen()
    expect(shown(bench.store, author('9')).data).toMatchObject({ name: 'Ada L.', born: '1815' })
  })

  test('F5 the newer base of the two stays', () => {
    const { store } = bench
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    leave(store, created)
    give(store, author('9'), { name: 'Changed by somebody else' }, 5)
    store.settleSent({ key: created, answer: { data: answer, locale: null } })
    expect(store.getDocument(author('9'))?.base).toMatchObject({
      updatedAt: at(5),
      data: { name: 'Changed by somebody else' },
    })
  })

  test('F5 of two drafts neither is lost: both wait for a person where nothing saves by itself', () => {
    const { store } = bench
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    leave(store, created)
    store.putDraft({ ref: made, changes: [set('born', null, '1815')] })
    give(store, author('9'), { name: 'Ada' })
    store.putDraft({ ref: author('9'), changes: [set('died', null, '1852')] })
    store.settleSent({ key: created, answer: { data: answer, locale: null } })
    expect(entriesOf(store, author('9')).map(({ problem }) => problem?.code)).toEqual([
      'second-draft',
      'second-draft',
    ])
    expect(shown(store, author('9')).data).toMatchObject({ name: 'Ada', born: '1815', died: '1852' })
  })

  test('F5 the only draft stays one', () => {
    const { store } = bench
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    leave(store, created)
    store.putDraft({ ref: made, changes: [set('born', null, '1815')] })
    give(store, author('9'), { name: 'Ada' })
    store.settleSent({ key: created, answer: { data: answer, locale: null } })
    expect(store.getDocument(author('9'))).toMatchObject({
      entries: [],
      draft: { changes: [{ path: 'born' }] },
    })
  })
})

describe('F5 an id that was given again', () => {
  test('F5 edits of the deleted document are told apart from the new one, and never sent into it', () => {
    const { store } = bench
    give(store, author('9'), { name: 'Old', createdAt: at(0) }, 2)
    const old = commit(store, author('9'), [set('name', 'Old', 'Mine')], 'save', null)
    store.putDraft({ ref: author('9'), changes: [set('born', null, '1700')] })
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    send(store, created, { id: 9, name: 'Ada', createdAt: at(7), updatedAt: at(7) }, null)
    expect(store.getDocument(author('9'))).toMatchObject({ isGone: false, entries: [], draft: null })
    expect(shown(store, author('9')).data['name']).toBe('Ada')
    expect(headKeys(store)).toEqual([])
    const [kept] = outboxOf(store)
    if (!kept) throw new Error('The edits of the old document are nowhere')
    expect(kept).toMatchObject({
      isGone: true,
      hasDraft: true,
      entries: [{ key: old, state: 'parked', problem: { code: 'gone' } }],
    })
    expect(shown(store, kept.ref).data).toMatchObject({ name: 'Mine', born: '1700' })
    const moved = bench.events.flatMap(({ name, payload }) =>
      name === 'documents.idAssigned' ? [payload] : [],
    )
    expect(moved.map(({ tempId }) => tempId)).toEqual(['9', NEW])
  })

  test('F5 what was typed in the old one, and was on its way here, is kept with it', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'Old' }, createdAt: at(0) }, 2)
    store.putDraft({ ref: post('1'), changes: [en('title', 'Old', 'Mine')], createdAt: at(0) })
    give(store, post('1'), { title: { en: 'Another one' }, createdAt: at(5) }, 6)
    store.putDraft({ ref: post('1'), changes: [en('title', 'Old', 'Typed on')], createdAt: at(0) })
    expect(store.getDocument(post('1'))?.draft).toBeNull()
    const kept = outboxOf(store).find(({ isGone }) => isGone)
    expect(kept && shown(store, kept.ref).data['title']).toEqual({ en: 'Typed on' })
    store.putDraft({ ref: post('1'), changes: [en('title', 'Another one', 'New')], createdAt: at(5) })
    expect(store.getDocument(post('1'))?.draft).toMatchObject({ changes: [{ to: 'New' }] })
  })

  test('F5 a write of the old one that is under way has its answer taken by nobody else', () => {
    const { store } = bench
    give(store, author('9'), { name: 'Old', createdAt: at(0) }, 2)
    const old = commit(store, author('9'), [set('name', 'Old', 'Mine')], 'save', null)
    leave(store, old)
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const created = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    send(store, created, { id: 9, name: 'Ada', createdAt: at(7), updatedAt: at(7) }, null)
    store.settleRetry({ key: old, outcomeUnknown: true })
    expect(headKeys(store)).toEqual([])
    expect(outboxOf(store)).toMatchObject([{ isGone: true, entries: [{ key: old, state: 'parked' }] }])
  })
})

describe('F6 an entry that keeps failing', () => {
  const problem: Problem = problemOf('server-error', { status: 500, message: 'Something went wrong.' })

  test('F6 is told as failing and counted as such, and goes on being tried', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem })
    expect(headKeys(store)).toEqual([key])
    expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'failing', problem })
    expect(store.outboxCounts()).toMatchObject({
      waiting: 0,
      failing: 1,
      bySlug: { 'collections:posts': { waiting: 0, attention: 1 } },
    })
    leave(store, key)
    expect(store.getDocument(post('1'))?.state).toMatchObject({ kind: 'failing' })
    store.settleRetry({ key, outcomeUnknown: false })
    expect(store.getDocument(post('1'))?.state).toMatchObject({ kind: 'failing' })
    send(store, key, { id: 1, title: 'B', updatedAt: at(2) })
    expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
  })

  test('F6 what is edited then leaves in its place, in a request built anew', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Breaks the hook')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem })
    commit(store, post('1'), [en('title', 'Breaks the hook', 'Mended')])
    expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'waiting', problem: null }])
    expect(leave(store, key).body).toMatchObject({ title: 'Mended' })
  })

  test('F6 what is taken back of an edit that may have arrived is sent after it, whatever became of it', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Breaks the hook')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true, problem })
    commit(store, post('1'), [en('title', 'Breaks the hook', 'A')])
    expect(entriesOf(store, post('1'))).toHaveLength(2)
    // It was looked up: the server did it.
    send(store, key, { id: 1, title: 'Breaks the hook', updatedAt: at(2) })
    const [back] = entriesOf(store, post('1'))
    expect(leave(store, back?.key ?? '').body).toMatchObject({ title: 'A' })
  })

  test('F6 what was edited while it was being tried does, too, once it is known that it was not done', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Breaks the hook')])
    leave(store, key)
    commit(store, post('1'), [en('title', 'Breaks the hook', 'Mended')])
    store.settleRetry({ key, outcomeUnknown: true, problem })
    expect(entriesOf(store, post('1'))).toHaveLength(2)
    // It was looked up: the server did not do it.
    store.settleRetry({ key, outcomeUnknown: false })
    const [only, ...others] = entriesOf(store, post('1'))
    expect(others).toEqual([])
    expect(leave(store, only?.key ?? '').body).toMatchObject({ title: 'Mended' })
  })

  test('F6 a request that was handed out before the edit never leaves in its name', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Breaks the hook')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem })
    const stored = store.prepareSend(key)
    commit(store, post('1'), [en('title', 'Breaks the hook', 'Mended')])
    expect(() => stored && store.markSending({ key, request: stored.request })).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
  })

  test('F6 a creation that may have arrived is not built anew: what mends it follows', () => {
    const { store } = bench
    const made = store.createDocument({ slug: 'authors', id: NEW, data: {} })
    const key = commit(store, made, [set('name', null, 'Ada')], 'save', null)
    const request = leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true, problem })
    commit(store, made, [set('name', 'Ada', 'Ada L.')], 'save', null)
    expect(entriesOf(store, made)).toHaveLength(2)
    expect(store.prepareSend(key)?.request).toEqual(request)
  })

  test('F6 trying again on demand begins anew', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: false, problem })
    store.retry({ key, choices: {}, shown: [] })
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'waiting', problem: null, attempts: 0 }])
  })
})

describe('F9 a document that was deleted while somebody typed in it', () => {
  test('F9 what is typed then is kept, also after a restart, and parks when it is saved', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const { base } = store.getDocument(post('1')) ?? {}
    store.removeBase(post('1'))
    const changes = [en('title', 'A', 'Typed')]
    expect(store.putDraft({ ref: post('1'), changes })).toEqual({ savedAt: null })
    store.putDraft({ ref: post('1'), changes, ...(base && { base }) })
    bench.reopen()
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      isGone: true,
      draft: { changes },
      state: { kind: 'failed', problem: { code: 'gone' } },
    })
    expect(shown(bench.store, post('1')).data).toMatchObject({ title: { en: 'Typed' }, slug: 'a' })
    expect(bench.store.outboxCounts()).toMatchObject({ failed: 1, onThisComputer: 0 })
    commit(bench.store, post('1'), changes)
    commit(bench.store, post('1'), [en('title', 'Typed', 'Typed on')])
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { state: 'parked', problem: { code: 'gone' }, changes: [{ to: 'Typed on' }] },
    ])
  })

  test('F9 a new document is made of it, in all locales and with row ids of its own, and the old one is done with', () => {
    const { store } = bench
    const layout = [{ id: 'h1', blockType: 'hero', heading: { en: 'Hello', de: 'Hallo' }, size: 'l' }]
    give(store, post('1'), { title: { en: 'A', de: 'Ä' }, layout })
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Typed')] })
    store.removeBase(post('1'))
    const made = store.createAgain({ ref: post('1'), id: NEW, locale: 'en' })
    expect(made).toEqual(post(NEW))
    expect(store.getDocument(post('1'))).toBeNull()
    const { data } = shown(store, made)
    expect(data).toMatchObject({
      title: { en: 'Typed', de: 'Ä' },
      layout: [{ heading: { en: 'Hello', de: 'Hallo' }, size: 'l' }],
    })
    expect(JSON.stringify(data['layout'])).not.toContain('h1')
    expect(entriesOf(store, made)).toMatchObject([
      { create: true, mode: 'draft', locale: 'en' },
      { create: false, locale: 'de' },
    ])
  })

  test('F9 a copy of one that is still there leaves it as it is', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    const made = store.createAgain({ ref: post('1'), id: NEW, locale: 'en' })
    expect(shown(store, made).data['title']).toEqual({ en: 'B' })
    expect(entriesOf(store, post('1'))).toMatchObject([{ key, state: 'waiting' }])
  })
})

describe('F18 new documents that refer to each other', () => {
  test('F18 one is created without the reference, which follows as an edit', () => {
    const { store } = bench
    const one = store.createDocument({ slug: 'posts', id: NEW, data: {} })
    const other = store.createDocument({ slug: 'posts', id: OTHER, data: {} })
    const related = (id: string) => set('related', null, [{ relationTo: 'posts', value: id }])
    commit(store, one, [en('title', null, 'One'), related(OTHER)])
    commit(store, other, [en('title', null, 'Other'), related(NEW)])
    const first = store.outboxHeads({ after: 0, limit: 100 })
    expect(first).toHaveLength(1)
    const [head] = first
    if (!head) throw new Error('Nothing can leave')
    expect(leave(store, head.key).body).not.toHaveProperty('related')
    store.settleSent({ key: head.key, answer: { data: { id: 21, updatedAt: at(1) }, locale: 'en' } })
    const [second] = store.outboxHeads({ after: 0, limit: 100 })
    expect(leave(store, second?.key ?? '').body).toMatchObject({ related: [{ value: 21 }] })
    store.settleSent({
      key: second?.key ?? '',
      answer: {
        data: { id: 22, related: [{ relationTo: 'posts', value: 21 }], updatedAt: at(2) },
        locale: 'en',
      },
    })
    const [last] = store.outboxHeads({ after: 0, limit: 100 })
    expect(leave(store, last?.key ?? '').body).toMatchObject({ related: [{ value: 22 }] })
  })

  test('F18 a publish becomes one of the whole document', () => {
    const { store } = bench
    const one = store.createDocument({ slug: 'posts', id: NEW, data: {} })
    const other = store.createDocument({ slug: 'posts', id: OTHER, data: {} })
    const related = (id: string) => set('related', null, [{ relationTo: 'posts', value: id }])
    commit(store, one, [en('title', null, 'One'), related(OTHER)], 'publish')
    commit(store, other, [en('title', null, 'Other'), related(NEW)], 'publish')
    const cut = outboxOf(store).find(({ entries }) => entries.length === 2)
    expect(cut?.entries).toMatchObject([
      { create: true, mode: 'draft' },
      { create: false, mode: 'publish', changes: [{ path: 'related' }] },
    ])
  })

  test('F18 three in a ring', () => {
    const { store } = bench
    const third = 'tmp_16fd2706-8baf-433b-82eb-8c7fada847da'
    const ids = [NEW, OTHER, third]
    for (const id of ids) store.createDocument({ slug: 'posts', id, data: {} })
    const related = (id: string) => set('related', null, [{ relationTo: 'posts', value: id }])
    for (const [index, id] of ids.entries()) commit(store, post(id), [related(ids[(index + 1) % 3] ?? '')])
    let number = 30
    for (
      let head = store.outboxHeads({ after: 0, limit: 100 })[0];
      head;
      head = store.outboxHeads({ after: 0, limit: 100 })[0]
    ) {
      const { related: sent } = leave(store, head.key).body ?? {}
      number += 1
      const id =
        store.getEntry(head.key)?.create === true ? number : Number('id' in head.ref ? head.ref.id : 0)
      store.settleSent({
        key: head.key,
        answer: { data: { id, related: sent ?? null, updatedAt: at(number) }, locale: 'en' },
      })
    }
    expect(outboxOf(store)).toEqual([])
  })
})

describe('F19 an entry that cannot be read', () => {
  test('F19 holds up its own document only, is kept as it is, and counted', () => {
    const { store, database } = bench
    for (const id of ['1', '2']) give(store, post(id), { title: { en: 'A' } })
    const bad = commit(store, post('1'), [en('title', 'A', 'Precious words')])
    const good = commit(store, post('2'), [en('title', 'A', 'B')])
    database.db.prepare(`UPDATE outbox SET changes = substr(changes, 2) WHERE key = ?`).run(bad)
    expect(headKeys(store)).toEqual([good])
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key: bad, state: 'parked', problem: { code: 'broken' } },
    ])
    expect(store.outboxCounts()).toMatchObject({ waiting: 1, failed: 1 })
    // Nothing that happens to the document meanwhile touches it.
    give(store, post('1'), { title: { en: 'Z' } }, 5)
    expect(() => store.retry({ key: bad, choices: {}, shown: [] })).toThrow(
      expect.objectContaining({ code: 'refused' }),
    )
    bench.reopen()
    expect(bench.store.rawEntry(bad).text).toContain('Precious words')
    bench.store.discard(bad)
    expect(outboxOf(bench.store)).toMatchObject([{ entries: [{ key: good }] }])
  })

  test('F19 a draft that cannot be read becomes such an entry', () => {
    const { store, database } = bench
    give(store, post('1'), { title: { en: 'A' } })
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Precious words')] })
    database.db.prepare('UPDATE drafts SET changes = substr(changes, 2)').run()
    bench.reopen()
    const [entry] = entriesOf(bench.store, post('1'))
    expect(entry).toMatchObject({ problem: { code: 'broken' } })
    expect(bench.store.rawEntry(entry?.key ?? '').text).toContain('Precious words')
    expect(bench.store.getDocument(post('1'))?.draft).toBeNull()
  })

  test('one whose sent request cannot be read asks a person before it is sent again, and keeps its edits', () => {
    const { store, database } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'B')])
    leave(store, key)
    database.db.prepare(`UPDATE outbox SET request = substr(request, 2)`).run()
    bench.reopen()
    expect(bench.store.prepareSend(key)).toBeNull()
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { key, state: 'parked', problem: { code: 'outcome-unknown' }, changes: [{ to: 'B' }] },
    ])
    expect(bench.store.prepareSend(key)).toBeNull()
    expect(bench.store.retry({ key, choices: {}, shown: [] })).toEqual({ outcome: 'released' })
    expect(bench.store.prepareSend(key)).not.toBeNull()
  })

  test('a draft whose removed rows cannot be read becomes such an entry, with its edits', () => {
    const { store, database } = bench
    give(store, post('1'), { title: { en: 'A' } })
    store.putDraft({ ref: post('1'), changes: [en('title', 'A', 'Precious words')] })
    database.db.prepare(`UPDATE drafts SET lost = '{"layout.r1":{"row'`).run()
    bench.reopen()
    const [entry] = entriesOf(bench.store, post('1'))
    expect(entry).toMatchObject({ problem: { code: 'broken' } })
    const raw = bench.store.rawEntry(entry?.key ?? '').text
    expect(raw).toContain('Precious words')
    expect(raw).toContain('layout.r1')
    expect(outboxOf(bench.store)).toHaveLength(1)
  })
})

describe('SY13 an entry of a collection that the site has no longer', () => {
  test('SY13 goes on as soon as it is there again', () => {
    const { store } = bench
    give(store, note('n1'), { title: 'A' })
    const key = commit(store, note('n1'), [set('title', 'A', 'B')], 'save', null)
    store.setSchema({ ...site, collections: site.collections.filter(({ slug }) => slug !== 'notes') })
    expect(store.prepareSend(key)).toBeNull()
    expect(store.getDocument(note('n1'))?.state).toMatchObject({ problem: { code: 'schema-gone' } })
    store.setSchema(site)
    expect(headKeys(store)).toEqual([key])
  })
})

describe('U3 everything that is not sent', () => {
  test('U3 can be given up, and is counted as long as it is there', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    commit(store, post('1'), [en('title', 'A', 'B')])
    store.putDraft({ ref: post('1'), changes: [set('slug', null, 'typed')] })
    const made = store.createDocument({ slug: 'posts', id: NEW, data: {} })
    store.putDraft({ ref: made, changes: [en('title', null, 'New')] })
    expect(countUnsent(store.outboxCounts())).toBe(3)
    store.discardDocument(made)
    expect(store.getDocument(made)).toBeNull()
    store.discardDocument(post('1'))
    expect(store.getDocument(post('1'))).toMatchObject({ entries: [], draft: null, state: { kind: 'saved' } })
    expect(countUnsent(store.outboxCounts())).toBe(0)
  })

  test('U3 not while something of it is being sent', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    leave(store, commit(store, post('1'), [en('title', 'A', 'B')]))
    expect(() => store.discardDocument(post('1'))).toThrow(expect.objectContaining({ code: 'refused' }))
  })
})
