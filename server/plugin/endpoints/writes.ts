import type { PayloadRequest } from 'payload'
import { keepsKeyOf } from '../idempotency/keyed-endpoints.ts'
import { keptKeysOf } from '../idempotency/kept-keys.ts'
import type { AnswerDocument } from '../idempotency/kept-answer.ts'
import type { Settings } from '../options.ts'
import { publicError } from '../public-error.ts'
import { appUser } from './app-user.ts'

/**
 * The state of a write: `lost` was begun and its process ended; `absent` was never begun, failed, or is older than
 * the time that answers are kept.
 */
type WriteState =
  | ({ readonly state: 'done'; readonly status: number } & AnswerDocument)
  | { readonly state: 'running' | 'lost' | 'absent' }

/**
 * GET /desktop/writes/KEY?method=…&path=…: the outcome of this user's write with that Idempotency-Key. `absent` also
 * says if such a write would have been stored: only then was it surely not done.
 */
export async function writeAnswer(req: PayloadRequest, settings: Settings): Promise<Response> {
  const user = await appUser(req)
  const kept = keptKeysOf(req.payload, settings)
  const key: unknown = req.routeParams?.['key']
  if (!kept || typeof key !== 'string') throw publicError(req.t('error:notFound'), 404, { code: 'NOT_FOUND' })
  const name = kept.nameOf(user, key)
  const state = async (): Promise<WriteState> => {
    const before = await kept.read(name)
    const holder = before?.outcome ? 'free' : await kept.leases.look(kept.leaseOf(name))
    if (holder === 'held') return { state: 'running' }
    // Read again: a process that ended in between has stored an outcome, and one that began in between is running.
    const now = before?.outcome ? before : await kept.read(name)
    if (now?.outcome) {
      const { status, id, updatedAt } = now.outcome
      return { state: 'done', status, id, updatedAt }
    }
    if (before || holder === 'silent') return { state: 'lost' }
    return { state: now ? 'running' : 'absent' }
  }
  const known = await state()
  // An absent key proves that nothing was created only as far back as all creations are known.
  const isAbsent = known.state === 'absent'
  const keepsForMs = isAbsent ? await kept.remembersFor(name.user) : settings.keepAnswersForMs
  const { method, path } = req.query
  const wouldKeep =
    isAbsent &&
    typeof method === 'string' &&
    typeof path === 'string' &&
    keepsKeyOf(req.payload, method, path)
  const told = { ...known, ...(isAbsent && { wouldKeep }), keepsForMs }
  return Response.json(told, { headers: { 'cache-control': 'private, no-store' } })
}
