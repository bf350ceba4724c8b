import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { pathSegment } from '../../../shared/cms/path-segment.ts'
import type { CallInput, VersionRestored } from '../../../shared/ipc.ts'
import { isJsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { errorCode } from '../../../shared/sync/server-error.ts'
import { unsentOf } from '../../../shared/sync/unsent-of.ts'
import { serverWords } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { refreshDocument } from '../read/read-documents.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import { judgeDone, maybeDone } from './only-server.ts'
import { readOwnWrite } from './read-own-write.ts'

/**
 * Makes a document again what it was in a version. What is unsent of it leaves before; the key and the base go along, so
 * that it is done once, and to the revision that it was decided for.
 */
export async function restoreVersion(
  site: SiteContext,
  { ref: asked, versionId, asDraft, key, shown }: CallInput<'versions.restore'>,
): Promise<VersionRestored> {
  const ref = await site.store.resolveId(asked)
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions || (ref.kind === 'collection' && isTempId(ref.id))) return refused('')
  const document = await site.store.getDocument(ref)
  if (document !== null && unsentOf(document) > 0) return { outcome: 'unsent' }
  const moved = site.companion.does('base') ? null : await movedSince(site, ref, shown)
  if (moved !== null) return moved
  // As a draft a version of a global would be written over what is published all the same.
  const draft = String(asDraft && ref.kind === 'collection')
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const answer = await site.client.request({
    method: 'POST',
    path: `${root}/versions/${pathSegment(versionId)}${queryString({ depth: 0, draft })}`,
    headers: { 'idempotency-key': key, ...(shown === null ? {} : { 'x-galley-base': shown }) },
    neverRepeat: true,
  })
  site.companion.answered(shown === null ? ['key'] : ['key', 'base'], answer)
  const restored = await judge(site, answer)
  // It is another revision from now on, here too; where nobody knows, this tells.
  if (restored.outcome !== 'refused') await readOwnWrite(site, ref, answer)
  return restored
}

async function judge(site: SiteContext, answer: ApiAnswer): Promise<VersionRestored> {
  const unknown = maybeDone(answer)
  if (unknown !== null) return unknown
  const isAnswer = answer.kind === 'http' && isJsonObject(answer.json)
  const code = isAnswer ? errorCode(answer.json) : null
  if (code === 'STALE') return { outcome: 'moved' }
  // An earlier try is on its way, or nobody knows what became of it.
  if (code === 'IN_PROGRESS' || code === 'OUTCOME_UNKNOWN') return { outcome: 'unknown', message: '' }
  if (isAnswer && answer.status === 404) return { outcome: 'gone' }
  const judged = await judgeDone(site, answer, (json) => (isJsonObject(json) ? json : null))
  if (!judged.ok) {
    const { fields } = serverWords(isAnswer ? answer.json : undefined)
    return judged.why.outcome === 'refused' ? refused(judged.why.message, fields) : judged.why
  }
  const { message } = judged.value
  return { outcome: 'done', message: typeof message === 'string' ? message : '' }
}

/**
 * Without the companion it is looked just before: what was written since is not to be lost without a word. Null: it is
 * the revision that was shown. Where nobody could look, nothing is restored.
 */
async function movedSince(
  site: SiteContext,
  ref: DocRef,
  shown: string | null,
): Promise<VersionRestored | null> {
  const look = await refreshDocument(site, ref)
  const { outcome } = look
  if (outcome === 'offline' || outcome === 'signed-out') return { outcome }
  if (outcome !== 'updated' && outcome !== 'unchanged') return refused('message' in look ? look.message : '')
  const isShown = (await site.store.getDocument(ref))?.base.updatedAt === shown
  return isShown ? null : { outcome: 'moved' }
}

function refused(
  message: string,
  fields: Extract<VersionRestored, { outcome: 'refused' }>['fields'] = [],
): VersionRestored {
  return { outcome: 'refused', message, fields }
}
