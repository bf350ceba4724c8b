import type { APIError, PayloadHandler, PayloadRequest } from 'payload'
import { appliedTo, markApplied, unmarkApplied } from '../applied-header.ts'
import { publicError, statusOf } from '../public-error.ts'
import { runCreation } from './created-row.ts'
import type { CreatedRow, Creation } from './created-row.ts'
import type { Fingerprint } from './fingerprint.ts'
import { namedIn } from './kept-answer.ts'
import type { AnswerShape, KeptAnswer, AnswerDocument, Outcome } from './kept-answer.ts'
import type { KeptKeys, KeyName } from './kept-keys.ts'
import { StoredAnyway, wordsIn, wordsOf } from './stored-anyway.ts'

/** The kind of write of a keyed endpoint. */
export type WriteKind = {
  readonly shape: AnswerShape
  /** For the creation of one document: its collection, and the status of the answer. */
  readonly creates: { readonly collection: string; readonly status: number } | null
}

/** A write under an idempotency key. */
export type Keyed = {
  readonly kept: KeptKeys
  readonly name: KeyName
  readonly fingerprint: Fingerprint
  readonly kind: WriteKind
  /** Start time in milliseconds. */
  readonly at: number
}

/** The 409 answer while the same write is running. */
export function inProgress(req: PayloadRequest): APIError {
  req.responseHeaders ??= new Headers()
  req.responseHeaders.set('retry-after', '1')
  return publicError('The same request is still being worked on.', 409, { code: 'IN_PROGRESS' })
}

/** Runs a keyed write and stores its outcome. The caller holds the lease of the key. */
export async function attempt(
  { kept, name, fingerprint, kind, at }: Keyed,
  handler: PayloadHandler,
  req: PayloadRequest,
): Promise<Response> {
  const { rows } = kept
  const row = kept.rowOf(name)
  const record = (outcome: Outcome | null): KeptAnswer => ({
    fingerprint: fingerprint.ofRead(),
    at,
    creates: kind.creates !== null,
    outcome,
  })
  const outcomeOf = (status: number, named: AnswerDocument): Outcome => ({
    ...named,
    status,
    shape: kind.shape,
    applied: appliedTo(req),
    stored: null,
  })
  const made: { row: CreatedRow | null } = { row: null }

  // The key's row is written before the document's and completed right after it. A transaction keeps both or
  // neither; without one, an incomplete row means that the outcome is unknown. As the key is unique, it also
  // stops a late attempt.
  const creationIn = ({ collection, status }: NonNullable<WriteKind['creates']>): Creation => ({
    collection,
    before: async (statement) => {
      if (!(await rows.insert(row, record(null), statement))) throw inProgress(req)
    },
    after: async (document, statement) => {
      made.row = document
      await rows.update(row, record(outcomeOf(status, document)), statement)
    },
    failed: async (statement, isBegun) => {
      // A transaction rolls the row back itself. Without one the begun rows exist, and later requests are answered
      // that the outcome is unknown.
      if (!isBegun && !(await statement.transactionID)) await rows.remove([row])
    },
  })

  const warn = (err: unknown): void => req.payload.logger.warn({ err }, 'galley: an answer could not be kept')
  /**
   * Stores the outcome of a creation that failed after its document was stored; `null`: nothing was stored, or it was
   * rolled back, or the database does not tell, so that the key's row, if any, answers later requests.
   */
  async function storedOutcome(status: number, words: string): Promise<Outcome | null> {
    if (made.row === null || kind.creates === null) return null
    const { collection } = kind.creates
    const outcome = { ...outcomeOf(status, made.row), stored: { collection, message: words } }
    try {
      if (!(await rows.has(row))) return null
      await rows.write(row, record(outcome))
      return outcome
    } catch (error) {
      warn(error)
      return null
    }
  }

  await fingerprint.readAhead()
  markApplied(req, 'key')
  let response: Response
  try {
    const work = async (): Promise<Response> => handler(req)
    response = await (kind.creates ? runCreation(creationIn(kind.creates), work) : work())
  } catch (error) {
    const outcome = await storedOutcome(statusOf(error), wordsOf(error, req))
    throw outcome ? new StoredAnyway(outcome, error) : error
  }
  if (!response.ok) {
    const outcome = made.row && (await storedOutcome(response.status, await wordsIn(response.clone())))
    if (outcome) throw new StoredAnyway(outcome, null)
    return response
  }
  const body = await response.arrayBuffer()
  try {
    // The row of a creation is complete already.
    if (made.row === null) {
      await rows.write(row, record(outcomeOf(response.status, namedIn(jsonOf(body)))))
    }
  } catch (error) {
    // The write is done, so the client gets its answer even if that could not be stored.
    warn(error)
    unmarkApplied(req, 'key')
  }
  const { status, statusText, headers } = response
  return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
}

function jsonOf(body: ArrayBuffer): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}
