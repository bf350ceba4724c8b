import type { PayloadHandler, PayloadRequest } from 'payload'
import { markApplied } from '../applied-header.ts'
import { mayEnterAdmin } from '../endpoints/app-user.ts'
import { patienceOf } from '../leases/patience.ts'
import { publicError } from '../public-error.ts'
import { attempt, inProgress } from './attempt.ts'
import type { Keyed, WriteKind } from './attempt.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Fingerprint } from './fingerprint.ts'
import { replay } from './kept-answer.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { KEY_HEADER } from './kept-keys.ts'
import type { KeptKeys } from './kept-keys.ts'

/** The key of a request, if it is to be stored. */
async function keyedBy(kept: KeptKeys, req: PayloadRequest): Promise<Omit<Keyed, 'kind' | 'at'> | null> {
  const key = req.headers.get(KEY_HEADER)
  if (key === null || key === '' || !req.user || !(await mayEnterAdmin(req))) return null
  return { kept, name: kept.nameOf(req.user, key), fingerprint: fingerprintOf(req) }
}

async function again(req: PayloadRequest, fingerprint: Fingerprint, before: KeptAnswer): Promise<Response> {
  if (before.fingerprint !== (await fingerprint.ofUnread())) {
    throw publicError('This Idempotency-Key was used for another request.', 422, {
      code: 'IDEMPOTENCY_MISMATCH',
    })
  }
  if (before.outcome === null) {
    const message = 'The server ended while it worked on this request. It may have been done.'
    throw publicError(message, 409, { code: 'OUTCOME_UNKNOWN' })
  }
  for (const token of before.outcome.applied) markApplied(req, token)
  return replay(before.outcome)
}

/**
 * Makes a write repeatable (SY4): under one `Idempotency-Key` it is done once, and later requests get its
 * outcome.
 * - 422: the key was used for another write; 409 IN_PROGRESS: the write is still running after the wait
 * - The next request repeats an attempt whose process ended. Only if it is unknown whether a creation's row
 *   was written, the answer is 409 OUTCOME_UNKNOWN: the client looks for the document, and sends it under
 *   another key if it is missing.
 * - Failures are not stored, except that of a creation whose document was stored. Keys are stored for users
 *   of the admin panel, with bodies of every size; other requests run as if they had none.
 * - X-Galley-Applied of the answer has `key` if the answer was stored.
 */
export function replayable(
  kept: KeptKeys | null,
  kind: WriteKind,
): (handler: PayloadHandler) => PayloadHandler {
  if (kept === null) return (handler) => handler
  return (handler) => async (req) => {
    const keyed = await keyedBy(kept, req)
    if (keyed === null) return handler(req)
    const { name, fingerprint } = keyed
    const lease = kept.leaseOf(name)
    let holder = await kept.leases.acquire(lease, 0)
    if (!holder) {
      // If the process was killed after it stored the outcome, its lease still exists.
      const before = await kept.read(name)
      if (before?.outcome) return await again(req, fingerprint, before)
      holder = await kept.leases.acquire(lease, patienceOf(req.payload).sameKey)
      if (!holder) throw inProgress(req)
    }
    try {
      const before = await kept.read(name)
      if (before) return await again(req, fingerprint, before)
      const at = await kept.begin(name)
      let isDone = false
      try {
        const response = await attempt({ ...keyed, kind, at }, handler, req)
        isDone = response.ok
        return response
      } finally {
        // If another process has taken over, the key is its own now.
        if (!isDone && (await holder.isHeld().catch(() => false))) await kept.end(name, at)
      }
    } finally {
      await holder.release()
    }
  }
}
