import { describe, expect, test } from 'vitest'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { Change, RowsChange } from '../../../shared/document/change.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { at, author, de, en, post, set } from './support/site.ts'
import { commit, entriesOf, give, leave, send, setUpBench, shown } from './support/bench.ts'
import { outboxOf } from '../../support/whole-outbox.ts'

const bench = setUpBench()

const TEMP = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'

const hero = (id: string, heading: JsonObject, size = 'wide'): JsonObject => ({
  id,
  blockType: 'hero',
  heading,
  size,
})

function rowsChange(
  from: string[],
  to: string[],
  rows: Partial<Pick<RowsChange, 'added' | 'removed'>> = {},
): RowsChange {
  return { kind: 'rows', locale: null, path: 'layout', from, to, added: {}, removed: {}, ...rows }
}

function typed(ref: DocRef, ...changes: Change[]): Change[] {
  bench.store.putDraft({ ref, changes })
  return changes
}

/** Returns the exact draft in the database. */
function storedDraft(): unknown {
  return bench.database.db.prepare('SELECT changes FROM drafts').pluck().get()
}

describe('F7 a field that all locales share is edited in two of them, without autosave', () => {
  test('F7 DM1 it is one edit: no conflict with oneself, the newest value is shown and sent once', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    // In English, then in German; the form has one draft for both.
    typed(post('1'), en('title', 'A', 'B'), set('slug', 'a', 'b'))
    const changes = typed(post('1'), en('title', 'A', 'B'), set('slug', 'a', 'c'), de('title', 'Ä', 'Ö'))
    expect(shown(store, post('1'))).toMatchObject({
      data: { title: { en: 'B', de: 'Ö' }, slug: 'c' },
      draft: { conflicts: [] },
    })
    store.commitDraft({ ref: post('1'), locale: 'de', changes, mode: 'draft' })
    expect(entriesOf(store, post('1')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    const [first, second] = entriesOf(store, post('1')).map(({ key }) => key)
    const bodies = [leave(store, first ?? '').body]
    store.settleSent({
      key: first ?? '',
      answer: { data: { id: 1, title: 'B', slug: 'a', updatedAt: at(2) }, locale: 'en' },
    })
    bodies.push(leave(store, second ?? '').body)
    expect(bodies.filter((body) => body !== null && 'slug' in body)).toMatchObject([{ slug: 'c' }])
  })

  test('F7 two saves of it in different locales are no conflict either', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    commit(store, post('1'), [set('slug', 'a', 'b')], 'draft', 'en')
    commit(store, post('1'), [set('slug', 'b', 'c'), de('title', null, 'Ö')], 'draft', 'de')
    expect(entriesOf(store, post('1'))).toMatchObject([{ state: 'waiting' }, { state: 'waiting' }])
    expect(shown(store, post('1')).data['slug']).toBe('c')
  })
})

describe('DM1 a save becomes one entry per locale', () => {
  // Neither in the order of the site's locales nor in alphabetical order.
  const changes = [
    set('title', null, 'F', 'fr'),
    de('title', 'Ä', 'Ö'),
    set('slug', 'a', 'b'),
    en('title', 'A', 'B'),
  ]

  function saved(mode: 'draft' | 'publish', locale: string): DocRef {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    typed(post('1'), ...changes)
    bench.store.commitDraft({ ref: post('1'), locale, changes, mode })
    return post('1')
  }

  test('DM1 in the order in which they were edited, as one group; what is shared goes with the locale that is open', () => {
    const entries = entriesOf(bench.store, saved('draft', 'en'))
    expect(entries.map(({ locale, mode, changes: own }) => [locale, mode, own])).toEqual([
      ['fr', 'draft', [set('title', null, 'F', 'fr')]],
      ['de', 'draft', [de('title', 'Ä', 'Ö')]],
      ['en', 'draft', [set('slug', 'a', 'b'), en('title', 'A', 'B')]],
    ])
    expect(new Set(entries.map(({ group }) => group)).size).toBe(1)
    expect(entries[0]?.group).toEqual(expect.any(String))
    expect(bench.store.getDocument(post('1'))?.draft).toBeNull()
  })

  test('DM1 a publish comes last, and the entries before it only carry content', () => {
    const entries = entriesOf(bench.store, saved('publish', 'de'))
    expect(entries.map(({ locale, mode, changes: own }) => [locale, mode, own.length])).toEqual([
      ['fr', 'draft', 1],
      ['de', 'draft', 2],
      ['en', 'draft', 1],
      ['de', 'publish', 0],
    ])
    expect(new Set(entries.map(({ group }) => group)).size).toBe(1)
    for (const [index, { key, locale, mode }] of entries.entries()) {
      const { body, path } = leave(bench.store, key)
      expect([body?.['_status'], path.includes(`locale=${locale}`)]).toEqual([
        mode === 'publish' ? 'published' : 'draft',
        true,
      ])
      const title = { de: 'Ö', en: 'B', fr: 'F' }[locale ?? ''] ?? ''
      const data = { id: 1, title, slug: index === 0 ? 'a' : 'b', updatedAt: at(index + 2) }
      bench.store.settleSent({ key, answer: { data, locale } })
    }
    expect(bench.store.getDocument(post('1'))).toMatchObject({
      state: { kind: 'saved' },
      base: { data: { title: { en: 'B', de: 'Ö', fr: 'F' }, slug: 'b' } },
    })
  })

  test('DM1 the publish takes the changes along where its locale was edited last', () => {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' } })
    commit(bench.store, post('1'), [de('title', 'Ä', 'Ö'), en('title', 'A', 'B')], 'publish')
    expect(entriesOf(bench.store, post('1'))).toMatchObject([
      { locale: 'de', mode: 'draft' },
      { locale: 'en', mode: 'publish', changes: [en('title', 'A', 'B')] },
    ])
  })

  test('DM1 a save of one locale has no group', () => {
    give(bench.store, post('1'), { title: { en: 'A' } })
    commit(bench.store, post('1'), [en('title', 'A', 'B'), set('slug', null, 's')])
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ group: null }])
  })

  test('DM1 DM2 discarding one of a group discards the later ones of it, and nothing else', () => {
    const ref = saved('draft', 'en')
    const [first, second] = entriesOf(bench.store, ref)
    const other = commit(bench.store, ref, [set('views', null, 1)], 'publish', 'de')
    bench.store.discard(second?.key ?? '')
    expect(entriesOf(bench.store, ref)).toMatchObject([{ key: first?.key }, { key: other, state: 'waiting' }])
    expect(shown(bench.store, ref).data).toMatchObject({
      title: { en: 'A', de: 'Ä', fr: 'F' },
      slug: 'a',
      views: 1,
    })
  })

  test('DM1 DM2 a save whose first part joined what was waiting is still one step', () => {
    give(bench.store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    commit(bench.store, post('1'), [en('title', 'A', 'B'), de('title', 'Ä', 'Ö')])
    commit(bench.store, post('1'), [de('title', 'Ö', 'Ü'), set('title', null, 'F', 'fr')], 'draft', 'de')
    const entries = entriesOf(bench.store, post('1'))
    expect(entries.map(({ locale }) => locale)).toEqual(['en', 'de', 'fr'])
    bench.store.discard(entries[1]?.key ?? '')
    expect(entriesOf(bench.store, post('1'))).toMatchObject([{ locale: 'en' }])
  })

  test('DM1 SY7 a conflict parks the entry of its own locale only', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A', de: 'Ä' } })
    give(store, post('1'), { title: { en: 'A', de: 'Theirs' } }, 2)
    commit(store, post('1'), [en('title', 'A', 'B'), de('title', 'Ä', 'Mine')])
    expect(entriesOf(store, post('1'))).toMatchObject([
      { locale: 'en', state: 'waiting', problem: null },
      { locale: 'de', state: 'parked', problem: { conflicts: [{ locale: 'de', path: 'title' }] } },
    ])
  })
})

describe('DM1 SY7 which entry of a save parks', () => {
  test('DM1 SY7 a row removed on one side and edited on the other parks the entry of its own locale only', () => {
    const { store } = bench
    const word = (id: string, value: string): JsonObject => ({ id, word: value })
    const words = { en: [word('w1', 'one')], de: [word('w2', 'eins')] }
    const removal = (locale: string, id: string, row: JsonObject): RowsChange => ({
      kind: 'rows',
      locale,
      path: 'words',
      from: [id],
      to: [],
      added: {},
      removed: { [id]: row },
    })
    give(store, post('1'), { words })
    give(store, post('1'), { words: { ...words, en: [word('w1', 'theirs')] } }, 2)
    commit(store, post('1'), [
      removal('en', 'w1', word('w1', 'one')),
      removal('de', 'w2', word('w2', 'eins')),
    ])
    expect(entriesOf(store, post('1'))).toMatchObject([
      { locale: 'en', state: 'parked', problem: { conflicts: [{ path: 'words.w1', locale: 'en' }] } },
      { locale: 'de', state: 'waiting', problem: null },
    ])
  })

  test('DM1 SY7 a row with edits in two locales that somebody removed parks what brings it back', () => {
    const { store } = bench
    give(store, post('1'), { layout: [hero('r1', { en: 'One', de: 'Eins' })] })
    typed(post('1'), en('layout.r1.heading', 'One', 'Mine'), de('layout.r1.heading', 'Eins', 'Meins'))
    give(store, post('1'), { layout: [] }, 2)
    commit(store, post('1'), store.getDocument(post('1'))?.draft?.changes ?? [])
    const [first, second] = entriesOf(store, post('1'))
    expect(first).toMatchObject({ state: 'parked', problem: { conflicts: [{ path: 'layout.r1' }] } })
    expect(second).toMatchObject({ locale: 'de', state: 'waiting' })
    expect(store.outboxHeads({ after: 0, limit: 100 })).toEqual([])
    store.retry({ key: first?.key ?? '', choices: { 'layout.r1': 'mine' } })
    expect(shown(store, post('1')).data['layout']).toEqual([hero('r1', { en: 'Mine', de: 'Meins' })])
    expect(entriesOf(store, post('1')).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  })
})

describe('DM2 a removal that was sent is taken back', () => {
  const rows = [hero('r1', { en: 'One', de: 'Eins', fr: 'Un' }), hero('r2', { en: 'Two' })]
  const removed = { r1: hero('r1', { en: 'One', de: 'Eins', fr: 'Un' }) }

  test('DM2 its rows come back in all locales, one entry per locale, one step for the person', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, layout: rows })
    const removal = rowsChange(['r1', 'r2'], ['r2'], { removed })
    const gone = [{ id: 'r2', blockType: 'hero', heading: 'Two', size: 'wide' }]
    send(store, commit(store, post('1'), [removal]), {
      id: 1,
      title: 'A',
      layout: gone,
      updatedAt: at(2),
    })
    expect(store.getDocument(post('1'))?.base.data['layout']).toEqual([rows[1]])

    commit(store, post('1'), [rowsChange(['r2'], ['r1', 'r2'], { added: removed })])
    const entries = entriesOf(store, post('1'))
    expect(shown(store, post('1')).data['layout']).toEqual(rows)
    expect(entries.map(({ locale, state }) => [locale, state])).toEqual([
      ['en', 'waiting'],
      ['de', 'waiting'],
      ['fr', 'waiting'],
    ])
    expect(new Set(entries.map(({ group }) => group)).size).toBe(1)

    const texts: Record<string, string> = {}
    for (const [index, { key, locale }] of entries.entries()) {
      const body = leave(store, key).body?.['layout']
      const [row] = Array.isArray(body) ? body : []
      texts[locale ?? ''] = JSON.stringify(row)
      const heading = { en: 'One', de: 'Eins', fr: 'Un' }[locale ?? ''] ?? ''
      const layout = [
        { id: 'r1', blockType: 'hero', heading, size: 'wide' },
        { id: 'r2', blockType: 'hero', ...(locale === 'en' && { heading: 'Two' }), size: 'wide' },
      ]
      const data = { id: 1, ...(locale === 'en' && { title: 'A' }), layout, updatedAt: at(index + 3) }
      store.settleSent({ key, answer: { data, locale } })
    }
    expect(texts).toEqual({
      en: expect.stringContaining('"One"') as unknown,
      de: expect.stringContaining('"Eins"') as unknown,
      fr: expect.stringContaining('"Un"') as unknown,
    })
    expect(store.getDocument(post('1'))).toMatchObject({
      state: { kind: 'saved' },
      base: { data: { layout: rows } },
    })
  })

  test('DM2 giving up its first entry gives up the others: nothing is written into a row that is not there', () => {
    const { store } = bench
    give(store, post('1'), { layout: [hero('r2', { en: 'Two' })] })
    commit(store, post('1'), [rowsChange(['r2'], ['r1', 'r2'], { added: removed })])
    store.discard(entriesOf(store, post('1'))[0]?.key ?? '')
    expect(entriesOf(store, post('1'))).toEqual([])
    expect(shown(store, post('1')).data['layout']).toEqual([hero('r2', { en: 'Two' })])
  })
})

describe('DM3 the store never rewrites what a form journalled', () => {
  test('DM3 not when the base moves', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, tags: ['x'], layout: [hero('r1', { en: 'One' })] })
    const changes = typed(
      post('1'),
      en('title', 'A', 'Mine'),
      set('tags', ['x'], ['x', 'mine']),
      en('layout.r1.heading', 'One', 'Mine'),
    )
    const before = storedDraft()
    give(store, post('1'), { title: { en: 'Theirs' }, tags: ['x', 'theirs'], layout: [] }, 2)
    expect(storedDraft()).toBe(before)
    expect(store.getDocument(post('1'))?.draft?.changes).toEqual(changes)
    const { draft } = shown(store, post('1'))
    expect(draft.changes).toContainEqual(set('tags', ['x', 'theirs'], ['x', 'mine', 'theirs']))
    expect(draft.conflicts.map(({ path }) => path).toSorted()).toEqual(['layout.r1', 'title'])
  })

  test('DM3 not when an own write is answered with other values', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const key = commit(store, post('1'), [en('title', 'A', ' B ')])
    leave(store, key)
    typed(post('1'), en('title', ' B ', 'C'))
    const before = storedDraft()
    store.settleSent({ key, answer: { data: { id: 1, title: 'B', updatedAt: at(2) }, locale: 'en' } })
    expect(storedDraft()).toBe(before)
    expect(shown(store, post('1')).draft).toMatchObject({ changes: [en('title', 'B', 'C')], conflicts: [] })
    // After a restart, too: the stored value is kept with the base.
    bench.reopen()
    expect(storedDraft()).toBe(before)
    expect(shown(bench.store, post('1')).draft).toMatchObject({
      changes: [en('title', 'B', 'C')],
      conflicts: [],
    })
  })

  test('DM3 not when an entry below it is discarded, or decided for the other side', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const first = commit(store, post('1'), [en('title', 'A', 'B')])
    typed(post('1'), en('title', 'B', 'C'), set('slug', 'a', 'b'))
    const before = storedDraft()
    store.discard(first)
    expect(storedDraft()).toBe(before)
    expect(shown(store, post('1')).draft).toMatchObject({
      changes: [en('title', 'A', 'C'), set('slug', 'a', 'b')],
      conflicts: [],
    })
    const second = commit(store, post('1'), [set('views', null, 1)])
    typed(post('1'), set('views', 1, 2))
    give(store, post('1'), { title: { en: 'A' }, slug: 'a', views: 9 }, 2)
    store.retry({ key: second, choices: { views: 'theirs' } })
    expect(store.getDocument(post('1'))?.draft?.changes).toEqual([set('views', 1, 2)])
    // An edit on theirs is a conflict (SY7).
    expect(shown(store, post('1')).draft).toMatchObject({
      changes: [set('views', 1, 2)],
      conflicts: [{ path: 'views', mine: 2, theirs: 9 }],
    })
  })

  test('DM3 SY8 not when a temporary id becomes real: it is resolved when read', () => {
    const { store } = bench
    store.createDocument({ slug: 'authors', id: TEMP, data: {} })
    const created = commit(store, author(TEMP), [set('name', null, 'Ada')], 'save', null)
    give(store, post('1'), {})
    typed(post('1'), set('author', null, TEMP))
    const before = storedDraft()
    bench.events.length = 0
    send(store, created, { id: 42, name: 'Ada', updatedAt: at(2) }, null)
    expect(storedDraft()).toBe(before)
    expect(store.getDocument(post('1'))?.draft?.changes).toEqual([set('author', null, 42)])
    expect(
      bench.events.flatMap((event) => (event.name === 'documents.changed' ? event.payload.refs : [])),
    ).toContainEqual(post('1'))
  })
})

describe('DM4 an own value that became another one is nobody else’s edit', () => {
  test('DM4 SY6 but it is one once the field was written anew and somebody put the old value back', () => {
    const { store } = bench
    give(store, post('1'), { title: { en: 'A' } })
    const first = commit(store, post('1'), [en('title', 'A', 'B')])
    // Discarded: the edit made on B is based on A now.
    store.discard(first)
    send(store, commit(store, post('1'), [en('title', 'A', 'B')]), { id: 1, title: 'B', updatedAt: at(2) })
    typed(post('1'), en('title', 'B', 'C'))
    give(store, post('1'), { title: { en: 'A' } }, 3)
    expect(shown(store, post('1')).draft.conflicts).toMatchObject([
      { path: 'title', base: 'B', mine: 'C', theirs: 'A' },
    ])
  })
})

describe('DM4 whoever shows a document shows the same', () => {
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', where: null, locale: 'en' }

  test('DM4 the row of a list, the title in the outbox and the document itself agree', () => {
    const { store } = bench
    const row = {
      id: '1',
      data: { title: { en: 'A', de: 'Ä' }, slug: 'a', tags: ['x'] },
      updatedAt: at(1),
      status: 'draft' as const,
      hasPublished: false,
    }
    store.putListPage({ query, rows: [row], totalDocs: 1, collectionTotal: 1 })
    give(store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a', tags: ['x'] })
    const agree = (expected: JsonObject): void => {
      expect(shown(store, post('1')).data).toMatchObject(expected)
      expect(store.list(query).rows[0]?.data).toMatchObject(expected)
      expect(outboxOf(store)[0]?.title).toEqual(expected['title'])
    }
    const key = commit(store, post('1'), [en('title', 'A', ' B '), set('slug', 'a', 'b')])
    agree({ title: { en: ' B ', de: 'Ä' }, slug: 'b' })
    leave(store, key)
    typed(post('1'), de('title', 'Ä', 'Ö'), en('title', ' B ', 'C'), set('tags', ['x'], ['x', 'mine']))
    agree({ title: { en: 'C', de: 'Ö' }, slug: 'b', tags: ['x', 'mine'] })
    store.settleSent({
      key,
      answer: { data: { id: 1, title: 'B', slug: 'b', tags: ['x'], updatedAt: at(2) }, locale: 'en' },
    })
    agree({ title: { en: 'C', de: 'Ö' }, tags: ['x', 'mine'] })
    // Merged with another user's edits; mine wins where both changed.
    give(store, post('1'), { title: { en: 'Z', de: 'Ä' }, slug: 'z', tags: ['theirs'] }, 3)
    agree({ title: { en: 'C', de: 'Ö' }, slug: 'z', tags: ['mine', 'theirs'] })
  })

  test('DM4 a filter on a text that is too long for a list finds what is typed', () => {
    const { store } = bench
    const long = (word: string) => ({
      en: { root: { children: [{ text: `${'x'.repeat(20_000)} ${word}` }] } },
    })
    give(store, post('1'), { title: { en: 'A' }, slug: 'y'.repeat(20_000) })
    typed(
      post('1'),
      set('slug', 'y'.repeat(20_000), `${'y'.repeat(20_000)}-typed`),
      en('body', null, long('z').en),
    )
    const where = { slug: { like: 'typed' } }
    expect(store.list({ ...query, where }).rows.map(({ ref }) => ref)).toEqual([post('1')])
  })
})
