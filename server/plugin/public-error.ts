import { APIError } from 'payload'

/** Codes a client can rely on, whatever the language of the message. */
export type ErrorCode =
  | 'STALE'
  | 'BAD_BASE'
  | 'SCHEMA_MOVED'
  | 'OTHER_SITE'
  | 'UNKNOWN_LOCALE'
  | 'IDEMPOTENCY_MISMATCH'
  | 'IN_PROGRESS'
  | 'OUTCOME_UNKNOWN'
  | 'STORED'
  | 'EXISTS'
  | 'BUSY'
  | 'UNAUTHENTICATED'
  | 'NO_ADMIN_ACCESS'
  | 'NOT_FOUND'
  | 'BAD_REQUEST'
  | 'TOO_LARGE'
  | 'ENDLESS_BLOCKS'
  | 'SITE_FAILED'

/** Name of the errors below, so that a site's log can treat them as the everyday answers they are. */
export const REFUSAL = 'GalleyRefusal'

/** An error whose message and data reach the client: `{errors: [{message, data: {code, …}}]}`. */
export function publicError(
  message: string,
  status: number,
  data: { readonly code: ErrorCode } & Readonly<Record<string, unknown>>,
): APIError {
  const error = new APIError(message, status, { ...data }, true)
  error.name = REFUSAL
  return error
}

/** HTTP status of a thrown error; 500 if it has none. */
export function statusOf(error: unknown): number {
  if (typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number') {
    return error.status
  }
  return 500
}
