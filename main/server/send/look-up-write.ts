import * as v from 'valibot'
import { httpDate, retryAfterMs } from '../../../shared/sync/delays.ts'
import type { SendOutcome } from '../../../shared/sync/entry.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import type { HttpAnswer } from '../http/api-client.ts'
import { queryString } from '../http/document-query.ts'
import { judgeRead, outcomeOfFailedRead, type SiteContext } from '../site-context.ts'

const keptWrite = v.intersect([
  v.looseObject({ keepsForMs: v.number(), wouldKeep: v.optional(v.boolean(), false) }),
  v.variant('state', [
    v.looseObject({
      state: v.literal('done'),
      status: v.number(),
      id: v.nullable(v.union([v.string(), v.number()])),
      updatedAt: v.nullable(v.string()),
    }),
    v.looseObject({ state: v.picklist(['running', 'absent', 'lost']) }),
  ]),
])

/**
 * The companion's knowledge of a write, by its key:
 * - done: with id and revision; `status` is that of its answer, an error too
 * - running: it is still running
 * - absent: not known; `kept`: such keys are stored and would still be known, so the write was not done by a server
 *   with the companion
 * - lost: begun by a process that ended, at an unknown point
 * - no-companion: the server has no companion that could be asked
 * - no-answer: it could not be asked now; `outcome` is that of the entry
 */
export type WriteLookup =
  | { state: 'done'; status: number; id: string | number | null; updatedAt: string | null }
  | { state: 'running'; retryAfterMs: number | null }
  | { state: 'absent'; kept: boolean }
  | { state: 'lost' | 'no-companion' }
  | { state: 'no-answer'; outcome: SendOutcome }

/** Keys count as expired a little early, as the clocks of a site's servers differ. */
const MARGIN_MS = 60_000

/** Asks the companion about a write of unknown outcome (SY4). */
export async function lookUpWrite(site: SiteContext, request: WriteRequest): Promise<WriteLookup> {
  const answer = await site.client.request({
    method: 'GET',
    path:
      `/desktop/writes/${encodeURIComponent(request.idempotencyKey)}` +
      queryString({ method: request.method, path: request.path }),
  })
  const read = await judgeRead(site, answer, (json) => {
    const parsed = v.safeParse(keptWrite, json)
    return parsed.success ? parsed.output : null
  })
  if (!read.ok) {
    const { outcome } = read.result
    if (outcome === 'gone' || outcome === 'denied') return { state: 'no-companion' }
    // Another error in JSON is not the companion's: the server does not have this endpoint.
    if (outcome === 'failed' && answer.kind === 'http' && !isNotNow(answer.status) && !isPage(answer))
      return { state: 'no-companion' }
    return { state: 'no-answer', outcome: outcomeOfFailedRead(read.result) }
  }
  const { value } = read
  const { date = null, retryAfter = null } = answer.kind === 'http' ? answer : {}
  switch (value.state) {
    case 'done':
      return { state: 'done', status: value.status, id: value.id, updatedAt: value.updatedAt }
    case 'running':
      return { state: 'running', retryAfterMs: retryAfterMs(retryAfter, date) }
    case 'lost':
      return { state: 'lost' }
    case 'absent': {
      const age = ageOf(request, date)
      const isRecent = age !== null && age < value.keepsForMs - MARGIN_MS
      return { state: 'absent', kept: value.wouldKeep && isRecent }
    }
  }
}

/** True if a page came instead of JSON: it is not from the server (SY11). */
function isPage({ status, json }: HttpAnswer): boolean {
  return status < 400 && json === undefined
}

/** True for statuses of a server that cannot answer now. */
export function isNotNow(status: number): boolean {
  return status >= 500 || status === 408 || status === 425 || status === 429
}

/** Milliseconds since a request was sent, by the server's clock; null: not known. */
export function ageOf(request: WriteRequest, date: string | null): number | null {
  return sinceSent(request, httpDate(date ?? ''))
}

/** Longest time that the server may work on a request without an answer, by its clock (`site.longestRunMs`). */
export const LONGEST_RUN_MS = 5 * 60_000
/** Time until the next check whether a request is still running. */
export const LOOK_AGAIN_MS = 30_000

/** Milliseconds since a request was sent. `now`: by the server's clock, like `sentAfter`; null: not known. */
export function sinceSent({ sentAfter }: Pick<WriteRequest, 'sentAfter'>, now: number | null): number | null {
  return now === null || sentAfter === null ? null : now - Date.parse(sentAfter)
}

/**
 * The outcome while a request may still be running: check again later. `left`: milliseconds that it can still run.
 */
export function perhapsRunning(left: number): SendOutcome {
  return { type: 'retry', reason: 'still running, perhaps', retryAfterMs: Math.min(left, LOOK_AGAIN_MS) }
}
