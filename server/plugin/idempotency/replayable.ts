import { createHash } from 'node:crypto'
import type { PayloadHandler, PayloadRequest } from 'payload'
import { deferred } from '../deferred.ts'
import { publicError } from '../public-error.ts'
import type { ErrorCode } from '../public-error.ts'
import { newAttempt, purgeNowAndThen } from './answer-store.ts'
import type { AnswerStore } from './answer-store.ts'
import { fingerprintOf } from './fingerprint.ts'
import { packAnswer, unpackAnswer } from './stored-answer.ts'
import type { KeyRecord, StoredAnswer } from './stored-answer.ts'

/** Request header that names a write; the same write is sent under the same key. */
export const KEY_HEADER = 'idempotency-key'

/** Keys being worked on in this process: equal requests wait here and then replay. */
const running = new Map<string, Promise<void>>()

/** Keys of different users never meet; keys of nobody are not kept. */
function storeKeyOf(req: PayloadRequest): string | null {
  const key = req.headers.get(KEY_HEADER)
  if (key === null || key === '' || !req.user) return null
  return createHash('sha256').update(`${req.user.collection}\n${req.user.id}\n${key}`).digest('hex')
}

/**
 * Makes a write safe to repeat (SY4): under one `Idempotency-Key` it is done once, and everybody
 * who asks again gets the stored answer with `idempotency-replayed: true`. Failures are not stored.
 * 422 for another write under the same key; 409 IN_PROGRESS while another process works on it.
 *
 * An attempt that ended with its process may have done its work. `redoLost`: doing it again has no other effect, as
 * with an edit, and the next one who asks takes over. Otherwise, as with a creation, the answer is 409
 * OUTCOME_UNKNOWN: the client looks whether it is there, and sends it under another key if it is not.
 */
export function replayable(
  store: AnswerStore,
  { redoLost }: { redoLost: boolean },
): (handler: PayloadHandler) => PayloadHandler {
  return (handler) => async (req) => {
    const storeKey = storeKeyOf(req)
    if (storeKey === null) return handler(req)
    const fingerprint = await fingerprintOf(req)
    for (;;) {
      const other = running.get(storeKey)
      if (!other) break
      await other
    }
    const { promise, resolve } = deferred()
    running.set(storeKey, promise)
    try {
      const own: KeyRecord = { fingerprint, at: Date.now(), attempt: newAttempt(), answer: null }
      const claim = await claimKey(store, storeKey, own, redoLost)
      if (claim === 'busy') return inProgress()
      if (claim === 'lost') return outcomeUnknown()
      if (claim !== 'mine') return unpackAnswer(claim)
      return await work(store, storeKey, own, handler, req)
    } finally {
      running.delete(storeKey)
      resolve()
    }
  }
}

/** The stored answer of an earlier attempt; `mine`: do it now; `busy`: another process is at it; `lost`: it ended. */
async function claimKey(
  store: AnswerStore,
  key: string,
  own: KeyRecord,
  redoLost: boolean,
): Promise<StoredAnswer | 'mine' | 'busy' | 'lost'> {
  if (await store.claim(key, own)) return 'mine'
  const found = await store.read(key)
  // Removed between the two questions: the other attempt failed just now.
  if (!found) return claimKey(store, key, own, redoLost)
  if (found.fingerprint !== own.fingerprint) {
    throw publicError('This Idempotency-Key was used for another request.', 422, {
      code: 'IDEMPOTENCY_MISMATCH',
    })
  }
  if (found.answer) return found.answer
  // An attempt without a sign of life ended with its process. The mark, which stays until it is
  // purged by age, lets exactly one successor take over.
  const isLost = found.at < Date.now() - store.claimMs
  if (isLost && !redoLost) return 'lost'
  if (!isLost || !(await store.claim(`${key}:after:${found.attempt}`, own))) return 'busy'
  await store.write(key, own)
  return 'mine'
}

function inProgress(): Response {
  const message = 'The same request is still being worked on.'
  return Response.json(
    { errors: [{ message, data: { code: 'IN_PROGRESS' satisfies ErrorCode } }] },
    { status: 409, headers: { 'retry-after': '1' } },
  )
}

function outcomeUnknown(): Response {
  const message = 'The server ended while it worked on this request. It may have been done.'
  return Response.json(
    { errors: [{ message, data: { code: 'OUTCOME_UNKNOWN' satisfies ErrorCode } }] },
    { status: 409 },
  )
}

async function work(
  store: AnswerStore,
  key: string,
  own: KeyRecord,
  handler: PayloadHandler,
  req: PayloadRequest,
): Promise<Response> {
  const warn = (err: unknown): void => req.payload.logger.warn({ err }, 'galley: a key could not be kept')
  let lastBeat = Promise.resolve()
  const beat = setInterval(() => {
    lastBeat = store.write(key, { ...own, at: Date.now() }).catch(warn)
  }, store.claimMs / 3)
  beat.unref()
  let response: Response
  try {
    response = await handler(req)
  } catch (error) {
    clearInterval(beat)
    await lastBeat
    await store.remove(key).catch(warn)
    throw error
  }
  // A late sign of life must not overwrite the answer.
  clearInterval(beat)
  await lastBeat
  if (!response.ok) {
    await store.remove(key).catch(warn)
    return response
  }
  const packed = await packAnswer(response)
  // What is done is done: the client gets its answer even where it could not be kept.
  await store.write(key, { ...own, at: Date.now(), answer: packed.stored }).catch(warn)
  purgeNowAndThen(store, req.payload)
  return packed.response
}
