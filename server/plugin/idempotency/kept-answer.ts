import type { Applied } from '../applied-header.ts'
import type { ErrorCode } from '../public-error.ts'

/** The key of the written document in an endpoint's answer: `doc`, `result`, or a list for bulk writes. */
export type AnswerShape = 'document' | 'global' | 'many'

/** The id and revision in an answer: a global has only the revision, a bulk write neither. */
export type AnswerDocument = { readonly id: string | number | null; readonly updatedAt: string | null }

/**
 * The outcome of a write. It holds only id and revision of a document: its content is read where it is, under the
 * present rules, and is gone when the document is (docs/decisions/0008).
 */
export type Outcome = AnswerDocument & {
  readonly status: number
  readonly shape: AnswerShape
  readonly applied: readonly Applied[]
  /** Set if a document was stored and something failed afterwards: the message of that error. */
  readonly stored: { readonly collection: string; readonly message: string } | null
}

/** The value stored under a key. */
export type KeptAnswer = {
  /** The fingerprint of the request, see fingerprintOf. */
  readonly fingerprint: string
  /** Milliseconds, by the clock of the host that wrote it; finds a user's oldest answers, and rows written again. */
  readonly at: number
  readonly creates: boolean
  /** `null`: a row is about to be created. If found later, it is unknown whether it was. */
  readonly outcome: Outcome | null
}

/** Longest error message that is stored. */
const LONGEST_MESSAGE = 500

/** Header of a repeated answer: `partial` if it only has id and revision. */
const REPLAYED_HEADER = 'idempotency-replayed'

/** The error of a creation whose document exists although something failed after it. */
export function storedError(outcome: Outcome): { message: string; data: { code: ErrorCode } } {
  const { stored, id } = outcome
  const data = { code: 'STORED' as const, collection: stored?.collection, id }
  return { message: (stored?.message ?? '').slice(0, LONGEST_MESSAGE), data }
}

function bodyOf(outcome: Outcome): object {
  const { id, updatedAt } = outcome
  switch (outcome.shape) {
    case 'document':
      return { message: '', doc: { id, updatedAt } }
    case 'global':
      return { message: '', result: { updatedAt } }
    case 'many':
      return { message: '' }
  }
}

/** Repeats an answer. `partial`: the written document has to be read separately. */
export function replay(outcome: Outcome): Response {
  const isStored = outcome.stored !== null
  return Response.json(isStored ? { errors: [storedError(outcome)] } : bodyOf(outcome), {
    status: outcome.status,
    headers: { [REPLAYED_HEADER]: isStored ? 'true' : 'partial' },
  })
}

const idOf = (value: unknown): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null

/** The revision of a document, as JSON has it. */
export const revisionOf = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : null

/** Id and revision in an answer; a restored version is at its top level. */
export function namedIn(json: unknown): AnswerDocument {
  if (typeof json !== 'object' || json === null) return { id: null, updatedAt: null }
  const inner: unknown = Reflect.get(json, 'doc') ?? Reflect.get(json, 'result') ?? json
  if (typeof inner !== 'object' || inner === null) return { id: null, updatedAt: null }
  return { id: idOf(Reflect.get(inner, 'id')), updatedAt: revisionOf(Reflect.get(inner, 'updatedAt')) }
}

function readOutcome(value: unknown): Outcome | null {
  if (typeof value !== 'object' || value === null) return null
  const status: unknown = Reflect.get(value, 'status')
  const shape: unknown = Reflect.get(value, 'shape')
  const applied: unknown = Reflect.get(value, 'applied')
  const stored: unknown = Reflect.get(value, 'stored')
  if (typeof status !== 'number') return null
  if (shape !== 'document' && shape !== 'global' && shape !== 'many') return null
  const words = typeof stored === 'object' && stored !== null ? stored : null
  const collection: unknown = words && Reflect.get(words, 'collection')
  const message: unknown = words && Reflect.get(words, 'message')
  return {
    status,
    id: idOf(Reflect.get(value, 'id')),
    updatedAt: revisionOf(Reflect.get(value, 'updatedAt')),
    shape,
    applied: Array.isArray(applied) ? applied.filter((one) => one === 'base' || one === 'key') : [],
    stored: typeof collection === 'string' && typeof message === 'string' ? { collection, message } : null,
  }
}

/** Parses a value of the key-value store; `null`: it is not one of ours. */
export function readKept(value: unknown): KeptAnswer | null {
  if (typeof value !== 'object' || value === null) return null
  const fingerprint: unknown = Reflect.get(value, 'fingerprint')
  const at: unknown = Reflect.get(value, 'at')
  if (typeof fingerprint !== 'string' || typeof at !== 'number') return null
  return {
    fingerprint,
    at,
    creates: Reflect.get(value, 'creates') === true,
    outcome: readOutcome(Reflect.get(value, 'outcome')),
  }
}
