import { describe, expect, test } from 'vitest'
import type { Change } from '../../../shared/document/change.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import { at, de, en, post, set } from './support/site.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench, shown } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

const refused: Problem = {
  code: 'validation',
  message: 'The following field is invalid: Slug',
  status: 400,
  fields: [{ path: 'slug', message: 'Value must be unique' }],
  conflicts: [],
}

function conflicting(): string {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
  const key = commit(store, post('1'), [en('title', 'A', 'Mine'), set('slug', 'a', 'b')])
  give(store, post('1'), { title: { en: 'Theirs' }, slug: 'a' }, 2)
  return key
}

describe('SY7 a conflict is settled by a person', () => {
  test('SY7 mine goes over theirs', () => {
    const { store } = bench
    const key = conflicting()
    store.retry({ key, choices: { title: 'mine' } })
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'waiting', problem: null }])
    expect(store.prepareSend(key)?.request).toMatchObject({
      baseUpdatedAt: at(2),
      body: { title: 'Mine', slug: 'b' },
    })
  })

  test('SY7 theirs drops my change and keeps the rest', () => {
    const { store } = bench
    const key = conflicting()
    store.retry({ key, choices: { title: 'theirs' } })
    expect(entriesOf(store, post('1'))).toMatchObject([
      { state: 'waiting', changes: [set('slug', 'a', 'b')] },
    ])
  })

  test('SY7 an entry of which nothing is left ends, and later edits of the same field ask again', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', 'Mine')])
    commit(store, post('1'), [set('slug', null, 's')], 'draft', 'de')
    store.putDraft({ ref: post('1'), changes: [en('title', 'Mine', 'Mine 2')] })
    give(store, post('1'), { title: { en: 'Theirs' } }, 2)
    store.retry({ key, choices: { title: 'theirs' } })
    expect(entriesOf(store, post('1'))).toMatchObject([
      { state: 'waiting', changes: [set('slug', null, 's')] },
    ])
    expect(shown(store, post('1'))).toMatchObject({
      data: { title: { en: 'Mine 2' } },
      draft: { conflicts: [{ path: 'title', mine: 'Mine 2', theirs: 'Theirs' }] },
    })
  })

  test('SY7 without a side for each field nothing happens', () => {
    const { store } = bench
    const key = conflicting()
    expect(() => store.retry({ key, choices: {} })).toThrow(
      expect.objectContaining({ code: 'incomplete-choices' }),
    )
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked' }])
  })
})

describe('SY10 parked entries', () => {
  test('SY10 they stay through a restart, hold up their own document only, and can be tried again', () => {
    give(bench.store, post('1'), { title: { en: 'A' } })
    const key = commit(bench.store, post('1'), [en('title', 'A', 'B')])
    leave(bench.store, key)
    bench.store.settleParked({ key, problem: { ...refused, code: 'locked' } })
    commit(bench.store, post('1'), [set('slug', null, 'x')])
    bench.reopen()
    expect(headKeys(bench.store)).toEqual([])
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { key, problem: { code: 'locked' } },
      { state: 'waiting' },
    ])
    bench.store.retry({ key, choices: {} })
    expect(headKeys(bench.store)).toEqual([key])
  })

  test('SY10 discarding one leaves what lies on top of it, measured against what is there', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'b')])
    leave(store, key)
    store.settleParked({ key, problem: { ...refused, code: 'locked' } })
    const later = commit(store, post('1'), [set('slug', 'b', 'c')], 'draft', 'de')
    store.putDraft({ ref: post('1'), changes: [en('title', 'B', 'C')] })
    store.discard(key)
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key: later, state: 'waiting', changes: [set('slug', 'a', 'c')] },
    ])
    expect(shown(store, post('1')).draft).toMatchObject({
      changes: [en('title', 'A', 'C')],
      conflicts: [],
    })
  })

  test('SY10 DM2 discarding one that may have arrived discards it, with what follows of its save', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
    commit(store, post('1'), [en('title', 'A', 'B'), de('title', 'Ä', 'Ö')])
    const key = entriesOf(store, post('1'))[0]?.key ?? ''
    leave(store, key)
    store.settleRetry({ key, outcomeUnknown: true })
    store.discard(key)
    expect(entriesOf(store, post('1'))).toEqual([])
  })

  test('SY10 mending what the server refused sends it again together with the mended field', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'taken')], 'publish')
    leave(store, key)
    store.settleParked({ key, problem: refused })
    commit(store, post('1'), [set('views', null, 5)], 'autosave')
    expect(headKeys(store)).toEqual([])
    expect(commit(store, post('1'), [set('slug', 'taken', 'free')], 'publish')).toBe(key)
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key, state: 'waiting', mode: 'publish', problem: null },
    ])
    expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'B', slug: 'free', views: 5 })
  })

  describe('what was refused is one of several languages', () => {
    /** German is refused; English and the publish wait behind it. */
    function refusedInGerman(changes: Change[]): string {
      const { store } = bench
      give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
      store.commitDraft({ ref: post('1'), locale: 'en', changes, mode: 'publish' })
      const key = entriesOf(store, post('1'))[0]?.key ?? ''
      leave(store, key)
      store.settleParked({ key, problem: refused })
      expect(entriesOf(store, post('1')).map(({ locale }) => locale)).toEqual(['de', 'en'])
      return key
    }

    test.each(['en', 'de'])('SY10 DM1 mending it in %s sends it again in its place', (locale) => {
      const { store } = bench
      const key = refusedInGerman([de('title', 'Ä', 'bad'), en('title', 'A', 'B')])
      commit(store, post('1'), [de('title', 'bad', 'good')], 'publish', locale)
      const entries = entriesOf(store, post('1'))
      expect(entries[0]).toMatchObject({ key, state: 'waiting', problem: null, mode: 'draft' })
      // Whatever language is open, the publish is last.
      expect(entries.at(-1)).toMatchObject({ mode: 'publish', locale, state: 'waiting' })
      expect(headKeys(store)).toEqual([key])
      expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'good' })
      expect(shown(store, post('1')).data).toMatchObject({ title: { en: 'B', de: 'good' } })
    })

    test('SY3 SY10 but not where what waits behind it wrote the same field', () => {
      const { store } = bench
      refusedInGerman([de('title', 'Ä', 'bad'), en('title', 'A', 'B'), set('slug', 'a', 'b')])
      commit(store, post('1'), [set('slug', 'b', 'c')], 'draft', 'de')
      expect(shown(store, post('1')).data['slug']).toBe('c')
      expect(entriesOf(store, post('1')).map(({ state }) => state)).toEqual(['parked', 'waiting', 'waiting'])
    })
  })

  describe('what was refused is mended in another language than it was saved in', () => {
    test('SY10 DM1 what all languages share is mended in whichever is open', () => {
      const { store } = bench
      give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
      const key = commit(store, post('1'), [de('title', 'Ä', 'Ö'), set('slug', 'a', 'taken')])
      leave(store, key)
      store.settleParked({ key, problem: refused })
      commit(store, post('1'), [set('slug', 'taken', 'free')], 'draft', 'en')
      expect(headKeys(store)).toEqual([key])
      expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'Ö', slug: 'free' })
    })

    test('SY10 DM1 and published from there, the publish last', () => {
      const { store } = bench
      give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
      commit(store, post('1'), [de('title', 'Ä', 'Ö'), set('slug', 'a', 'taken')], 'publish', 'en')
      const key = entriesOf(store, post('1'))[0]?.key ?? ''
      leave(store, key)
      store.settleParked({ key, problem: refused })
      commit(store, post('1'), [set('slug', 'taken', 'free')], 'publish', 'en')
      expect(entriesOf(store, post('1'))).toMatchObject([
        { key, state: 'waiting', mode: 'draft', locale: 'de' },
        { state: 'waiting', mode: 'publish', locale: 'en', changes: [] },
      ])
      expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'Ö', slug: 'free' })
    })

    /** A new block with words in two languages; the server refuses the row. */
    function refusedRow(): string {
      const { store } = bench
      give(store, post('1'), { title: { en: 'A' }, layout: [] })
      commit(store, post('1'), [rows([], ['n'], { n: hero })])
      const key = entriesOf(store, post('1'))[0]?.key ?? ''
      leave(store, key)
      store.settleParked({ key, problem: refused })
      expect(entriesOf(store, post('1')).map(({ locale }) => locale)).toEqual(['en', 'de'])
      return key
    }
    const hero = { id: 'n', blockType: 'hero', heading: { en: 'H', de: 'K' }, size: 'bad' }
    const rows = (
      from: string[],
      to: string[],
      added: Record<string, JsonObject>,
      removed: Record<string, JsonObject> = {},
    ): Change => ({ kind: 'rows', locale: null, path: 'layout', from, to, added, removed })

    test('SY10 DM2 a refused row is mended while another language is open', () => {
      const { store } = bench
      const key = refusedRow()
      commit(store, post('1'), [set('layout.n.size', 'bad', 'good')], 'draft', 'de')
      expect(entriesOf(store, post('1')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      expect(headKeys(store)).toHaveLength(1)
      expect(entriesOf(store, post('1')).map((entry) => entry.key)).toContain(key)
      expect(shown(store, post('1')).data['layout']).toEqual([{ ...hero, size: 'good' }])
    })

    test('SY10 DM2 a refused row is removed again, and nothing is left to send', () => {
      const { store } = bench
      refusedRow()
      const removal = rows(['n'], [], {}, { n: hero })
      expect(
        store.commitDraft({ ref: post('1'), locale: 'en', mode: 'draft', changes: [removal] }),
      ).toMatchObject({ key: null })
      expect(entriesOf(store, post('1'))).toEqual([])
      expect(store.getDocument(post('1'))?.state).toEqual({ kind: 'saved' })
    })

    test('SY10 DM2 a refused row is joined by another one', () => {
      const { store } = bench
      refusedRow()
      const second = { id: 'm', blockType: 'hero', heading: { en: 'I' }, size: 'good' }
      commit(store, post('1'), [rows(['n'], ['n', 'm'], { m: second })])
      expect(entriesOf(store, post('1')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
      expect(shown(store, post('1')).data['layout']).toEqual([hero, second])
    })

    test('SY10 a discarded language goes alone where it was saved alone', () => {
      const { store } = bench
      give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
      const key = commit(store, post('1'), [en('title', 'A', 'B'), set('slug', 'a', 'taken')])
      leave(store, key)
      commit(store, post('1'), [de('title', 'Ä', 'Ö')], 'draft', 'de')
      store.settleParked({ key, problem: refused })
      commit(store, post('1'), [set('slug', 'taken', 'free')])
      store.discard(key)
      expect(entriesOf(store, post('1'))).toMatchObject([{ locale: 'de', changes: [de('title', 'Ä', 'Ö')] }])
    })
  })

  test('a refused entry of an entity that the site no longer shows waits for a person (SY13)', () => {
    const { store } = bench
    const ref = { kind: 'collection', slug: 'dropped', id: '1' } as const
    give(store, ref, { a: 1 })
    const key = commit(store, ref, [set('a', 1, 2)], 'save', null)
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ key, state: 'parked', problem: { code: 'schema-gone' } }])
  })
})

describe('the answer to an own write', () => {
  test('values that the server stored differently are no conflict for what was typed meanwhile', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: null })
    const key = commit(store, post('1'), [en('title', 'A', ' B ')])
    leave(store, key)
    const later = commit(store, post('1'), [en('title', ' B ', 'C')])
    store.putDraft({ ref: post('1'), changes: [set('slug', null, 'mine')] })
    bench.events.length = 0
    const data = { id: 1, title: 'B', slug: 'b', updatedAt: at(2), _status: 'draft' }
    store.settleSent({ key, answer: { data, locale: 'en' } })
    expect(entriesOf(store, post('1'))).toMatchObject([
      { key: later, state: 'waiting', changes: [en('title', 'B', 'C')] },
    ])
    expect(store.getDocument(post('1'))?.adjusted).toEqual([
      { locale: 'en', path: 'title', sent: ' B ', stored: 'B' },
      { locale: null, path: 'slug', sent: null, stored: 'b' },
    ])
    expect(shown(store, post('1')).draft).toMatchObject({
      changes: [set('slug', 'b', 'mine')],
      conflicts: [],
    })
    expect(bench.events).toContainEqual({ name: 'documents.changed', payload: { refs: [post('1')] } })
  })

  test('a form that had not heard of it yet is understood all the same', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    send(store, commit(store, post('1'), [en('title', 'A', ' B ')]), { id: 1, title: 'B', updatedAt: at(2) })
    commit(store, post('1'), [en('title', ' B ', 'C')])
    expect(entriesOf(store, post('1'))).toMatchObject([
      { state: 'waiting', changes: [en('title', 'B', 'C')] },
    ])
  })

  test('other locales stay, publishing and unpublishing are known', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
    const answer = { id: 1, title: 'B', updatedAt: at(2), _status: 'published' }
    send(store, commit(store, post('1'), [en('title', 'A', 'B')], 'publish'), answer)
    expect(store.getDocument(post('1'))?.base).toMatchObject({
      data: { title: { en: 'B', de: 'Ä' } },
      updatedAt: at(2),
      status: 'published',
      hasPublished: true,
    })
    send(store, commit(store, post('1'), [set('slug', null, 's')]), {
      ...answer,
      slug: 's',
      _status: 'draft',
      updatedAt: at(3),
    })
    expect(store.getDocument(post('1'))?.base).toMatchObject({ status: 'draft', hasPublished: true })
    send(store, commit(store, post('1'), [], 'unpublish'), { ...answer, _status: 'draft', updatedAt: at(4) })
    expect(store.getDocument(post('1'))?.base).toMatchObject({ status: 'draft', hasPublished: false })
  })

  test('a publish without a locale is answered in the default one and leaves the others', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
    send(store, commit(store, post('1'), [], 'publish', null), { id: 1, title: 'A', updatedAt: at(2) }, null)
    expect(store.getDocument(post('1'))?.base.data['title']).toEqual({ en: 'A', de: 'Ä' })
  })

  test('a deleted document is gone with everything that is kept for it', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [], 'delete')
    leave(store, key)
    store.settleSent({ key, answer: { data: null, locale: null } })
    expect(store.getDocument(post('1'))).toBeNull()
    expect(outboxOf(store)).toEqual([])
  })

  test('SY6 SY7 a value that somebody else wrote since is theirs, though it is what an own write once became', () => {
    const { store } = bench
    const give1 = (kind: string, seconds: number) =>
      give(store, post('1'), { title: { en: 'A' }, kind }, seconds)
    give1('news', 1)
    store.discard(commit(store, post('1'), [set('kind', 'news', 'essay')]))
    give1('essay', 2)
    commit(store, post('1'), [set('kind', 'essay', 'x')])
    give1('news', 3)
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'parked', problem: { code: 'conflict' } }])
  })

  test('SY6 an entry that others made needless hides nothing of theirs from the next one', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, tags: ['a'] })
    commit(store, post('1'), [set('tags', ['a'], ['a', 'b'])], 'draft', 'en')
    commit(store, post('1'), [set('tags', ['a', 'b'], ['a', 'b', 'd'])], 'draft', 'de')
    give(store, post('1'), { title: { en: 'A' }, tags: ['a', 'b', 'c'] }, 2)
    const [key] = headKeys(store)
    expect(store.prepareSend(key ?? '')?.request.body).toMatchObject({ tags: ['a', 'b', 'd', 'c'] })
  })
})

test('T1 DM2 with the later part of a save that is given up the earlier one stays', () => {
  const { store } = bench
  give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
  const changes = [en('title', 'A', 'Mine'), de('title', 'Ä', 'Meins')]
  store.commitDraft({ ref: post('1'), locale: 'en', changes, mode: 'draft' })
  const [english, german] = entriesOf(store, post('1'))
  expect([english?.locale, german?.locale]).toEqual(['en', 'de'])
  store.discard(german?.key ?? '')
  expect(entriesOf(store, post('1'))).toMatchObject([{ key: english?.key, locale: 'en' }])
  store.discard(english?.key ?? '')
  expect(entriesOf(store, post('1'))).toEqual([])
})
