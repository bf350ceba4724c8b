import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EDITOR, READER, startCms } from './support/cms.ts'
import type { Cms } from './support/cms.ts'
import { tries } from '../support/tries.ts'

let cms: Cms
let tokens: (string | undefined)[]

beforeAll(async () => {
  cms = await startCms()
  tokens = [undefined, (await cms.login(READER)).token, (await cms.login(EDITOR)).token]
})
afterAll(() => cms.dispose())

const ENDPOINTS = [
  'POST /desktop/form-state',
  'POST /desktop/permissions',
  'POST /desktop/schedule',
  'POST /desktop/schedules',
  'POST /desktop/groups',
  'POST /desktop/unsent',
  'POST /desktop/preview-url',
  'POST /desktop/live-preview-url',
  'POST /desktop/slug',
  'GET /desktop',
  'GET /desktop/config',
  'GET /desktop/session',
  'GET /desktop/unsent',
  'GET /desktop/writes/',
] as const

/** Names that the endpoints read, those of fields, and those that are dangerous as keys. */
const name = fc.constantFrom(
  'collectionSlug',
  'globalSlug',
  'id',
  'data',
  'documentData',
  'sent',
  'initialBlockData',
  'schemaPath',
  'operation',

  'doc',
  'relationTo',
  'value',
  'type',
  'date',
  'timezone',
  'locale',
  'cancel',
  'app',
  'documents',
  'path',
  'title',
  'layout',
  'array',
  'blocks',
  'blockType',
  'root',
  'children',
  'fields',
  'formState',
  'text',

  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'length',
  '$where',
  '0',
  '4294967290',
  'array.4294967290.name',
)
const slug = fc.constantFrom(
  'posts',
  'pages',
  'kitchen-sink',
  'users',
  'payload-jobs',
  'header',
  '__proto__',
  'toString',
  '',
)
const number = fc.constantFrom(0, -1, 4_294_967_290, 1e308, 0.5, Number.MAX_SAFE_INTEGER)
const long = fc
  .tuple(
    fc.constantFrom('a', '.', '_index-0.', 'ä', '\u0000', ' ', '../'),
    fc.integer({ min: 1, max: 20_000 }),
  )
  .map(([piece, times]) => piece.repeat(times))
const leaf = fc.oneof(
  slug,
  number,
  long,
  name,
  fc.boolean(),
  fc.constant(null),
  fc.string(),
  fc.constant('2030-01-02T03:04:00.000Z'),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs)),
  ),
}))
/** Most often a body that is taken: its target is one that there is. */
const body = fc.array(fc.tuple(name, value), { maxLength: 8 }).chain((pairs) =>
  fc.oneof(
    slug.map((collectionSlug) => ({ ...Object.fromEntries(pairs), collectionSlug })),
    fc.constant({ doc: { relationTo: 'posts', value: 3 }, ...Object.fromEntries(pairs) }),
    fc.constant(Object.fromEntries(pairs)),
  ),
)
const nested = (piece: string, times: number, end: string): string => piece.repeat(times) + end
const sent = fc.oneof(
  { weight: 6, arbitrary: body.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: value.map((one) => JSON.stringify(one) ?? '') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      '{"__proto__":{"collectionSlug":"posts"}}',
      nested('[', 20_000, ''),
      nested('{"data":', 20_000, '1') + '}'.repeat(20_000),
      `{"collectionSlug":"posts","data":${nested('{"a":', 5_000, '1')}${'}'.repeat(5_000)}}`,
      `{"collectionSlug":"kitchen-sink","data":{"array":[${nested('{},', 20_000, '{}')}]}}`,
      `{"collectionSlug":"posts","data":{"title":"${nested('a', 300_000, '"')}}}`,
      `{"collectionSlug":"posts","schemaPath":"posts${nested('._index-0', 5_000, '"')}}`,
      `{"collectionSlug":"kitchen-sink","data":{"array":{"4294967290":{"name":1},"length":4294967290}}}`,
    ),
  },
  { weight: 1, arbitrary: fc.string() },
)

it('F71 whatever is sent to whichever endpoint of the companion, by whomever: it is answered, and so is the next', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ENDPOINTS),
      fc.nat({ max: 2 }),
      sent,
      fc.constantFrom('', '?locale=all', '?locale=__proto__', `?depth=99999999&locale=${'x'.repeat(2_000)}`),
      async (endpoint, who, text, query) => {
        const [method = '', path = ''] = endpoint.split(' ')
        const token = tokens[who]
        const isRead = method === 'GET'
        // A key of a write is a part of the address.
        const key = path.endsWith('/') ? encodeURIComponent(text.slice(0, 500)) || 'a' : ''
        const answer = await cms.request(method, `${path}${key}${query}`, {
          ...(token === undefined ? {} : { token }),
          ...(isRead ? {} : { body: text }),
          // A body that nobody reads ends its connection, which the next request is not to use.
          headers: { connection: 'close', ...(isRead ? {} : { 'content-type': 'application/json' }) },
        })
        expect([endpoint, answer.status]).toEqual([endpoint, expect.toSatisfy(isRefusalOrAnswer)])
        const isForAll = token !== undefined || path === '/desktop'
        expect(isForAll || answer.status >= 400).toBe(true)
        expect((await cms.request('GET', '/desktop')).status).toBe(200)
      },
    ),
    tries(60),
  )
})

function isRefusalOrAnswer(status: unknown): boolean {
  return typeof status === 'number' && (status === 200 || (status >= 400 && status < 500))
}
