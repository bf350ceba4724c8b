import type { Applied } from '../applied-header.ts'
import type { ErrorCode } from '../public-error.ts'

/** How the answer of an endpoint names what it wrote: `doc`, `result`, or many at once. */
export type AnswerShape = 'document' | 'global' | 'many'

/** What an answer names: of a global only the revision, of many nothing. */
export type Named = { readonly id: string | number | null; readonly updatedAt: string | null }

/**
 * What became of a write. It holds nothing of a document but its id and revision: what a document says can be read
 * where it is, under the rules that hold by then, and goes when the document goes (docs/decisions/0008).
 */
export type Outcome = Named & {
  readonly status: number
  readonly shape: AnswerShape
  readonly applied: readonly Applied[]
  /** Where a document was stored and something failed afterwards: the words of that error. */
  readonly stored: { readonly collection: string; readonly message: string } | null
}

/** What lies under a key. */
export type KeptAnswer = {
  /** Of the request, see fingerprintOf. */
  readonly fingerprint: string
  /** Milliseconds, by the clock of the host that wrote it; only says which of a user's answers are the oldest. */
  readonly at: number
  readonly creates: boolean
  /** `null`: a row is about to be created. Found later, nobody knows whether it was. */
  readonly outcome: Outcome | null
}

/** Length of an error's words that are kept. */
const LONGEST_MESSAGE = 500

/** Of an answer that was given before: `partial` where it names what was written, and no more. */
const REPLAYED_HEADER = 'idempotency-replayed'

/** The error of a creation that is there although something failed after it. */
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

/** The answer, said again. `partial`: what was written has to be read where it is. */
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

/** Id and revision of what an answer names; a restored version stands at the top of its answer. */
export function namedIn(json: unknown): Named {
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

/** Reads what the key-value store gave; `null` where it is not ours. */
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
