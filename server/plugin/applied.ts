import type { PayloadRequest } from 'payload'

/** Answer header with what was applied to a write, so that a client can tell this server from a plain one. */
export const APPLIED_HEADER = 'x-galley-applied'

/** Says in the answer, be it an error, that the base was checked or that the answer is kept under the key. */
export function markApplied(req: PayloadRequest, token: 'base' | 'key'): void {
  req.responseHeaders ??= new Headers()
  req.responseHeaders.append(APPLIED_HEADER, token)
}
