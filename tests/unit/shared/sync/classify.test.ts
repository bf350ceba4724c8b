import { describe, expect, it } from 'vitest'
import type { AnswerClass, AnswerContext } from '../../../../shared/sync/classify.ts'
import { classifyAnswer } from '../../../../shared/sync/classify.ts'
import type { Json } from '../../../../shared/json.ts'

const update: AnswerContext = { mode: 'draft', create: false }
const creation: AnswerContext = { mode: 'draft', create: true }
const restoring: AnswerContext = { mode: 'restore', create: false }
const deletion: AnswerContext = { mode: 'delete', create: false }

const failure = (message: string, data?: Json): Json => ({
  errors: [data === undefined ? { message } : { message, data }],
})

function classify(
  status: number,
  json: Json | undefined,
  context = update,
  retryAfter: string | null = null,
) {
  return classifyAnswer(
    { kind: 'http', status, json, retryAfter, date: 'Fri, 20 Nov 2026 06:00:00 GMT' },
    context,
  )
}

type Case = [
  name: string,
  status: number,
  json: Json | undefined,
  context: AnswerContext,
  type: AnswerClass['type'],
]
const cases: Case[] = [
  ['a written document', 200, { doc: { id: 1 }, message: 'ok' }, update, 'done'],
  ['a created document', 201, { doc: { id: 1 }, message: 'ok' }, creation, 'done'],
  ['a written global', 200, { result: { a: 1 }, message: 'ok' }, update, 'done'],
  ['a deleted document', 200, { doc: { id: 1 }, message: 'ok' }, deletion, 'done'],
  ['a restored version', 200, { id: 1, message: 'ok' }, restoring, 'done'],
  ['a restored version, asked again', 200, { doc: { id: 1 } }, restoring, 'done'],
  ['a restored version without a word', 200, { id: 1 }, restoring, 'portal'],
  ['a restored version, with another status', 201, { id: 1, message: 'ok' }, restoring, 'portal'],
  ['success in HTML', 200, undefined, update, 'portal'],
  ['JSON without a document', 200, { login: 'needed' }, update, 'portal'],
  ['JSON that is only null', 200, null, update, 'portal'],
  ['no content', 204, undefined, deletion, 'portal'],
  ['a redirect', 302, undefined, update, 'portal'],
  ['a redirect with a document', 302, { doc: {} }, update, 'portal'],
  ['network login required', 511, undefined, update, 'portal'],
  ['HTML 403', 403, undefined, update, 'portal'],
  ['HTML 404', 404, undefined, update, 'portal'],
  ['HTML 404 of a deletion', 404, undefined, deletion, 'portal'],
  ['bad input', 400, failure('Bad'), update, 'parked'],
  ['not allowed, or not signed in', 401, failure('No'), update, 'auth'],
  ['not allowed', 403, failure('No'), update, 'auth'],
  ['gone', 404, failure('Not Found'), update, 'gone'],
  ['an unknown route', 404, { message: 'Route not found' }, update, 'parked'],
  ['an unknown route, deleting', 404, { message: 'Route not found' }, deletion, 'parked'],
  ['not found, moving', 404, failure('Not Found'), { mode: 'move', create: false }, 'gone'],
  ['an unknown route, moving', 404, { message: 'Route not found' }, { mode: 'move', create: false }, 'gone'],
  ['HTML 404 of a move', 404, undefined, { mode: 'move', create: false }, 'portal'],
  ['an unknown collection, creating', 404, failure('Not Found'), creation, 'parked'],
  ['deleted before', 404, failure('Not Found'), deletion, 'deleted-already'],
  ['request timeout', 408, undefined, update, 'retry'],
  ['stale', 409, failure('x', { code: 'STALE', currentUpdatedAt: '2026-01-01' }), update, 'stale'],
  ['stale by precondition', 412, failure('x'), update, 'stale'],
  ['outcome unknown', 409, failure('x', { code: 'OUTCOME_UNKNOWN' }), creation, 'outcome-unknown'],
  ['in progress', 409, failure('x', { code: 'IN_PROGRESS' }), update, 'in-progress'],
  ['id taken', 409, failure('x', { code: 'EXISTS', id: 'a' }), creation, 'exists'],
  ['a conflict of the site', 409, failure('Already booked'), update, 'parked'],
  ['too large, in HTML', 413, undefined, update, 'parked'],
  ['key used before', 422, failure('x', { code: 'IDEMPOTENCY_MISMATCH' }), update, 'key-mismatch'],
  ['unprocessable', 422, failure('x'), update, 'parked'],
  ['locked', 423, failure('x'), update, 'retry'],
  ['too early', 425, undefined, update, 'retry'],
  ['too many', 429, undefined, update, 'retry'],
  ['server error', 500, failure('Something went wrong.'), update, 'retry'],
  ['bad gateway in HTML', 502, undefined, update, 'retry'],
]

describe('classing answers', () => {
  it.each([400, 409, 500])(
    'F1 a creation that is stored all the same (%i) has the id and the words',
    (status) => {
      const answer = failure('The hook threw.', { code: 'STORED', collection: 'posts', id: 7 })
      expect(classify(status, answer, creation)).toEqual({ type: 'stored', id: 7, words: 'The hook threw.' })
      expect(classify(status, answer, update).type).not.toBe('stored')
    },
  )

  it('F6 what may last says what a person is told: the server’s words', () => {
    expect(classify(500, failure('The hook threw.'))).toMatchObject({
      lasting: { code: 'server-error', status: 500, message: 'The hook threw.' },
    })
    expect(classify(423, failure('Locked'))).toMatchObject({ lasting: { code: 'locked', status: 423 } })
    expect(classify(429, failure('x'))).toMatchObject({ lasting: null })
  })

  it.each(cases)('SY9 %s (%i) is classed', (_name, status, json, context, type) => {
    expect(classify(status, json, context).type).toBe(type)
  })

  it('SY9 every status is classed, with and without JSON, and only a document is success', () => {
    const contexts = [update, creation, deletion, { mode: 'publish' as const, create: false }]
    for (let status = 100; status < 600; status += 1) {
      for (const context of contexts) {
        for (const json of [undefined, null, [], {}, failure('x'), { message: 'x' }]) {
          expect(classify(status, json, context).type).not.toBe('done')
        }
        const success = status >= 200 && status < 300
        expect(classify(status, { doc: { id: 1 } }, context).type === 'done').toBe(success)
      }
    }
    for (const status of [0, 42, 600, 999]) expect(classify(status, undefined).type).toBe('portal')
  })

  it('SY9 all of 5xx except a portal, 408, 425 and 429 are tried again', () => {
    for (let status = 500; status < 600; status += 1) {
      expect(classify(status, undefined).type).toBe(status === 511 ? 'portal' : 'retry')
      expect(classify(status, failure('x')).type).toBe(status === 511 ? 'portal' : 'retry')
    }
  })

  it('SY9 403 asks for the session first and has the server’s words ready', () => {
    expect(classify(403, failure('You are not allowed to perform this action.'))).toEqual({
      type: 'auth',
      problem: {
        code: 'denied',
        message: 'You are not allowed to perform this action.',
        status: 403,
        fields: [],
        conflicts: [],
      },
    })
    expect(classify(401, failure('x'))).toMatchObject({ type: 'auth' })
  })

  it('SY9 a validation error parks with the server’s words at the fields', () => {
    const answer: Json = {
      errors: [
        {
          name: 'ValidationError',
          data: {
            errors: [
              { label: 'Items > Label', message: 'This field is required.', path: 'items.0.label' },
              { path: 3 },
            ],
          },
          message: 'The following field is invalid: Items 1 > Label',
        },
      ],
    }
    expect(classify(400, answer)).toEqual({
      type: 'parked',
      problem: {
        code: 'validation',
        message: 'The following field is invalid: Items 1 > Label',
        status: 400,
        fields: [{ path: 'items.0.label', message: 'This field is required.' }],
        conflicts: [],
      },
    })
  })

  it('SY9 several messages are joined, each once', () => {
    const answer = { errors: [{ message: 'One' }, { message: 'Two' }, { message: 'One' }] }
    expect(classify(400, answer)).toMatchObject({ problem: { code: 'rejected', message: 'One\nTwo' } })
  })

  it('SY5 stale tells the current revision', () => {
    const answer = failure('x', { code: 'STALE', currentUpdatedAt: '2026-11-20T06:00:00.000Z' })
    expect(classify(409, answer)).toEqual({ type: 'stale', currentUpdatedAt: '2026-11-20T06:00:00.000Z' })
  })

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 06:01:30 GMT', 90_000],
    ['Fri, 20 Nov 2026 05:00:00 GMT', 0],
    ['99999999', 3_600_000],
    ['1.5', null],
    ['-5', null],
    ['soon', null],
    [null, null],
  ])('SY11 Retry-After %s is %s ms, dates by the answer’s own Date', (header, ms) => {
    expect(classify(503, undefined, update, header)).toMatchObject({ type: 'retry', retryAfterMs: ms })
  })

  it('SY11 a date in Retry-After says nothing where the answer has no Date', () => {
    const answer = {
      kind: 'http' as const,
      status: 503,
      json: undefined,
      retryAfter: 'Fri, 20 Nov 2026 06:01:30 GMT',
      date: null,
    }
    expect(classifyAnswer(answer, update)).toMatchObject({ retryAfterMs: null })
  })

  it.each([
    ['net::ERR_CONNECTION_REFUSED', false],
    ['net::ERR_NAME_NOT_RESOLVED', false],
    ['net::ERR_PROXY_CONNECTION_FAILED', false],
    ['net::ERR_TUNNEL_CONNECTION_FAILED', false],
    ['redirected', false],
    // These also come over a connection that stood (F14).
    ['net::ERR_INTERNET_DISCONNECTED', true],
    ['net::ERR_ADDRESS_UNREACHABLE', true],
    ['net::ERR_NETWORK_ACCESS_DENIED', true],
    ['net::ERR_SSL_PROTOCOL_ERROR', true],
    ['net::ERR_BAD_SSL_CLIENT_AUTH_CERT', true],
    ['net::ERR_CERT_DATABASE_CHANGED', true],
    ['net::ERR_CERT_VERIFIER_CHANGED', true],
    ['EHOSTUNREACH', true],
    ['ENETUNREACH', true],
    ['truncated', true],
    ['failed', true],
    ['net::ERR_CERT_DATE_INVALID', false],
    ['net::ERR_CONNECTION_RESET', true],
    ['net::ERR_EMPTY_RESPONSE', true],
    ['net::ERR_NETWORK_CHANGED', true],
    ['timeout', true],
  ])('F14 SY4 after %s the write may have been done: %s', (code, maybeDone) => {
    expect(classifyAnswer({ kind: 'network', code }, update)).toEqual({
      type: 'network',
      reason: code,
      maybeDone,
    })
  })

  it('SY4 a success whose body is broken may have been done, a refusal was not', () => {
    expect(classify(200, undefined)).toMatchObject({ type: 'portal', maybeDone: true })
    expect(classify(403, undefined)).toMatchObject({ type: 'portal', maybeDone: false })
    expect(classify(502, undefined)).toMatchObject({ type: 'retry', maybeDone: true })
    expect(classify(429, undefined)).toMatchObject({ type: 'retry', maybeDone: false })
    expect(classify(423, failure('x'))).toMatchObject({ reason: 'locked', maybeDone: false })
  })
})

it('SY9 a write that only waits for others who write the document was not begun', () => {
  expect(classify(503, failure('Others are writing', { code: 'BUSY' }), update)).toMatchObject({
    type: 'retry',
    maybeDone: false,
    lasting: null,
  })
})

it('F80 F81 a write that does not fit the schema of the site is made anew, or waits for its locale', () => {
  expect(classify(409, failure('Changed', { code: 'SCHEMA_MOVED' }), update)).toEqual({
    type: 'schema-moved',
  })
  expect(classify(400, failure('No such', { code: 'UNKNOWN_LOCALE' }), update)).toMatchObject({
    type: 'parked',
    problem: { code: 'locale-gone' },
  })
})
