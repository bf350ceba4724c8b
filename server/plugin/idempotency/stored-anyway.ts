import { APIError } from 'payload'
import type { PayloadRequest } from 'payload'
import { statusOf } from '../public-error.ts'
import { storedError } from './kept-answer.ts'
import type { Outcome } from './kept-answer.ts'

/** Payload's own words for what it does not tell. */
const PRIVATE = 'Something went wrong.'

function isPublic(error: unknown, req: PayloadRequest): boolean {
  const said: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'isPublic') : undefined
  return req.payload.config.debug || said === true || (said !== false && statusOf(error) !== 500)
}

function firstMessage(answer: unknown): string | null {
  const errors: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'errors') : null
  const first: unknown = Array.isArray(errors) ? errors[0] : null
  const message: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'message') : null
  return typeof message === 'string' ? message : null
}

/** What Payload tells a client of an error. */
export function wordsOf(error: unknown, req: PayloadRequest): string {
  if (!(error instanceof Error) || !isPublic(error, req)) return PRIVATE
  return error.message
}

/** What an error answer of a handler says. */
export async function wordsIn(response: Response): Promise<string> {
  return firstMessage(await response.json().catch(() => null)) ?? PRIVATE
}

/** An error of a creation whose document is there: as it was, with what tells that. The log has the original. */
export class StoredAnyway extends APIError {
  constructor(outcome: Outcome, cause: unknown) {
    const { message, data } = storedError(outcome)
    super(message, outcome.status, data, true)
    this.cause = cause
    if (!(cause instanceof Error)) return
    // A name says as much as the words.
    if (message !== PRIVATE) this.name = cause.name
    if (cause.stack !== undefined) this.stack = cause.stack
  }
}
