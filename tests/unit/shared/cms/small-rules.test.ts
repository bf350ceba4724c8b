import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { silentLog } from '../../../../main/log.ts'
import { createApiClient } from '../../../../main/server/http/api-client.ts'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { adminPath, adminRoutes, adminUrl } from '../../../../shared/cms/routes.ts'
import { listQuery } from '../../../../shared/ipc.ts'
import { whereOf } from '../../../../shared/cms/where-of.ts'
import { isNumericText, isWhere, operators, readWhere } from '../../../../shared/cms/where.ts'

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

  it('S2.02 are the origin of the server, the base path where it is asked for, the admin route and the path; of its API always with the base path', async () => {
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
    expect(url(null, { basePath: '/b', includeBasePath: true })).toBe('/b/admin/collections/x')

    const asked: string[] = []
    for (const baseUrl of ['https://s.io', 'https://s.io/b']) {
      const client = createApiClient({
        baseUrl,
        transport: (address) => {
          asked.push(address)
          return Promise.resolve(new Response('{}'))
        },
        token: () => null,
        language: () => 'en',
        log: silentLog,
      })
      await client.request({ method: 'GET', path: '/x' })
    }
    expect(asked).toEqual(['https://s.io/api/x', 'https://s.io/b/api/x'])
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
  const ok = { title: { equals: 'a' } }
  /** Returns if each value is a filter. */
  const judged = (all: readonly unknown[]) => all.map((value) => [JSON.stringify(value), isWhere(value)])
  const expected = (all: readonly unknown[], are: boolean) => all.map((value) => [JSON.stringify(value), are])
  const query = { slug: 'posts', page: 1, limit: 10, sort: 'id', search: '', locale: null }
  const takes = (where: unknown) => v.is(listQuery, { ...query, where })

  it('S5.01 a filter is a list of or; without one it is none, and an empty one asks nothing', () => {
    const filters = [{ or: [{ and: [ok] }] }, { or: [{ and: [ok] }, { and: [ok, ok] }] }]
    const others = [
      {},
      { or: [] },
      { or: {} },
      { or: null },
      { or: 'x' },
      { and: [ok] },
      ok,
      [{ and: [ok] }],
      null,
      'x',
      7,
    ]
    expect(judged(filters)).toEqual(expected(filters, true))
    expect(judged(others)).toEqual(expected(others, false))
    expect(readWhere({ or: [] })).toBeNull()
    expect(readWhere({})).toBeNull()
    // Main accepts no other shape.
    for (const where of filters) expect(takes(where)).toBe(true)
    for (const where of others) expect(takes(where)).toBe(where === null)
  })

  it('S5.02 each alternative of a filter is a list of and, which is not empty', () => {
    const filters = [{ or: [{ and: [ok] }] }, { or: [{ and: [ok] }, { and: [ok] }] }]
    const others = [
      { or: [{}] },
      { or: [{ and: [] }] },
      { or: [{ and: ok }] },
      { or: [{ and: null }] },
      { or: [null] },
      { or: ['s'] },
      { or: [{ and: [ok] }, { x: { equals: 1 } }] },
      { or: [{ and: [ok] }, { and: [] }] },
    ]
    expect(judged(filters)).toEqual(expected(filters, true))
    expect(judged(others)).toEqual(expected(others, false))
  })

  it('S5.03 each part of an alternative names a field', () => {
    const others = [{}, 's', '', null, 7, [], [ok]].map((entry) => ({ or: [{ and: [entry] }] }))
    const among = others.map(({ or: [one] }) => ({ or: [{ and: [ok, ...(one?.and ?? [])] }] }))
    expect(judged([...others, ...among])).toEqual(expected([...others, ...among], false))
    const both = { or: [{ and: [{ title: { equals: 'a' }, slug: { equals: 'b' } }] }] }
    expect(judged([both])).toEqual(expected([both], true))
  })

  it('S5.04 a field is asked by one of 16 operators; only the first one of each is looked at', () => {
    const known = (
      'equals contains not_equals in all not_in exists greater_than greater_than_equal ' +
      'less_than less_than_equal like not_like within intersects near'
    ).split(' ')
    expect([...operators].toSorted()).toEqual(known.toSorted())
    const asking = (rules: object) => ({ or: [{ and: [rules] }] })
    const filters = [
      ...known.map((operator) => asking({ title: { [operator]: 'a' } })),
      asking({ a: { equals: 1, bogus: 2 } }),
    ]
    const others = [
      asking({ title: { bogus: 1 } }),
      asking({ title: {} }),
      asking({ title: 'a' }),
      asking({ title: null }),
      asking({ title: { EQUALS: 1 } }),
      asking({ title: { constructor: 1 } }),
      asking({ a: { bogus: 2, equals: 1 } }),
      asking({ title: { equals: 'a' }, slug: { bogus: 1 } }),
    ]
    expect(judged(filters)).toEqual(expected(filters, true))
    expect(judged(others)).toEqual(expected(others, false))
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

  it('S5.05 numbers and texts that are numbers', () => {
    for (const value of ['0', '1.5', '1e3', '0x10', ' 5 ', 0, true])
      expect([value, isNumericText(value)]).toEqual([value, true])
    for (const value of ['', ' ', 'abc', null, undefined, Number.NaN])
      expect([value, isNumericText(value)]).toEqual([value, false])
  })
})
