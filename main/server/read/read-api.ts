import { refId, isTempId } from '../../../shared/cms/doc-ref.ts'
import { apiQuery } from '../../../shared/cms/api-view.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import type { JsonPiece } from '../../../shared/json-pieces.ts'
import { documentPath } from '../http/document-query.ts'
import type { JsonPieces } from '../http/parse-json.ts'
import { entityOf, type SiteContext } from '../site-context.ts'

/** Timeout: with a large depth, an answer takes time. */
const TIMEOUT_MS = 60_000

type Looking = { id: string; ends: AbortController; pieces: JsonPieces | null }

/** The request whose answer is being looked at. */
const looking = new WeakMap<SiteContext, Looking>()

/** Requests a document for the API view. The answer is stored nowhere, and credentials of users in it stay here. */
export async function askApi(
  site: SiteContext,
  { id, ref, question, authenticated }: CallInput<'api.ask'>,
): Promise<CallOutput<'api.ask'>> {
  end(looking.get(site))
  const own: Looking = { id, ends: new AbortController(), pieces: null }
  looking.set(site, own)
  const known = await site.store.resolveId(ref)
  if (own.ends.signal.aborted) return { outcome: 'superseded' }
  if (isTempId(refId(known))) return { outcome: 'not-there' }
  const entity = entityOf(site.schema(), known)
  const began = performance.now()
  const answer = await site.client.look(
    {
      method: 'GET',
      path: documentPath(known) + apiQuery(question),
      authenticated,
      timeoutMs: TIMEOUT_MS,
      signal: AbortSignal.any([own.ends.signal, site.closed]),
    },
    entity === null || (entity.kind === 'collection' && entity.auth),
  )
  if (own.ends.signal.aborted) {
    if (answer.kind === 'http') answer.pieces?.drop()
    return { outcome: 'superseded' }
  }
  if (answer.kind === 'network') {
    void site.checkConnection()
    return { outcome: 'failed' }
  }
  // This answer does not decide whether the session is still valid.
  if (authenticated && (answer.status === 401 || answer.status === 403)) void site.checkConnection()
  own.pieces = answer.pieces ?? null
  return {
    outcome: 'answered',
    status: answer.status,
    bytes: answer.bytes,
    ms: Math.round(performance.now() - began),
    at: new Date().toISOString(),
    isJson: answer.pieces !== undefined,
  }
}

export async function nextApiPiece(site: SiteContext, id: string): Promise<JsonPiece | null> {
  const own = looking.get(site)
  return own?.id === id && own.pieces !== null ? own.pieces.next() : null
}

export function stopApi(site: SiteContext, id: string): void {
  const own = looking.get(site)
  if (own?.id !== id) return
  end(own)
  looking.delete(site)
}

function end(own: Looking | undefined): void {
  own?.ends.abort()
  own?.pieces?.drop()
}
