import { APIError } from 'payload'
import type { PayloadRequest } from 'payload'
import { statusOf } from '../public-error.ts'
import { storedError } from './kept-answer.ts'
import type { Outcome } from './kept-answer.ts'

/** Payload's message for errors that it does not disclose. */
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

/** The message that Payload sends to a client for an error. */
export function wordsOf(error: unknown, req: PayloadRequest): string {
  if (!(error instanceof Error) || !isPublic(error, req)) return PRIVATE
  return error.message
}

/** The message in a handler's error answer. */
export async function wordsIn(response: Response): Promise<string> {
  return firstMessage(await response.json().catch(() => null)) ?? PRIVATE
}

/**
 * The error of a creation whose document was stored: the original one, marked as stored. The log has the original.
 */
export class StoredAnyway extends APIError {
  constructor(outcome: Outcome, cause: unknown) {
    const { message, data } = storedError(outcome)
    super(message, outcome.status, data, true)
    this.cause = cause
    if (!(cause instanceof Error)) return
    // The name of an error may disclose as much as its message.
    if (message !== PRIVATE) this.name = cause.name
    if (cause.stack !== undefined) this.stack = cause.stack
  }
}
