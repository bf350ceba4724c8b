import { describe, expect, it } from 'vitest'
import { parseTabs } from '../../../../shared/cms/document-tabs.ts'
import type { Global, Localization } from '../../../../shared/cms/schema-model.ts'
import type { OutboxEntry, WriteMode } from '../../../../shared/sync/entry.ts'
import { buildRequest, stampRequest } from '../../../../shared/sync/build-request.ts'
import { array, collection, richSchema, text } from '../build-fields.ts'

const localization: Localization = {
  defaultLocale: 'en',
  locales: ['en', 'de'].map((code) => ({ code, label: code, rtl: false, fallbacks: [] })),
}
const posts = collection(richSchema)
const { kind: _kind, labels: _labels, ...entity } = posts
const header: Global = {
  kind: 'global',
  slug: 'header',
  label: 'Header',
  fields: entity.fields,
  group: null,
  hidden: false,
  versions: null,
  description: null,
  lockMs: null,
  preview: false,
  livePreview: null,
  tabs: parseTabs(null, false),
  apiView: true,
}
const base = { data: { id: 12, slug: 'old' }, updatedAt: '2026-11-20T06:00:00.000Z' }

function entry(mode: WriteMode, more: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    key: 'k',
    seq: 1,
    ref: { kind: 'collection', slug: 'posts', id: '12' },
    create: false,
    mode,
    locale: 'de',
    changes: [{ kind: 'set', locale: null, path: 'slug', from: 'old', to: 'new' }],
    state: 'waiting',
    problem: null,
    attempts: 0,
    createdAt: '2026-11-20T07:00:00.000Z',
    updatedAt: '2026-11-20T07:00:00.000Z',
    group: null,
    waitsFor: [],
    ...more,
  }
}
const request = (mode: WriteMode, more: Partial<OutboxEntry> = {}) =>
  buildRequest({ entry: entry(mode, more), base, entity: posts, localization, idempotencyKey: 'key' })
const query = '?locale=de&depth=0&fallback-locale=none'

describe('requests', () => {
  it('a plain save over a draft that is newer than what is published saves that draft, and takes nothing off the site', () => {
    const over = (status: 'draft' | 'published', collectionOf = posts) =>
      buildRequest({
        entry: entry('save'),
        base: { ...base, status },
        entity: collectionOf,
        localization,
        idempotencyKey: 'key',
      })
    expect(over('draft').path).toBe('/posts/12?draft=true&locale=de&depth=0&fallback-locale=none')
    expect(over('draft').body).toEqual({ slug: 'new' })
    expect(over('published').path).toBe(`/posts/12${query}`)
    expect(over('draft', collection(richSchema, { versions: null })).path).toBe(`/posts/12${query}`)
  })

  it('a version is restored by its own address, without a body, and one of a global never as a draft', () => {
    const restores = { versionId: 'a/b', madeAt: '2026-11-20T06:00:00.000Z', asDraft: true }
    const restore = { changes: [], restores }
    expect(request('restore', restore)).toMatchObject({
      method: 'POST',
      path: '/posts/versions/a%2Fb?depth=0&draft=true',
      body: null,
      idempotencyKey: 'key',
      baseUpdatedAt: base.updatedAt,
    })
    const ref = { kind: 'global', slug: 'header' } as const
    const ofGlobal = { entry: entry('restore', { ...restore, ref }), base, entity: header, localization }
    expect(buildRequest({ ...ofGlobal, idempotencyKey: 'key' }).path).toBe(
      '/globals/header/versions/a%2Fb?depth=0&draft=false',
    )
  })

  it.each([
    ['save', `/posts/12${query}`, { slug: 'new' }],
    [
      'draft',
      '/posts/12?draft=true&locale=de&depth=0&fallback-locale=none',
      { slug: 'new', _status: 'draft' },
    ],
    [
      'publish-locale',
      '/posts/12?publishSpecificLocale=de&locale=de&depth=0&fallback-locale=none',
      { slug: 'new', _status: 'published' },
    ],
    [
      'autosave',
      '/posts/12?draft=true&autosave=true&locale=de&depth=0&fallback-locale=none',
      { slug: 'new', _status: 'draft' },
    ],
    ['publish', `/posts/12${query}`, { slug: 'new', _status: 'published' }],
    ['unpublish', `/posts/12${query}`, { slug: 'new', _status: 'draft' }],
  ] as const)('SY5 a %s is a PATCH over its base', (mode, path, body) => {
    expect(request(mode)).toEqual({
      method: 'PATCH',
      path,
      body,
      idempotencyKey: 'key',
      baseUpdatedAt: base.updatedAt,
      sentAfter: null,
      file: null,
    })
  })

  it.each([
    ['publish', 'publishAllLocales=true&', 'published'],
    ['unpublish', 'unpublishAllLocales=true&', 'draft'],
    ['publish-locale', 'publishSpecificLocale=de&', 'published'],
    ['unpublish-locale', '', 'draft'],
  ] as const)('a %s says which locales it is of where each has a status of its own', (mode, said, status) => {
    const versions = {
      drafts: true,
      localeStatus: true,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    }
    const perLocale = { ...posts, versions }
    const { path, body } = buildRequest({
      entry: entry(mode, { changes: [] }),
      base,
      entity: perLocale,
      localization,
      idempotencyKey: 'key',
    })
    expect(path).toBe(`/posts/12?${said}locale=de&depth=0&fallback-locale=none`)
    expect(body).toEqual({ _status: status })
  })

  it('F12 SY5 where there is no revision to check, rows go whole', () => {
    const fields = [array('rows', [text('word')])]
    const row = (id: string, word: string) => ({ id, word })
    const was = { id: 12, rows: [row('a', 'one'), row('b', 'two')] }
    const moved = { kind: 'rows', locale: null, path: 'rows', added: {}, removed: {} } as const
    const sent = (updatedAt: string | null) =>
      buildRequest({
        entry: entry('save', { changes: [{ ...moved, from: ['a', 'b'], to: ['b', 'a'] }] }),
        base: { data: was, updatedAt },
        entity: collection(fields),
        localization,
        idempotencyKey: 'key',
      }).body
    expect(sent(null)).toEqual({ rows: [row('b', 'two'), row('a', 'one')] })
    expect(sent(base.updatedAt)).toEqual({ rows: [{ id: 'b' }, { id: 'a' }] })
  })

  it('SY12 a deletion names its base too', () => {
    expect(request('delete')).toEqual({
      method: 'DELETE',
      path: `/posts/12${query}`,
      body: null,
      idempotencyKey: 'key',
      baseUpdatedAt: base.updatedAt,
      sentAfter: null,
      file: null,
    })
  })

  it('SY12 where the collection has a trash, a deletion puts the document there', () => {
    const built = buildRequest({
      entry: entry('delete'),
      base,
      entity: { ...posts, trash: true },
      localization,
      idempotencyKey: 'key',
    })
    expect(built).toMatchObject({ method: 'PATCH', body: { deletedAt: base.updatedAt } })
  })

  it('SY8 a creation is a POST of the whole document, without a base', () => {
    const ref = { kind: 'collection', slug: 'posts', id: 'tmp_1' } as const
    expect(request('draft', { create: true, ref })).toEqual({
      method: 'POST',
      path: '/posts?draft=true&locale=de&depth=0&fallback-locale=none',
      body: { id: 12, slug: 'new', _status: 'draft' },
      idempotencyKey: 'key',
      baseUpdatedAt: null,
      sentAfter: null,
      file: null,
    })
  })

  it('SY8 a creation brings its own id where that is no temporary one', () => {
    const ref = { kind: 'collection', slug: 'posts', id: '0b5c' } as const
    expect(request('save', { create: true, ref }).body).toMatchObject({ id: '0b5c' })
  })

  it('ids are encoded', () => {
    const ref = { kind: 'collection', slug: 'posts', id: 'a/b?c' } as const
    expect(request('save', { ref }).path).toBe(`/posts/a%2Fb%3Fc${query}`)
  })

  it('SY5 a global is a POST, and without localization no locale is named', () => {
    const ref = { kind: 'global', slug: 'header' } as const
    const built = buildRequest({
      entry: entry('draft', { ref, locale: null }),
      base,
      entity: header,
      localization: null,
      idempotencyKey: 'key',
    })
    expect(built).toMatchObject({
      method: 'POST',
      path: '/globals/header?draft=true&depth=0',
      baseUpdatedAt: base.updatedAt,
      sentAfter: null,
      file: null,
    })
  })

  it('F19 SY11 the server’s clock dates what goes to the trash, and says before what a request cannot have arrived', () => {
    const trash = { ...posts, trash: true }
    const built = buildRequest({
      entry: entry('delete'),
      base,
      entity: trash,
      localization,
      idempotencyKey: 'key',
    })
    const now = Date.UTC(2031, 0, 2)
    const sentAfter = '2031-01-02T00:00:00.000Z'
    expect(stampRequest(built, now)).toMatchObject({ body: { deletedAt: sentAfter }, sentAfter, file: null })
    expect(stampRequest(built, null)).toEqual(built)
    const creation = request('draft', {
      create: true,
      ref: { kind: 'collection', slug: 'posts', id: 'tmp_1' },
    })
    expect(stampRequest(creation, now)).toEqual({ ...creation, sentAfter })
    expect(stampRequest(request('draft'), now)).toEqual({ ...request('draft'), sentAfter })
  })
})
