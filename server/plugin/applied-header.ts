import type { PayloadRequest } from 'payload'

/**
 * Response header with the applied conditions of a request: `base` (X-Galley-Base was checked), `key` (the answer is
 * stored under the Idempotency-Key). Clients must not infer them from earlier answers.
 */
export const APPLIED_HEADER = 'x-galley-applied'

/** A condition of a request. */
export type Applied = 'base' | 'key'

const isApplied = (text: string): text is Applied => text === 'base' || text === 'key'

/** The conditions that were applied to a request so far. */
export function appliedTo(req: PayloadRequest): readonly Applied[] {
  const header = req.responseHeaders?.get(APPLIED_HEADER) ?? ''
  return header.split(', ').filter(isApplied)
}

function setApplied(req: PayloadRequest, tokens: readonly Applied[]): void {
  // Payload sends these headers with errors as well.
  req.responseHeaders ??= new Headers()
  if (tokens.length > 0) req.responseHeaders.set(APPLIED_HEADER, tokens.join(', '))
  else req.responseHeaders.delete(APPLIED_HEADER)
}

/** Adds a condition to the header of the answer, whatever that will be. */
export function markApplied(req: PayloadRequest, token: Applied): void {
  setApplied(req, [...new Set([...appliedTo(req), token])].toSorted())
}

/** Removes a condition from the header. */
export function unmarkApplied(req: PayloadRequest, token: Applied): void {
  setApplied(
    req,
    appliedTo(req).filter((one) => one !== token),
  )
}
