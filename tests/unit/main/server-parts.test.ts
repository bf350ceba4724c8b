import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLog, silentLog, logFileSink } from '../../../main/log.ts'
import { createApiClient } from '../../../main/server/http/api-client.ts'
import { queryString } from '../../../main/server/http/document-query.ts'
import { serverWords } from '../../../main/server/answer-shapes.ts'
import { holds } from '../../../main/server/send/find-created.ts'
import { listColumns, sortsByLocale, listWhere } from '../../../main/server/read/read-lists.ts'
import { networkErrorCode, problemOfNetwork } from '../../../main/server/http/network-error.ts'
import type { Collection, Field } from '../../../shared/cms/schema-model.ts'
import { anyFile, collection as buildCollection, number, text } from '../shared/build-fields.ts'

describe('the network’s errors', () => {
  test('keep their names, of Chromium and of Node, and never an address', () => {
    expect(networkErrorCode(new Error('net::ERR_CONNECTION_REFUSED'))).toBe('net::ERR_CONNECTION_REFUSED')
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' })
    expect(networkErrorCode(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED')
    expect(networkErrorCode(AbortSignal.timeout(0).reason ?? new DOMException('', 'TimeoutError'))).toBe(
      'timeout',
    )
    expect(networkErrorCode(new Error('https://user:secret@host'))).toBe('failed')
    expect(networkErrorCode('odd')).toBe('failed')
  })

  test.each([
    ['net::ERR_PROXY_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', 'proxy-refused'],
    ['net::ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'proxy-refused'],
    ['proxy-login', 'proxy-login'],
    ['net::ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-login'],
    ['net::ERR_PAC_SCRIPT_FAILED', 'proxy-script'],
    ['net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy-script'],
    ['net::ERR_CERT_DATE_INVALID', 'certificate-date'],
    ['CERT_HAS_EXPIRED', 'certificate-date'],
    ['net::ERR_CERT_COMMON_NAME_INVALID', 'certificate-name'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate-name'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate-issuer'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate-issuer'],
    ['net::ERR_CERT_REVOKED', 'tls'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'tls'],
    ['redirected', 'portal'],
    ['net::ERR_CONNECTION_REFUSED', 'unreachable'],
    ['timeout', 'unreachable'],
  ])('%s is a problem of the kind %s', (code, problem) =>
    expect(problemOfNetwork(code)).toEqual({ code: problem, detail: code }),
  )
})

test('a file of an http server that leads to https is not followed back to http', async () => {
  const asked: string[] = []
  const next = new Map([
    ['http://cms.invalid/api/a.jpg', 'https://storage.invalid/a.jpg'],
    ['https://storage.invalid/a.jpg', 'http://elsewhere.invalid/a.jpg'],
  ])
  const client = createApiClient({
    baseUrl: 'http://cms.invalid',
    transport: async (url) => {
      asked.push(url)
      const location = next.get(url) ?? null
      const get = (name: string) => (name === 'location' ? location : null)
      const headers = { get, getSetCookie: () => [] }
      return Promise.resolve({ status: location === null ? 200 : 302, headers, body: null })
    },
    token: () => null,
    language: () => 'en',
    log: silentLog,
  })
  const { signal } = new AbortController()
  expect(await client.open({ path: '/a.jpg', signal })).toEqual({ kind: 'network', code: 'redirected' })
  expect(asked).toEqual([...next.keys()])
})

test('the server’s words are taken from each of its shapes', () => {
  const errors = [{ path: 'items.0.label', message: 'Required' }]
  expect(
    serverWords({ errors: [{ name: 'ValidationError', message: 'Invalid: label', data: { errors } }] }),
  ).toEqual({
    message: 'Invalid: label',
    fields: errors,
  })
  expect(serverWords({ errors: [{ message: 'No.' }] })).toEqual({ message: 'No.', fields: [] })
  // A listed error without a path belongs to no field.
  const ofNone = [{ message: 'Too many drafts' }]
  expect(serverWords({ errors: [{ message: 'Invalid:', data: { errors: ofNone } }] })).toEqual({
    message: 'Too many drafts',
    fields: [],
  })
  const twice = [...ofNone, { message: 'And on a Sunday' }]
  expect(serverWords({ errors: [{ message: 'Invalid:', data: { errors: twice } }] }).message).toBe(
    'Too many drafts\nAnd on a Sunday',
  )
  expect(serverWords({ message: 'Route not found' })).toEqual({ message: 'Route not found', fields: [] })
  expect(serverWords('<html>')).toEqual({ message: '', fields: [] })
})

test('SY4 a document holds what was sent, whatever the server added; a difference anywhere tells them apart', () => {
  const doc = {
    id: 3,
    title: 'A',
    meta: { a: 1, b: null },
    rows: [
      { id: 'x', n: 1 },
      { id: 'y', n: 2 },
    ],
  }
  expect(holds(doc, { title: 'A', meta: { a: 1 }, rows: [{ n: 1 }, { n: 2 }], none: null })).toBe(true)
  expect(holds(doc, { title: 'B' })).toBe(false)
  expect(holds(doc, { rows: [{ n: 1 }] })).toBe(false)
  expect(holds(doc, { meta: { a: 2 } })).toBe(false)
  expect(holds(doc, { other: { deep: 1 } })).toBe(false)
})

const base = { label: null, description: null, hidden: false, disabled: false, readOnly: false, width: null }
const field = (type: string, name: string, more: object = {}) =>
  ({
    ...base,
    position: 'main',
    hasCondition: false,
    type,
    name,
    localized: false,
    ...more,
  }) as unknown as Field

const collection = {
  kind: 'collection',
  slug: 'posts',
  fields: [
    field('text', 'title', { localized: true }),
    field('text', 'slug'),
    field('richText', 'body'),
    field('blocks', 'layout', { blocks: [] }),
    field('group', 'meta', {
      fields: [field('text', 'heading', { localized: true }), field('number', 'size')],
    }),
    field('array', 'items', { fields: [] }),
  ],
  useAsTitle: 'title',
  defaultColumns: ['title', 'items'],
  listSearchableFields: null,
  timestamps: true,
  upload: false,
  trash: false,
  versions: {
    drafts: true,
    localeStatus: false,
    autosaveInterval: null,
    max: null,
    validatesDrafts: false,
    schedules: false,
  },
} as unknown as Collection

test('a list asks for short fields, for default columns and for what it is sorted by', () => {
  expect(listColumns(collection, '-updatedAt').toSorted()).toEqual(
    ['_status', 'createdAt', 'id', 'items', 'slug', 'title', 'updatedAt'].toSorted(),
  )
  expect(listColumns(collection, 'meta.size')).toContain('meta')
  expect(listColumns(collection, 'title')).not.toContain('body')
})

test('an order depends on the locale where its field or a field around it does', () => {
  expect(sortsByLocale(collection, '-title')).toBe(true)
  expect(sortsByLocale(collection, 'meta.heading')).toBe(true)
  expect(sortsByLocale(collection, 'meta.size')).toBe(false)
  expect(sortsByLocale(collection, '-updatedAt')).toBe(false)
})

test('a search looks in the searchable fields, else in the title, besides the filter', () => {
  const like = (name: string) => ({ [name]: { like: 'train' } })
  expect(listWhere(collection, { search: '  ', where: null })).toBeNull()
  expect(listWhere(collection, { search: ' train ', where: null })).toEqual({ or: [like('title')] })
  const searchable = { ...collection, listSearchableFields: ['title', 'slug'] }
  const where = { or: [{ and: [{ slug: { exists: true } }] }] }
  expect(listWhere(searchable, { search: 'train', where })).toEqual({
    and: [where, { or: [like('title'), like('slug')] }],
  })
})

test('a search of files looks in their alternative text as well, if the user may read it', () => {
  const searched = (more: Partial<Collection>) =>
    listWhere(buildCollection([text('alt')], { useAsTitle: 'filename', upload: anyFile, ...more }), {
      search: 'train',
      where: null,
    })
  const like = (...names: string[]) => ({ or: names.map((name) => ({ [name]: { like: 'train' } })) })
  expect(searched({})).toEqual(like('filename', 'alt'))
  expect(searched({ listSearchableFields: ['alt', 'credit'] })).toEqual(like('alt', 'credit'))
  expect(searched({ upload: false })).toEqual(like('filename'))
  for (const unread of [{ disabled: true }, { hidden: true }, { canSort: false }])
    expect(searched({ fields: [text('alt', unread)] })).toEqual(like('filename'))
  expect(searched({ fields: [number('alt')] })).toEqual(like('filename'))
})

describe('the log', () => {
  test('has one line per event, at and above its level', () => {
    const lines: string[] = []
    const log = createLog('info', [(line) => lines.push(line)], () => new Date(0))
    log.debug('hidden')
    log.info('http', { path: '/posts', status: 200, note: 'two\nlines' })
    expect(lines).toEqual(['1970-01-01T00:00:00.000Z info http path="/posts" status=200 note="two\\nlines"'])
  })

  test('names calls without what is asked, and without the code of an email', async () => {
    const lines: string[] = []
    const client = createApiClient({
      baseUrl: 'https://s.io',
      transport: () => Promise.resolve(new Response('{}')),
      token: () => null,
      language: () => 'en',
      log: createLog('debug', [(line) => lines.push(line)]),
    })
    await client.request({ method: 'POST', path: '/users/verify/s3cret', body: {} })
    await client.request({ method: 'GET', path: '/posts?search=s3cret' })
    expect(lines.join('\n')).toMatch(/path="\/users\/verify\/".*\n.*path="\/posts"/)
    expect(lines.join('\n')).not.toContain('s3cret')
  })

  test('begins a new file at 1 MB and keeps one old one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-log-'))
    try {
      await writeFile(path.join(folder, 'galley.log'), 'x'.repeat(1_000_001))
      const sink = logFileSink(folder)
      sink('first')
      sink('second')
      expect(await readFile(path.join(folder, 'galley.log'), 'utf8')).toBe('first\nsecond\n')
      expect((await readdir(folder)).toSorted()).toEqual(['galley.log', 'galley.old.log'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('a folder that cannot be written does not end the program', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-log-'))
    try {
      await writeFile(path.join(folder, 'file'), '')
      const sink = logFileSink(path.join(folder, 'file', 'logs'))
      expect(() => sink('lost')).not.toThrow()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

test('S7.14 (part) reads and writes of the API have their parameters behind a question mark, and bring the session along; a put to the storage brings nothing', async () => {
  expect(queryString({})).toBe('')
  expect(
    decodeURIComponent(queryString({ depth: 0, where: { or: [{ and: [{ id: { in: [1, 2] } }] }] } })),
  ).toBe('?depth=0&where[or][0][and][0][id][in][0]=1&where[or][0][and][0][id][in][1]=2')
  // The server drops the last of too many parameters.
  expect(queryString({ where: { id: { equals: 1 } }, limit: 2 })).toMatch(/^\?limit=2&where/)
  const seen: unknown[] = []
  const client = createApiClient({
    baseUrl: 'https://s.io',
    transport: (url, { method, headers, credentials }) => {
      seen.push([method, url, headers['Authorization'] ?? null, credentials])
      return Promise.resolve(new Response('{}'))
    },
    token: () => 'secret',
    language: () => 'en',
    log: silentLog,
  })
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const)
    await client.request({ method, path: `/posts${queryString({ depth: 0 })}` })
  await client.put({
    url: 'https://storage.example/x',
    headers: {},
    file: { name: 'x', mimeType: 'text/plain', size: 0, read: async function* () {} },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
  // The session is a token in a header for the server alone; cookies are never sent (decision 0003).
  const withToken = (method: string) => [method, 'https://s.io/api/posts?depth=0', 'JWT secret', 'omit']
  expect(seen).toEqual([
    ...['GET', 'POST', 'PATCH', 'DELETE'].map(withToken),
    ['PUT', 'https://storage.example/x', null, 'omit'],
  ])
})
