import { describe, expect, test } from 'vitest'
import type { SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { Change } from '../../../shared/document/change.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Problem } from '../../../shared/sync/entry.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import { commit, entriesOf, give, headKeys, leave, send, setUpBench } from './support/bench.ts'
import { at, de, en, post, set, site } from './support/site.ts'

/* Entries that wait until the site has something again (SY13): what they block, and how they continue. */

const bench = setUpBench()
const ref = post('1')

function without(...gone: string[]): SiteSchema {
  const collections = site.collections.map((one) =>
    one.slug === 'posts'
      ? {
          ...one,
          fields: one.fields.filter((field) => !('name' in field && gone.includes(field.name ?? ''))),
        }
      : one,
  )
  return { ...site, collections }
}

function withLocales(...codes: string[]): SiteSchema {
  const locales = codes.map((code) => ({ code, label: code, rtl: false, fallbacks: [] }))
  return { ...site, localization: { defaultLocale: 'en', locales } }
}

const hero = (row: JsonObject): Change => ({
  kind: 'rows',
  locale: null,
  path: 'layout',
  from: [],
  to: ['h'],
  added: { h: { id: 'h', blockType: 'hero', ...row } },
  removed: {},
})

const answer = (data: JsonObject, seconds: number): JsonObject => ({
  id: 1,
  _status: 'draft',
  ...data,
  updatedAt: at(seconds),
})

const refused: Problem = problemOf('validation', { status: 400, fields: [{ path: 'title', message: 'No' }] })

const codes = (): (string | undefined)[] => entriesOf(bench.store, ref).map(({ problem }) => problem?.code)
const head = (): string => headKeys(bench.store)[0] ?? ''

describe('F80 SY13 what may go before an entry that waits for the site', () => {
  test('F80 nothing goes before a publish: the last wish is the one that stands', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    const publish = commit(store, ref, [de('title', 'B', 'C')], 'publish', 'de')
    const unpublish = commit(store, ref, [], 'unpublish', 'en')
    store.setSchema(withLocales('en'))
    expect(store.prepareSend(publish)).toBeNull()
    expect(headKeys(store)).toEqual([])
    store.setSchema(site)
    expect(entriesOf(store, ref).map(({ key }) => key)).toEqual([publish, unpublish])
    expect(headKeys(store)).toEqual([publish])
  })

  test('F80 a publish that waited asks where somebody else has written meanwhile', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    const publish = commit(store, ref, [de('title', 'B', 'C')], 'publish', 'de')
    store.setSchema(withLocales('en'))
    store.prepareSend(publish)
    give(store, ref, { title: { en: 'Theirs' } }, 2)
    store.setSchema(site)
    expect(headKeys(store)).toEqual([])
    expect(codes()).toEqual(['base-moved'])
  })

  test('F80 entries of the locale that is gone keep their order', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    const first = commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    const other = commit(store, ref, [en('title', 'A', 'X')], 'draft', 'en')
    const second = commit(store, ref, [de('meta.title', null, 'M')], 'draft', 'de')
    store.setSchema(withLocales('en'))
    store.prepareSend(first)
    expect(headKeys(store)).toEqual([other])
    expect(entriesOf(store, ref).map(({ key }) => key)).toEqual([other, first, second])
    store.setSchema(site)
    expect(entriesOf(store, ref).map(({ key }) => key)).toEqual([other, first, second])
  })

  test('F80 what was typed in a row does not go before the row', () => {
    const { store } = bench
    give(store, ref, { layout: [] })
    const row = commit(store, ref, [hero({ heading: { de: 'Nord' } })], 'draft', 'de')
    commit(store, ref, [en('layout.h.heading', null, 'North')], 'draft', 'en')
    store.setSchema(withLocales('en'))
    expect(store.prepareSend(row)).toBeNull()
    // The row is shared: it is sent with one locale's content, and the other's waits.
    const [first, ...others] = headKeys(store)
    expect(others).toEqual([])
    const layout = [{ id: 'h', blockType: 'hero', heading: 'North' }]
    expect(leave(store, first ?? '').body).toEqual({ _status: 'draft', layout })
    store.settleSent({ key: first ?? '', answer: { data: answer({ layout }, 5), locale: 'en' } })
    expect(store.prepareSend(head())).toBeNull()
    expect(codes()).toEqual(['locale-gone'])
    store.setSchema(site)
    give(store, ref, { layout: [{ id: 'h', blockType: 'hero', heading: { en: 'North' } }] }, 5)
    expect(leave(store, head()).body).toMatchObject({ layout: [{ id: 'h', heading: 'Nord' }] })
  })

  test('F80 an edit of the same place does not go before it', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' }, slug: 'a' })
    const key = commit(store, ref, [de('title', 'B', 'C'), set('slug', 'a', 'b')], 'publish', 'de')
    store.setSchema(withLocales('en'))
    store.prepareSend(key)
    commit(store, ref, [set('slug', 'b', 'c')], 'draft', 'en')
    expect(headKeys(store)).toEqual([])
  })

  test('F81 an edit mends a refused entry, whatever of it lies apart', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [en('title', 'A', 'bad'), set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    leave(store, key)
    store.settleParked({ key, problem: refused })
    commit(store, ref, [en('title', 'bad', 'good')])
    expect(headKeys(store)).toEqual([key])
    expect(store.prepareSend(key)?.request.body).toEqual({ _status: 'draft', title: 'good' })
    expect(codes()).toEqual([undefined, 'field-gone'])
  })

  test('F81 two that lie apart hold back no later edit, and later edits become one', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a', layout: [] })
    const key = commit(store, ref, [en('title', 'A', 'T'), set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    send(store, key, answer({ title: 'T', layout: [] }, 5))
    const [apart] = entriesOf(store, ref)
    expect(apart?.problem?.code).toBe('field-gone')
    const second = commit(store, ref, [de('title', null, 'D')], 'draft', 'de')
    store.setSchema({ ...without('slug'), localization: withLocales('en').localization })
    store.prepareSend(second)
    expect(new Set(codes())).toEqual(new Set(['field-gone', 'locale-gone']))
    const next = commit(store, ref, [en('title', 'T', 'U')])
    expect(commit(store, ref, [en('title', 'U', 'V')])).toBe(next)
    expect(headKeys(store)).toEqual([next])
  })

  test.each(['delete', 'unpublish'] as const)('F81 what lies apart keeps nothing from a %s', (mode) => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [en('title', 'A', 'X'), set('slug', 'a', 'b')], 'publish')
    const last = commit(store, ref, [], mode)
    store.setSchema(without('slug'))
    send(store, key, answer({ title: 'X', _status: 'published' }, 5))
    expect(headKeys(store)).toEqual([last])
  })
})

describe('F80 SY13 what the site has no place for is no conflict', () => {
  test('F80 while it waits: a field', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    store.prepareSend(key)
    give(store, ref, { title: { en: 'A' } }, 2)
    expect(entriesOf(store, ref)).toMatchObject([
      { key, state: 'parked', problem: { code: 'field-gone' }, changes: [set('slug', 'a', 'b')] },
    ])
  })

  test('F80 where the document is read before it was tried: a locale', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    const other = commit(store, ref, [en('title', 'A', 'X')], 'draft', 'en')
    store.setSchema(withLocales('en'))
    give(store, ref, { title: { en: 'A' } }, 2)
    expect(codes()).toEqual([undefined, 'locale-gone'])
    expect(headKeys(store)).toEqual([other])
  })

  test('F80 it goes when the document was read with it, where nobody wrote there', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    give(store, ref, { title: { en: 'A' } }, 2)
    store.setSchema(site)
    // The site's present values are unknown.
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { title: { en: 'A' }, slug: 'a' }, 2)
    expect(entriesOf(store, ref)).toMatchObject([{ key, state: 'waiting', problem: null }])
    expect(store.prepareSend(key)).toMatchObject({
      needsFreshBase: false,
      request: { body: { _status: 'draft', slug: 'b' } },
    })
  })

  test('F80 it asks where somebody wrote there before the site lost it', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    give(store, ref, { title: { en: 'A' } }, 2)
    store.setSchema(site)
    store.retry({ key, choices: {} })
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: true })
    give(store, ref, { title: { en: 'A' }, slug: 'theirs' }, 2)
    expect(entriesOf(store, ref)).toMatchObject([
      { key, state: 'parked', problem: { code: 'conflict', conflicts: [{ theirs: 'theirs', mine: 'b' }] } },
    ])
  })

  test('F80 it goes where the site has lost what was there, and nobody wrote the document', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A' }, slug: 'a' })
    const key = commit(store, ref, [set('slug', 'a', 'b')])
    store.setSchema(without('slug'))
    store.prepareSend(key)
    give(store, ref, { title: { en: 'A' } })
    store.setSchema(site)
    give(store, ref, { title: { en: 'A' } })
    expect(store.prepareSend(key)).toMatchObject({ needsFreshBase: false, request: { body: { slug: 'b' } } })
  })

  test('F80 it goes where it was lost with an own write: a write keeps no locale that the site does not have', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    const other = commit(store, ref, [en('title', 'A', 'X')], 'draft', 'en')
    store.setSchema(withLocales('en'))
    give(store, ref, { title: { en: 'A' } })
    send(store, other, answer({ title: 'X' }, 2))
    store.setSchema(site)
    give(store, ref, { title: { en: 'X' } }, 2)
    expect(store.prepareSend(head())).toMatchObject({
      needsFreshBase: false,
      request: { body: { title: 'C' } },
    })
  })

  describe('F80 it asks where nothing is there any more and somebody else wrote the document', () => {
    const emptied = {
      state: 'parked',
      problem: { code: 'conflict', conflicts: [{ path: 'title', base: 'B', mine: 'C', theirs: null }] },
    }
    const park = (): string => {
      const { store } = bench
      give(store, ref, { title: { en: 'A', de: 'B' } })
      const key = commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
      store.setSchema(withLocales('en'))
      store.prepareSend(key)
      return key
    }
    test('F80 while the site did not have the place', () => {
      const { store } = bench
      const key = park()
      give(store, ref, { title: { en: 'A' } }, 2)
      store.setSchema(site)
      bench.reopen()
      give(bench.store, ref, { title: { en: 'A' } }, 2)
      expect(entriesOf(bench.store, ref)).toMatchObject([{ key, ...emptied }])
    })

    test('F80 after it had it again: they emptied it', () => {
      const { store } = bench
      const key = park()
      store.setSchema(site)
      give(store, ref, { title: { en: 'A' } }, 2)
      expect(entriesOf(bench.store, ref)).toMatchObject([{ key, ...emptied }])
    })

    test('F80 however often the place comes and goes', () => {
      const { store } = bench
      const key = park()
      give(store, ref, { title: { en: 'A' } }, 2)
      store.setSchema(site)
      store.setSchema(withLocales('en', 'fr'))
      store.prepareSend(key)
      store.setSchema(site)
      give(store, ref, { title: { en: 'A' } }, 2)
      expect(entriesOf(bench.store, ref)).toMatchObject([{ key, ...emptied }])
    })

    test('F80 and takes what a person chooses', () => {
      const { store } = bench
      const key = park()
      store.setSchema(site)
      give(store, ref, { title: { en: 'A' } }, 2)
      store.retry({ key, choices: { title: 'mine' } })
      expect(store.prepareSend(key)?.request.body).toMatchObject({ title: 'C' })
    })
  })

  test('F80 the answer to another entry says nothing of it', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' } })
    commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
    const other = commit(store, ref, [en('title', 'A', 'X')], 'draft', 'en')
    store.setSchema(withLocales('en'))
    give(store, ref, { title: { en: 'A' } }, 2)
    store.setSchema(site)
    expect(head()).toBe(other)
    send(store, other, answer({ title: 'X' }, 3))
    expect(codes()).toEqual(['locale-gone'])
    expect(store.prepareSend(head())).toMatchObject({ needsFreshBase: true })
    give(store, ref, { title: { en: 'X', de: 'B' } }, 3)
    expect(store.prepareSend(head())).toMatchObject({
      needsFreshBase: false,
      request: { body: { title: 'C' } },
    })
  })

  test('F80 a part of it goes as soon as that part is there again', () => {
    const { store } = bench
    give(store, ref, { title: { en: 'A', de: 'B' }, slug: 'a' })
    const key = commit(store, ref, [de('title', 'B', 'C'), set('slug', 'a', 'b')], 'draft', 'de')
    store.setSchema(withLocales('en'))
    store.prepareSend(key)
    store.setSchema(without('slug'))
    expect(store.prepareSend(key)?.request.body).toEqual({ _status: 'draft', title: 'C' })
    expect(entriesOf(store, ref)[1]).toMatchObject({ state: 'parked', problem: { code: 'field-gone' } })
  })
})

test('F80 SY13 an entry of unknown outcome does not go again to the letter where it does not fit any more', () => {
  const { store } = bench
  give(store, ref, { title: { en: 'A', de: 'B' } })
  const key = commit(store, ref, [de('title', 'B', 'C')], 'draft', 'de')
  leave(store, key)
  store.settleRetry({ key, outcomeUnknown: true })
  expect(store.prepareSend(key)).toMatchObject({ entry: { state: 'unknown' }, needsFreshBase: false })
  store.setSchema(withLocales('en'))
  expect(store.prepareSend(key)).toMatchObject({ entry: { state: 'unknown' }, needsFreshBase: true })
})
