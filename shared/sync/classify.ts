import { isPlainJson, own } from '../json.ts'
import type { Json } from '../json.ts'
import type { Problem, WriteMode } from './entry.ts'
import { neverLeft } from './never-left.ts'
import { retryAfterMs } from './delays.ts'
import { dataOf, errorCode, isServerError, problemOf, textAt } from './server-error.ts'

/** The answer to a request, or its network error, before it is classed. */
export type Answer =
  /** No answer. `code`: the network error's name, such as net::ERR_CONNECTION_REFUSED. */
  | { kind: 'network'; code: string }
  | {
      kind: 'http'
      status: number
      /** The parsed body; undefined: it was not JSON. */
      json: Json | undefined
      /** Retry-After, null without. */
      retryAfter: string | null
      /** The answer's own Date header, null without: dates in Retry-After are measured from it. */
      date: string | null
    }

export type AnswerContext = { mode: WriteMode | 'move'; create: boolean }

/** The meaning of an answer to a write (SY9). `maybeDone`: the server may have done it. */
export type AnswerClass =
  | { type: 'done' }
  /** The creation is done, and something went wrong on the server afterwards: `words` are its own. */
  | { type: 'stored'; id: string | number; words: string }
  /** 404 on DELETE: the document is already deleted. */
  | { type: 'deleted-already' }
  /** `lasting`: the problem to show if it goes on (see hasFailedLong); null: it only takes time. */
  | {
      type: 'retry'
      reason: string
      retryAfterMs: number | null
      maybeDone: boolean
      lasting: Problem | null
    }
  /** The request is still running under this key: send the identical one again. */
  | { type: 'in-progress'; retryAfterMs: number | null }
  /** The server did not answer; wait for the connection. */
  | { type: 'network'; reason: string; maybeDone: boolean }
  /** A captive portal or a proxy answered. Never success (SY11). */
  | { type: 'portal'; reason: string; maybeDone: boolean }
  /** The base has moved. `currentUpdatedAt` null: not in the answer; the merge has to check that it really moved. */
  | { type: 'stale'; currentUpdatedAt: string | null }
  /** The server cannot tell whether it did it: look before anything is sent again (SY4). */
  | { type: 'outcome-unknown' }
  /** The idempotency key was used for another request: build a new one under a new key. */
  | { type: 'key-mismatch' }
  /** The site has another schema than the request: build a new one by the site's schema (SY13). */
  | { type: 'schema-moved' }
  /** The id of a creation is taken. */
  | { type: 'exists'; problem: Problem }
  /**
   * 401 and 403: check the session. If it is valid, the refusal is `problem`, as a hook of the site may
   * answer so.
   */
  | { type: 'auth'; problem: Problem }
  | { type: 'gone'; problem: Problem }
  | { type: 'parked'; problem: Problem }

type HttpAnswer = Extract<Answer, { kind: 'http' }>

/** One row of the table: a condition on answers, and the class of those that meet it. */
type Rule = {
  name: string
  status: (status: number) => boolean
  /** True if the body is as the rule needs it: any, JSON, not JSON, or with certain content. */
  body: (answer: HttpAnswer, context: AnswerContext) => boolean
  means: (answer: HttpAnswer, context: AnswerContext) => AnswerClass
}

const is =
  (...all: number[]) =>
  (status: number): boolean =>
    all.includes(status)
const between =
  (from: number, to: number) =>
  (status: number): boolean =>
    status >= from && status <= to

const anything = (): boolean => true
const someJson = ({ json }: HttpAnswer): boolean => json !== undefined
const serverError = ({ json }: HttpAnswer): boolean => isServerError(json)
const code =
  (wanted: string) =>
  ({ json }: HttpAnswer): boolean =>
    errorCode(json) === wanted

/**
 * True if the answer confirms the write: with the document (`doc` of a collection, `result` of a global), for
 * a move with `success`, for a restore with a message (S7.05), or with the document if it is repeated under
 * its key.
 */
function hasDocument({ status, json }: HttpAnswer, { mode }: AnswerContext): boolean {
  if (mode === 'restore')
    return (
      status === 200 &&
      isPlainJson(json) &&
      (typeof own(json, 'message') === 'string' ||
        isPlainJson(own(json, 'doc')) ||
        isPlainJson(own(json, 'result')))
    )
  if (mode === 'move') return isPlainJson(json) && own(json, 'success') === true
  return isPlainJson(json) && (isPlainJson(own(json, 'doc')) || isPlainJson(own(json, 'result')))
}

/** The id of the document, which was stored in spite of the error. */
function storedId({ json }: HttpAnswer): string | number | null {
  const id = own(dataOf(json), 'id')
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

const reason = ({ status }: HttpAnswer): string => `HTTP ${status}`
const retry =
  (maybeDone: boolean, lasting: Problem['code'] | null = null) =>
  (answer: HttpAnswer): AnswerClass => ({
    type: 'retry',
    reason: answer.status === 423 ? 'locked' : reason(answer),
    retryAfterMs: retryAfterMs(answer.retryAfter, answer.date),
    maybeDone,
    lasting: lasting === null ? null : problemOf(lasting, answer.status, answer.json),
  })
const portal = (answer: HttpAnswer): AnswerClass & { type: 'portal' } => ({
  type: 'portal',
  reason: reason(answer),
  // A broken or cut answer to a success is still a success on the server's side.
  maybeDone: answer.status < 300,
})
const park =
  (problem: Problem['code']) =>
  ({ status, json }: HttpAnswer): AnswerClass => ({
    type: 'parked',
    problem: problemOf(problem, status, json),
  })

/** The table of SY9: the first row that fits decides. */
const rules: Rule[] = [
  {
    name: 'stored, with an error',
    status: between(400, 599),
    body: (answer, { create }) => create && code('STORED')(answer) && storedId(answer) !== null,
    means: (answer) => ({
      type: 'stored',
      id: storedId(answer) ?? '',
      words: problemOf('server-error', answer.status, answer.json).message,
    }),
  },
  { name: 'done', status: between(200, 299), body: hasDocument, means: () => ({ type: 'done' }) },
  { name: 'success of somebody else', status: between(100, 399), body: anything, means: portal },
  { name: 'portal that says so', status: is(511), body: anything, means: portal },

  { name: 'too early, too many', status: is(425, 429), body: anything, means: retry(false) },
  { name: 'request timeout', status: is(408), body: anything, means: retry(true) },
  // Others were writing the document; nothing was begun.
  { name: 'waits its turn', status: is(503), body: code('BUSY'), means: retry(false) },
  { name: 'server trouble', status: between(500, 599), body: anything, means: retry(true, 'server-error') },
  // Proxies refuse large bodies themselves, in HTML.
  { name: 'too large', status: is(413), body: anything, means: park('too-large') },
  { name: 'not the server', status: between(400, 499), body: (answer) => !someJson(answer), means: portal },

  {
    name: 'not allowed, or not signed in',
    status: is(401, 403),
    body: someJson,
    means: ({ status, json }) => ({ type: 'auth', problem: problemOf('denied', status, json) }),
  },
  {
    name: 'deleted already',
    status: is(404),
    body: (answer, { mode, create }) => serverError(answer) && mode === 'delete' && !create,
    means: () => ({ type: 'deleted-already' }),
  },
  {
    name: 'gone',
    status: is(404),
    // The address of a move names no document, so a 404 to it does not say which document is missing.
    body: (answer, { mode, create }) => !create && (mode === 'move' || serverError(answer)),
    means: ({ status, json }) => ({ type: 'gone', problem: problemOf('gone', status, json) }),
  },
  {
    name: 'stale',
    status: is(409),
    body: code('STALE'),
    means: ({ json }) => ({ type: 'stale', currentUpdatedAt: textAt(dataOf(json), 'currentUpdatedAt') }),
  },
  {
    name: 'stale by precondition',
    status: is(412),
    body: someJson,
    means: ({ json }) => ({ type: 'stale', currentUpdatedAt: textAt(dataOf(json), 'currentUpdatedAt') }),
  },
  {
    name: 'in progress',
    status: is(409),
    body: code('IN_PROGRESS'),
    means: ({ retryAfter, date }) => ({ type: 'in-progress', retryAfterMs: retryAfterMs(retryAfter, date) }),
  },
  {
    name: 'not known to the server either',
    status: is(409),
    body: code('OUTCOME_UNKNOWN'),
    means: () => ({ type: 'outcome-unknown' }),
  },
  {
    name: 'made by another schema',
    status: is(409),
    body: code('SCHEMA_MOVED'),
    means: () => ({ type: 'schema-moved' }),
  },
  {
    name: 'id taken',
    status: is(409),
    body: code('EXISTS'),
    means: ({ status, json }) => ({ type: 'exists', problem: problemOf('validation', status, json) }),
  },
  {
    name: 'key used before',
    status: is(422),
    body: code('IDEMPOTENCY_MISMATCH'),
    means: () => ({ type: 'key-mismatch' }),
  },
  { name: 'locked', status: is(423), body: someJson, means: retry(false, 'locked') },
  { name: 'no such locale', status: is(400), body: code('UNKNOWN_LOCALE'), means: park('locale-gone') },
  {
    name: 'not valid',
    status: is(400),
    body: ({ json, status }) => problemOf('validation', status, json).fields.length > 0,
    means: park('validation'),
  },
  { name: 'refused', status: between(400, 499), body: someJson, means: park('rejected') },
]

/** Classes the answer to a write by the table above. An answer that fits no row is not the server's. */
export function classifyAnswer(answer: Answer, context: AnswerContext): AnswerClass {
  if (answer.kind === 'network') {
    return { type: 'network', reason: answer.code, maybeDone: !neverLeft(answer.code) }
  }
  const rule = rules.find((row) => row.status(answer.status) && row.body(answer, context))
  return rule === undefined ? portal(answer) : rule.means(answer, context)
}

/** Number of tries after which a person is told of a lasting refusal. The entry is tried again all the same. */
const TRIES: Partial<Record<Problem['code'], number>> = {
  'server-error': 5,
  'schema-unread': 5,
  rejected: 5,
  locked: 3,
}

/**
 * True if an entry counts as failing after `tries` failed tries (SY9): it stays sendable, and a person hears the
 * reason. Tries without an answer count only if the server could be reached, so that this write itself is the cause.
 */
export function hasFailedLong(problem: Problem, tries: number): boolean {
  return tries >= (TRIES[problem.code] ?? Infinity)
}

/** Network errors of requests that were refused before they reached the server. */
const REFUSED: ReadonlySet<string> = new Set(['redirected', 'bad-path'])

/** The problem of a write that the server never answers although it answers other requests. */
export function whyUnanswered(answer: Answer): Problem {
  const status = answer.kind === 'http' ? answer.status : null
  const isRefused = answer.kind === 'http' ? answer.status >= 300 : REFUSED.has(answer.code)
  return { code: isRefused ? 'rejected' : 'server-error', message: '', status, fields: [], conflicts: [] }
}
