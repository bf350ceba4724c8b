import { refId } from '../../../shared/cms/doc-ref.ts'
import type { OutboxEntry, Problem, SendOutcome } from '../../../shared/sync/entry.ts'
import type { StoreApi } from '../../store/store-api.ts'
import { hasOwnId, outcomeUnknown, readCreated, searchCreated } from './find-created.ts'
import { LOOK_AGAIN_MS, lookUpWrite, perhapsRunning, sinceSent, type WriteLookup } from './look-up-write.ts'
import { readBase } from '../read/read-documents.ts'
import { settleApplied, settleKnown } from './settle-known.ts'
import { outcomeOfFailedRead, type SiteContext } from '../site-context.ts'

type Prepared = Pick<NonNullable<ReturnType<StoreApi['prepareSend']>>, 'entry' | 'request'>

/**
 * The next step for an entry of unknown outcome. `same`: send the stored request again under its key; `anew`: it was
 * not done, or may be done twice, so the entry waits again and gets a new request.
 */
export type Resolved = SendOutcome | 'same' | 'anew'

/**
 * Resolves an unknown outcome (SY4) by the companion, the document or a search; an unclear creation parks. `ended`: no
 * try can arrive any more. `words`: the server's message. `repeats`: the request still fits (SY13).
 */
export async function resolveUnknown(
  site: SiteContext,
  prepared: Prepared,
  {
    ended = false,
    words = '',
    status = null,
    repeats = true,
  }: { ended?: boolean; words?: string; status?: number | null; repeats?: boolean } = {},
): Promise<Resolved> {
  const { entry, request } = prepared
  const known = await lookUpWrite(site, request)
  if (known.state === 'no-answer') return known.outcome
  if (known.state === 'running') return later('in progress', known.retryAfterMs)
  if (known.state === 'done' && (known.id !== null || !entry.create)) {
    // The server's error message is only in its answer, which it repeats.
    if (known.status >= 400 && !ended) return 'same'
    return settleKnown(site, entry, words === '' ? known : { ...known, words })
  }
  if (entry.create && hasOwnId(entry, request)) return resolveByOwnId(site, prepared)
  if (!entry.create) return resolveEdit(site, prepared, known, { ended, words, repeats })
  return resolveCreation(site, prepared, known, { ended, repeats, unknown: outcomeUnknown(words, status) })
}

async function resolveByOwnId(site: SiteContext, { entry, request }: Prepared): Promise<Resolved> {
  const byId = await readCreated(site, entry, request)
  if (byId.kind === 'no-answer') return byId.outcome
  if (byId.kind === 'there') return settleKnown(site, entry, { id: refId(entry.ref), updatedAt: null })
  return waitAgain(site, entry)
}

async function resolveCreation(
  site: SiteContext,
  { entry, request }: Prepared,
  known: WriteLookup,
  { ended, repeats, unknown }: { ended: boolean; repeats: boolean; unknown: Problem },
): Promise<Resolved> {
  const found = await searchCreated(site, entry, request)
  if (found.kind === 'no-answer') return found.outcome
  const isOver = ended || known.state === 'lost'
  // The key keeps a running request from being done twice. A creation by a process without the companion
  // would have been found by the search.
  if (found.kind !== 'like-it' && known.state === 'absent' && known.kept) {
    if (isOver) return waitAgain(site, entry)
    return repeats ? 'same' : later('made by another schema', LOOK_AGAIN_MS)
  }
  if (found.kind !== 'none') {
    await site.store.settleParked({ key: entry.key, problem: unknown })
    return { type: 'parked', problem: unknown }
  }
  const left = site.longestRunMs - found.age
  return isOver || left <= 0 ? waitAgain(site, entry) : perhapsRunning(left)
}

async function resolveEdit(
  site: SiteContext,
  { entry, request }: Prepared,
  known: WriteLookup,
  { ended, words, repeats }: { ended: boolean; words: string; repeats: boolean },
): Promise<Resolved> {
  // A deletion that arrived gets a 404 the second time, which is success.
  if (entry.mode === 'delete') return waitAgain(site, entry)
  // A request with key and base can be sent again: it cannot overwrite what somebody else wrote.
  const isChecked = request.baseUpdatedAt !== null && site.companion.does('base')
  if (known.state === 'absent' && isChecked && repeats && !ended) return 'same'
  const read = await readBase(site, entry.ref)
  if (!read.ok) {
    const { outcome } = read.result
    // Gone or denied: the write itself gets the same answer and is judged by it.
    if (outcome === 'gone' || outcome === 'denied') return waitAgain(site, entry)
    return outcomeOfFailedRead(read.result)
  }
  const applied = await settleApplied(site, entry, read.value, words)
  if (applied) return applied
  // An earlier try that arrives after the new request would bring back undone edits, unless its base is refused. The
  // wait for it cannot be measured without the server's time; then there is none.
  const isRefused = known.state === 'absent' && request.baseUpdatedAt !== null
  const age = sinceSent(request, site.client.serverTime())
  const left = age === null ? 0 : site.longestRunMs - age
  if (!ended && known.state !== 'lost' && !isRefused && left > 0) return perhapsRunning(left)
  await waitAgain(site, entry)
  await site.store.putBase(read.value)
  return 'anew'
}

async function waitAgain(site: SiteContext, entry: OutboxEntry): Promise<'anew'> {
  await site.store.settleRetry({ key: entry.key, outcomeUnknown: false })
  return 'anew'
}

function later(reason: string, retryAfterMs: number | null): SendOutcome {
  return { type: 'retry', reason, retryAfterMs }
}
