import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { adminPath, adminRoutes, adminUrl } from '../../../../shared/cms/routes.ts'
import { listQuery } from '../../../../shared/ipc.ts'
import { whereOf } from '../../../../shared/cms/where-of.ts'
import { isNumericText, isWhere, operators } from '../../../../shared/cms/where.ts'

describe('labels', () => {
  it('S3.21 are those of the language, else of the fallback or the first of several that there is, else the first', () => {
    const posts = { en: 'Posts', de: 'Beiträge' }
    expect(pickLabel('Posts', 'de')).toBe('Posts')
    expect(pickLabel(posts, 'de', ['en'])).toBe('Beiträge')
    expect(pickLabel(posts, 'fr', ['en'])).toBe('Posts')
    expect(pickLabel(posts, 'fr', ['sv', 'de', 'en'])).toBe('Beiträge')
    expect(pickLabel({ sv: 'Inlägg', nb: 'Innlegg' }, 'fr', ['nb'])).toBe('Innlegg')
    expect(pickLabel({ sv: 'Inlägg', nb: 'Innlegg' }, 'fr', ['da', 'en'])).toBe('Inlägg')
    expect(pickLabel({}, 'constructor')).toBe('')
    expect(pickLabel(null, 'en')).toBe('')
  })
})

describe('addresses of the admin', () => {
  it.each([
    ['/', '', '/'],
    ['', '', '/'],
    ['/', '/collections/posts', '/collections/posts'],
    ['/admin', '/collections/posts', '/admin/collections/posts'],
    ['/admin', '/', '/admin/'],
    ['/admin', '', '/admin'],
  ])('S2.01 route %j and path %j give %s', (route, path, whole) => {
    expect(adminPath(route, path)).toBe(whole)
  })

  it('S2.02 (part) of the server’s address only the origin counts', () => {
    const url = (serverURL: string | null, more = {}) =>
      adminUrl({ serverURL, adminRoute: '/admin', path: '/collections/x', ...more })
    expect(url('https://s.io/foo')).toBe('https://s.io/admin/collections/x')
    expect(url('https://me:pw@s.io:8080/foo?x#y')).toBe('https://s.io:8080/admin/collections/x')
    expect(url(null)).toBe('/admin/collections/x')
    expect(url('javascript:alert(1)')).toBe('/admin/collections/x')
    expect(url('https://s.io', { basePath: '/b' })).toBe('https://s.io/admin/collections/x')
    expect(url('https://s.io', { basePath: '/b', includeBasePath: true })).toBe(
      'https://s.io/b/admin/collections/x',
    )
  })

  it.each([
    '@evil.example',
    '.evil.example',
    ':80@evil.example/',
    '//evil.example',
    '\\\\evil.example',
    'https://evil.example',
  ])('F36 the admin route %s does not lead to another host', (adminRoute) => {
    const input = { adminRoute, path: '/collections/x' }
    expect(new URL(adminUrl({ ...input, serverURL: 'https://s.io' })).origin).toBe('https://s.io')
    expect(new URL(adminUrl(input), 'https://s.io').origin).toBe('https://s.io')
    expect(
      new URL(adminUrl({ ...input, serverURL: 'https://s.io/b', basePath: '/b', includeBasePath: true }))
        .host,
    ).toBe('s.io')
  })

  it('S2.04 (links) ids are encoded', () => {
    const ref = { kind: 'collection', slug: 'posts', id: 'a/b' } as const
    expect(adminRoutes.document(ref)).toBe('/collections/posts/a%2Fb')
    expect(adminRoutes.versions(ref)).toBe('/collections/posts/a%2Fb/versions')
    expect(adminRoutes.version(ref, 'v/1')).toBe('/collections/posts/a%2Fb/versions/v%2F1')
    expect(adminRoutes.api(ref)).toBe('/collections/posts/a%2Fb/api')
  })

  it('are there for an id with half a character, which is nowhere', () => {
    const half = '7\ud83d'
    expect(adminRoutes.document({ kind: 'collection', slug: 'posts', id: half })).toBe(
      '/collections/posts/7%EF%BF%BD',
    )
    expect(adminRoutes.list(half)).toBe('/collections/7%EF%BF%BD')
  })

  it('of lists, of new documents and of globals have no id', () => {
    const ref = { kind: 'global', slug: 'header' } as const
    expect(adminRoutes.list('posts')).toBe('/collections/posts')
    expect(adminRoutes.create('posts')).toBe('/collections/posts/create')
    expect(adminRoutes.document(ref)).toBe('/globals/header')
    expect(adminRoutes.versions(ref)).toBe('/globals/header/versions')
    expect(adminRoutes.version(ref, '3')).toBe('/globals/header/versions/3')
    expect(adminRoutes.api(ref)).toBe('/globals/header/api')
  })

  it('of the places that every site has are fixed', () => {
    expect(adminRoutes.dashboard()).toBe('/')
    expect(adminRoutes.outbox()).toBe('/outbox')
    expect(adminRoutes.account()).toBe('/account')
  })
})

describe('filters', () => {
  it('S5.01 (part) S5.02 (part) S5.03 (part) a filter is or, and, field, operator', () => {
    expect(isWhere({ or: [{ and: [{ title: { equals: 'a' } }] }] })).toBe(true)
    expect(isWhere({ or: [{ and: [{ a: { equals: 1, bogus: 2 } }] }] })).toBe(true)
  })

  it.each([
    [{ or: [] }],
    [{ or: [{ and: [] }] }],
    [{ or: [{ and: [{}] }] }],
    [{ or: [{ and: ['s'] }] }],
    [{ or: [{ and: [{ a: {} }] }] }],
    [{ or: [{ and: [{ title: { bogus: 1 } }] }] }],
    [{ and: [{ title: { equals: 1 } }] }],
    [{ or: [{ and: [{ title: { equals: 1 } }] }, { x: { equals: 1 } }] }],
    [{}],
    [null],
    ['x'],
  ])('S5.01 (part) S5.02 (part) S5.03 (part) %j is none', (value) => {
    expect(isWhere(value)).toBe(false)
  })

  it('the filter of a field, in whatever shape, asks the same in the shape of the admin', () => {
    const a = { a: { equals: 1 } }
    const b = { b: { exists: true } }
    const c = { c: { in: ['x'] } }
    expect(whereOf(a)).toEqual({ or: [{ and: [a] }] })
    expect(whereOf({ ...a, ...b })).toEqual({ or: [{ and: [a, b] }] })
    expect(whereOf({ or: [a, { and: [b, c] }] })).toEqual({ or: [{ and: [a] }, { and: [b, c] }] })
    expect(whereOf({ and: [{ or: [a, b] }, c] })).toEqual({ or: [{ and: [a, c] }, { and: [b, c] }] })
    expect(whereOf(a, undefined, { or: [{ and: [b] }] })).toEqual({ or: [{ and: [a, b] }] })
    for (const asked of [whereOf(a), whereOf({ and: [{ or: [a, b] }, c] })]) expect(isWhere(asked)).toBe(true)
  })

  it('a filter that asks nothing is none', () => {
    for (const nothing of [undefined, null, true, {}, { and: [] }, { or: [{}] }])
      expect(whereOf(nothing)).toBeNull()
  })

  it('S5.01 (lists) main takes no list with a filter of another shape', () => {
    const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', locale: null }
    const takes = (where: unknown) => v.is(listQuery, { ...query, where })
    expect(takes(null)).toBe(true)
    expect(takes({ or: [{ and: [{ id: { in: [7] } }] }] })).toBe(true)
    expect(takes({ id: { in: [7] } })).toBe(false)
  })

  it('S5.04 (part) there are 16 operators', () => {
    expect(new Set(operators).size).toBe(16)
  })

  it('S5.05 numbers and texts that are numbers', () => {
    for (const value of ['0', '1.5', '1e3', '0x10', ' 5 ', 0, true])
      expect([value, isNumericText(value)]).toEqual([value, true])
    for (const value of ['', ' ', 'abc', null, undefined, Number.NaN])
      expect([value, isNumericText(value)]).toEqual([value, false])
  })
})
