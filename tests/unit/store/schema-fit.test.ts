import { describe, expect, test } from 'vitest'
import type { Field, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { waysOutOf } from '../../../shared/sync/ways-out.ts'
import { array, block, blocks, group, richText, text, textEditor } from '../shared/build-fields.ts'
import { commit, entriesOf, give, headKeys, leave, setUpBench } from './support/bench.ts'
import { at, de, en, post, set, site } from './support/site.ts'

const bench = setUpBench()
const ref = post('1')

/** The site with other fields in `posts`; fields of the same name take the place of those that are there. */
function withPosts(fields: Field[], gone: string[] = []): SiteSchema {
  const names = new Set([...gone, ...fields.map((field) => ('name' in field ? field.name : ''))])
  const collections = site.collections.map((one) =>
    one.slug === 'posts'
      ? {
          ...one,
          fields: [...one.fields.filter((f) => !('name' in f && names.has(f.name ?? ''))), ...fields],
        }
      : one,
  )
  return { ...site, collections }
}

function withLocales(...codes: string[]): SiteSchema {
  const locales = codes.map((code) => ({ code, label: code, rtl: false, fallbacks: [] }))
  return { ...site, localization: { defaultLocale: 'en', locales } }
}

const withoutSlug = (one: SiteSchema['collections'][number]): SiteSchema['collections'][number] => ({
  ...one,
  fields: one.fields.filter((field) => !('name' in field && field.name === 'slug')),
})

const added = (path: string, rows: Record<string, JsonObject>, from: string[] = []): Change => ({
  kind: 'rows',
  locale: null,
  path,
  from,
  to: [...from, ...Object.keys(rows)],
  added: rows,
  removed: {},
})

describe('F80 a locale that the site no longer has', () => {
  test.each(['draft', 'publish', 'publish-locale'] as const)(
    'F80 SY13 an edit of it (%s) waits for a person, and is never sent',
    (mode) => {
      const { store } = bench
      give(store, ref, { title: { en: 'A', de: 'B' } })
      const key = commit(store, ref, [de('title', 'B', 'C')], mode, 'de')
      store.setSchema(withLocales('en', 'de-CH'))
      expect(store.prepareSend(key)).toBeNull()
      const [entry] = entriesOf(store, ref)
      expect(entry).toMatchObject({ key, mode, state: 'parked', problem: { code: 'locale-gone' } })
      if (!entry) throw new Error('the entry is gone')
      expect(waysOutOf(entry)).toEqual(['wait', 'edit', 'retry', 'copy', 'export', 'discard'])
      store.retry({ key, choices: {} })
      expect(store.prepareSend(key)).toBeNull()
      expect(entriesOf(store, ref)).toMatchObject([{ key, changes: [de('title', 'B', 'C')] }])
    },
  )

  test('F80 SY13 it goes by itself when the locale is there again, and not before', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    const key = commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    store.setSchema(withLocales('en'))
    store.prepareSend(key)
    store.setSchema(withLocales('en', 'fr'))
    expect(headKeys(store)).toEqual([])
    store.setSchema(site)
    expect(store.prepareSend(key)?.request).toMatchObject({ body: { title: 'C' } })
  })

  test('F80 a site without locales any more takes nothing of one', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    const key = commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    store.setSchema({ ...site, localization: null })
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ problem: { code: 'locale-gone' } }])
  })

  test('F80 a new document of it waits, too', () => {
    const { store } = bench
    const made = store.createDocument({
      slug: 'posts',
      id: 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e',
      data: {},
    })
    const key = commit(store, made, [de('title', null, 'C')], 'draft', 'de')
    store.setSchema(withLocales('en'))
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, made)).toMatchObject([{ create: true, problem: { code: 'locale-gone' } }])
  })

  test('F80 a deletion is of no locale, and goes', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' } })
    const key = commit(store, ref, [], 'delete', 'de')
    store.setSchema(withLocales('en'))
    expect(store.prepareSend(key)?.request.path).not.toContain('locale=de')
  })
})

describe('F80 a field that is another one by now', () => {
  test('F80 SY13 what was typed in one language does not become that of all; the rest goes', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' }, slug: 'a' })
    const key = commit(store, ref, [de('title', 'B', 'C'), set('slug', 'a', 'b')], 'draft', 'de')
    store.setSchema(withPosts([text('title')]))
    expect(store.prepareSend(key)?.request.body).toEqual({ _status: 'draft', slug: 'b' })
    expect(entriesOf(store, ref)).toMatchObject([
      { key, state: 'waiting', changes: [set('slug', 'a', 'b')] },
      {
        state: 'parked',
        problem: { code: 'field-changed', fields: [{ path: 'title' }] },
        changes: [de('title', 'B', 'C')],
      },
    ])
  })

  test('F80 SY13 what was typed for all languages does not become that of one', () => {
    const { store } = bench
    give(store, ref, { slug: 'a' })
    const key = commit(store, ref, [set('slug', 'a', 'b')], 'draft', 'de')
    store.setSchema(withPosts([text('slug', { localized: true })]))
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ key, problem: { code: 'field-changed' } }])
    store.setSchema(site)
    expect(store.prepareSend(key)?.request.body).toMatchObject({ slug: 'b' })
  })

  test('F80 a list, and what lies in it, is no exception', () => {
    const { store } = bench
    give(store, ref, { words: { de: [{ id: 'w', word: 'eins' }] } })
    const inside = commit(store, ref, [de('words.w.word', 'eins', 'zwei')], 'draft', 'de')
    store.setSchema(withPosts([array('words', [text('word')])]))
    expect(store.prepareSend(inside)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ problem: { code: 'field-changed' } }])
  })

  test('F80 a new row with words of one language waits where that field is the same in all by now', () => {
    const { store } = bench
    give(store, ref, { layout: [] })
    const row = { id: 'h', blockType: 'hero', heading: { de: 'Nord' } }
    const key = commit(store, ref, [added('layout', { h: row })], 'draft', 'de')
    store.setSchema(withPosts([blocks('layout', [block('hero', [text('heading')])])]))
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ problem: { code: 'field-changed' } }])
  })
})

describe('F81 a field or a block that the site no longer has', () => {
  test('F81 SY13 waits before it leaves; the rest goes, and so does what is behind and touches nothing of it', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [en('title', 'A', 'B'), set('slug', 'a', 'b')], 'publish')
    const next = commit(store, ref, [], 'unpublish')
    store.setSchema(withPosts([], ['slug']))
    expect(store.prepareSend(key)?.request.body).toEqual({ _status: 'published', title: 'B' })
    expect(entriesOf(store, ref)).toMatchObject([
      { key, mode: 'publish', state: 'waiting' },
      { key: next, mode: 'unpublish' },
      { mode: 'draft', state: 'parked', problem: { code: 'field-gone' }, changes: [{ path: 'slug' }] },
    ])
  })

  test('F81 an edit in a block of a type that is gone waits', () => {
    const { store } = bench
    give(store, ref, { layout: [{ id: 'h', blockType: 'hero', heading: { en: 'N', de: 'N' } }] })
    const key = commit(store, ref, [en('layout.h.heading', 'N', 'S')])
    store.setSchema(withPosts([blocks('layout', [block('quote', [text('text')])])]))
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ problem: { code: 'field-gone' } }])
    store.setSchema(site)
    expect(store.prepareSend(key)?.request.body).toMatchObject({ layout: [{ id: 'h', heading: 'S' }] })
  })

  test('F81 a new row of such a type waits, with what was typed in rows beside it', () => {
    const { store } = bench
    give(store, ref, { layout: [] })
    const rows = { q: { id: 'q', blockType: 'quote', text: 'x' }, h: { id: 'h', blockType: 'hero' } }
    const key = commit(store, ref, [added('layout', rows), set('slug', null, 's')])
    expect(store.prepareSend(key)?.request.body).toEqual({ _status: 'draft', slug: 's' })
    expect(entriesOf(store, ref)).toMatchObject([
      { key },
      { state: 'parked', problem: { code: 'field-gone', fields: [{ path: 'layout' }] } },
    ])
  })

  test('F81 a new document that holds such a row waits as a whole', () => {
    const { store } = bench
    const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    const layout = [{ id: 'q', blockType: 'quote', text: { en: 'x', de: 'y' } }]
    const made = store.createDocument({ slug: 'posts', id, data: { layout } })
    const key = commit(store, made, [en('title', null, 'T')])
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, made)).toMatchObject([
      { create: true, problem: { code: 'field-gone', fields: [{ path: 'layout' }] } },
    ])
  })

  test('F81 what waits is discarded for itself: the same save in another language stays', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' }, slug: 'a' })
    commit(store, ref, [en('title', 'A', 'X'), set('slug', 'a', 'b'), de('title', 'B', 'Y')])
    const [first] = entriesOf(store, ref)
    store.setSchema(withPosts([], ['slug']))
    store.prepareSend(first?.key ?? '')
    const kept = entriesOf(store, ref).find(({ state }) => state === 'parked')
    store.discard(kept?.key ?? '')
    expect(entriesOf(store, ref).map(({ locale }) => locale)).toEqual(['en', 'de'])
  })
})

describe('F81 a value in a new row for a field that the site no longer has', () => {
  const hero = { id: 'h', blockType: 'hero', heading: { en: 'N' }, size: 'l' }
  const withoutSize = withPosts([blocks('layout', [block('hero', [text('heading', { localized: true })])])])

  test('F81 SY13 waits by itself, and the row goes', () => {
    const { store } = bench
    give(store, ref, { layout: [] })
    const key = commit(store, ref, [added('layout', { h: hero })])
    store.setSchema(withoutSize)
    expect(leave(store, key).body).toEqual({
      _status: 'draft',
      layout: [{ id: 'h', blockType: 'hero', heading: 'N' }],
    })
    const [, apart] = entriesOf(store, ref)
    expect(apart).toMatchObject({
      mode: 'draft',
      state: 'parked',
      problem: { code: 'field-gone', fields: [{ path: 'layout.h.size' }] },
      changes: [set('layout.h.size', null, 'l')],
    })
    if (!apart) throw new Error('the value is gone')
    expect(waysOutOf(apart)).toEqual(['wait', 'edit', 'retry', 'copy', 'export', 'discard'])
    const layout = [{ id: 'h', blockType: 'hero', heading: 'N' }]
    store.settleSent({ key, answer: { data: { id: 1, layout, updatedAt: at(5) }, locale: 'en' } })
    store.setSchema(site)
    give(store, ref, { layout: [{ id: 'h', blockType: 'hero', heading: { en: 'N' } }] }, 5)
    expect(store.prepareSend(apart.key)?.request.body).toMatchObject({ layout: [{ id: 'h', size: 'l' }] })
  })

  test('F81 a value for each locale waits in each', () => {
    const { store } = bench
    store.setSchema(withPosts([blocks('layout', [block('hero', [text('size')])])]))
    give(store, ref, { layout: [] })
    const row = { ...hero, heading: { en: 'N', de: 'Nord' } }
    const key = commit(store, ref, [added('layout', { h: row })])
    expect(store.prepareSend(key)?.request.body).toMatchObject({ layout: [{ id: 'h', size: 'l' }] })
    expect(entriesOf(store, ref)).toMatchObject([
      { key, changes: [{ added: { h: { id: 'h', size: 'l' } } }] },
      { locale: 'en', problem: { code: 'field-gone' }, changes: [en('layout.h.heading', null, 'N')] },
      { locale: 'de', problem: { code: 'field-gone' }, changes: [de('layout.h.heading', null, 'Nord')] },
    ])
    expect(JSON.stringify(entriesOf(store, ref)[0]?.changes)).not.toContain('heading')
  })

  test('F81 in rows of rows, and of one locale', () => {
    const { store } = bench
    const parts = (inner: Field[]): Field =>
      array('parts', [array('lines', inner, { localized: true }), text('name')])
    store.setSchema(withPosts([parts([text('line'), text('note')])]))
    give(store, ref, { parts: [] })
    const row = { id: 'p', name: 'P', lines: { en: [{ id: 'l', line: 'L', note: 'kept' }] } }
    const key = commit(store, ref, [added('parts', { p: row })])
    store.setSchema(withPosts([parts([text('line')])]))
    expect(store.prepareSend(key)?.request.body).toMatchObject({
      parts: [{ id: 'p', name: 'P', lines: [{ id: 'l', line: 'L' }] }],
    })
    expect(entriesOf(store, ref)[1]?.changes).toEqual([en('parts.p.lines.l.note', null, 'kept')])
  })

  test('F81 in a new document', () => {
    const { store } = bench
    const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    const made = store.createDocument({ slug: 'posts', id, data: {} })
    const key = commit(store, made, [
      en('title', null, 'T'),
      set('slug', null, 's'),
      added('layout', { h: hero }),
    ])
    store.setSchema({ ...withoutSize, collections: withoutSize.collections.map(withoutSlug) })
    expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'T', layout: [{ id: 'h' }] })
    expect(entriesOf(store, made)).toMatchObject([
      { key, create: true, state: 'waiting' },
      {
        create: false,
        problem: { code: 'field-gone', fields: [{ path: 'slug' }, { path: 'layout.h.size' }] },
      },
    ])
  })

  test('F81 in a copy of a document', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a', layout: [hero] })
    store.setSchema(withoutSize)
    const id = 'tmp_0f8fad5b-d9cb-469f-a165-70867728950e'
    const made = store.createAgain({ ref, id, locale: 'en' })
    store.prepareSend(headKeys(store)[0] ?? '')
    const [, apart] = entriesOf(store, made)
    expect(apart).toMatchObject({ problem: { code: 'field-gone' }, changes: [{ to: 'l' }] })
  })

  test('F81 nothing is said of an empty one', () => {
    const { store } = bench
    give(store, ref, { layout: [] })
    const key = commit(store, ref, [added('layout', { h: { ...hero, size: null } })])
    store.setSchema(withoutSize)
    expect(store.prepareSend(key)).not.toBeNull()
    expect(entriesOf(store, ref)).toHaveLength(1)
  })
})

describe('F81 SY13 what is typed and not queued yet, of what the site no longer has, is no conflict', () => {
  test.each<[string, Change, SiteSchema]>([
    ['a field', set('slug', 'a', 'b'), withPosts([], ['slug'])],
    ['a locale', de('title', 'B', 'C'), withLocales('en')],
  ])('F81 %s', (_, change, schema) => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' }, slug: 'a' })
    store.putDraft({ ref, changes: [change] })
    store.setSchema(schema)
    give(store, ref, { title: { en: 'A' } }, 2)
    const key = commit(store, ref, [change], 'draft', change.locale ?? 'en')
    expect(store.prepareSend(key)).toBeNull()
    const [entry] = entriesOf(store, ref)
    expect(entry).toMatchObject({ state: 'parked', changes: [change] })
    expect(['field-gone', 'locale-gone']).toContain(entry?.problem?.code)
  })

  test('F81 and is asked about when the site has it again and somebody else wrote there', () => {
    const { store } = bench
    give(store, ref, { slug: 'a' })
    store.putDraft({ ref, changes: [set('slug', 'a', 'b')] })
    store.setSchema(withPosts([], ['slug']))
    give(store, ref, {}, 2)
    const key = commit(store, ref, [set('slug', 'a', 'b')])
    store.setSchema(site)
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { slug: 'theirs' }, 2)
    expect(entriesOf(store, ref)).toMatchObject([
      { key, problem: { code: 'conflict', conflicts: [{ base: 'a', mine: 'b', theirs: 'theirs' }] } },
    ])
  })
})

test('F81 a place that somebody else left empty meanwhile is asked about, too', () => {
  const { store } = bench
  give(store, ref, { slug: 'a' })
  store.putDraft({ ref, changes: [set('slug', 'a', 'b')] })
  store.setSchema(withPosts([], ['slug']))
  give(store, ref, {}, 2)
  const key = commit(store, ref, [set('slug', 'a', 'b')])
  store.setSchema(site)
  give(store, ref, {}, 2)
  expect(entriesOf(store, ref)).toMatchObject([
    { key, problem: { code: 'conflict', conflicts: [{ base: 'a', mine: 'b', theirs: null }] } },
  ])
})

describe('F80 a document that was read before a field became another one', () => {
  test('F80 is read anew before an edit of that field leaves, and of no other', () => {
    const { store } = bench
    give(store, ref, { words: { de: [{ id: 'w', word: 'eins' }] }, slug: 'a' })
    store.setSchema(withPosts([array('words', [text('word')])]))
    const slug = commit(store, ref, [set('slug', 'a', 'b')])
    expect(store.prepareSend(slug)).toMatchObject({ needsFreshBase: false })
    store.discard(slug)
    const row = commit(store, ref, [added('words', { n: { id: 'n', word: 'neu' } })])
    expect(store.prepareSend(row)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { words: [{ id: 'w', word: 'eins' }], slug: 'a' })
    expect(store.prepareSend(row)).toMatchObject({
      needsFreshBase: false,
      request: { body: { words: [{ id: 'n', word: 'neu' }, { id: 'w' }] } },
    })
  })

  test('F80 also where the site has no locales any more: a list of one locale is no list yet', () => {
    const { store } = bench
    give(store, ref, { words: { en: [{ id: 'w', word: 'one' }], de: [] } })
    store.setSchema({ ...withPosts([array('words', [text('word')])]), localization: null })
    const key = commit(store, ref, [added('words', { n: { id: 'n', word: 'new' } })], 'draft', null)
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { words: [{ id: 'w', word: 'one' }] })
    const words = [{ id: 'n', word: 'new' }, { id: 'w' }]
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: false, request: { body: { words } } })
  })
})

describe('F80 a field below the top that is another one by now, in a document that was read before', () => {
  const note = (localized: boolean): Field => text('note', { localized })
  const places: [string, (field: Field) => Field, (value: Json) => JsonObject, string][] = [
    [
      'in a row',
      (field) => array('items', [field]),
      (value) => ({ items: [{ id: 'r', note: value }] }),
      'items.r.note',
    ],
    ['in a group', (field) => group('about', [field]), (value) => ({ about: { note: value } }), 'about.note'],
    [
      'in a block',
      (field) => blocks('parts', [block('aside', [field])]),
      (value) => ({ parts: [{ id: 'r', blockType: 'aside', note: value }] }),
      'parts.r.note',
    ],
  ]
  const perLocale = { en: 'E', de: 'D' }

  test.each(places)('F80 %s, shared by all: it is read anew first', (_, field, holding, path) => {
    const { store } = bench
    store.setSchema(withPosts([field(note(true))]))
    give(store, ref, { ...holding(perLocale), slug: 'a' })
    store.setSchema(withPosts([field(note(false))]))
    const beside = commit(store, ref, [set('slug', 'a', 'b')])
    expect(store.prepareSend(beside)).toMatchObject({ needsFreshBase: false })
    store.discard(beside)
    const key = commit(store, ref, [set(path, perLocale, 'F')])
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
  })

  test.each(places)('F80 %s, one for each locale: it is read anew first', (_, field, holding, path) => {
    const { store } = bench
    store.setSchema(withPosts([field(note(false))]))
    give(store, ref, holding('E'))
    store.setSchema(withPosts([field(note(true))]))
    const key = commit(store, ref, [en(path, 'E', 'F')])
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, holding(perLocale))
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: false })
  })
})

describe('F80 a field in a block of a rich text that all languages share', () => {
  const shared = (localized: boolean): Field =>
    richText('shared', {
      innerLocales: ['en', 'de', 'fr'],
      editor: textEditor({ blocks: [block('callout', [text('note', { localized })])] }),
    })
  const rich = (words: string, note: Json): Json => ({
    root: {
      type: 'root',
      children: [
        { type: 'paragraph', children: [{ type: 'text', text: words }] },
        { type: 'block', fields: { id: 'b', blockType: 'callout', note } },
      ],
    },
  })
  const edit = (locale: string, from: Json, to: Json): Change => ({
    kind: 'set',
    locale,
    path: 'shared',
    from,
    to,
  })

  test('F80 the document is read anew before an edit of the text leaves', () => {
    const { store } = bench
    store.setSchema(withPosts([shared(true)]))
    const both = { en: 'E', de: 'D' }
    give(store, ref, { shared: rich('x', both) })
    store.setSchema(withPosts([shared(false)]))
    const key = commit(store, ref, [edit('en', rich('x', both), rich('y', both))])
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { shared: rich('x', 'E') })
    expect(store.prepareSend(key)).toMatchObject({
      needsFreshBase: false,
      request: { body: { shared: rich('y', 'E') } },
    })
  })

  test('F80 words of one language in it become those of all by no edit', () => {
    const { store } = bench
    store.setSchema(withPosts([shared(true)]))
    give(store, ref, { shared: rich('x', { en: 'E', de: 'D' }) })
    const key = commit(store, ref, [edit('de', rich('x', 'D'), rich('x', 'D2'))], 'draft', 'de')
    store.setSchema(withPosts([shared(false)]))
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { shared: rich('x', 'E') })
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ state: 'parked', problem: { code: 'conflict' } }])
  })

  test('F80 a new block with words for each language waits where they are shared', () => {
    const { store } = bench
    store.setSchema(withPosts([shared(false)]))
    give(store, ref, { shared: null })
    const key = commit(store, ref, [edit('en', null, rich('y', { en: 'E', de: 'D' }))])
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ problem: { code: 'field-changed' } }])
  })
})

describe('F80 a field that is of another type by now takes no value of the former one', () => {
  const rows = [{ id: 'h', blockType: 'hero', size: 's' }]
  const cases: [string, JsonObject, Change, Field][] = [
    ['text to group', { slug: 'a' }, set('slug', 'a', 'b'), group('slug', [text('x')])],
    ['text to array', { slug: 'a' }, set('slug', 'a', 'b'), array('slug', [text('x')])],
    ['text to texts', { slug: 'a' }, set('slug', 'a', 'b'), text('slug', { hasMany: true })],
    ['texts to text', { tags: ['a'] }, set('tags', ['a'], ['b']), text('tags')],
    ['group to text', { meta: { title: { en: 'a' } } }, en('meta.title', 'a', 'b'), text('meta')],
    [
      'rows to text',
      { layout: rows },
      added('layout', { n: { id: 'n', blockType: 'hero' } }, ['h']),
      text('layout'),
    ],
    ['in a row, to text', { layout: rows }, set('layout.h.size', 's', 't'), text('layout')],
  ]
  test.each(cases)('F80 SY13 %s', (_, data, change, field) => {
    const { store } = bench
    give(store, ref, data)
    const key = commit(store, ref, [change])
    store.setSchema(withPosts([field]))
    expect(store.prepareSend(key)).toBeNull()
    expect(entriesOf(store, ref)).toMatchObject([{ state: 'parked', problem: { code: 'field-changed' } }])
  })
})
