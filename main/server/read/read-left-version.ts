import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { baseQuery, collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { isNotNow } from '../send/look-up-write.ts'
import { entityOf, hasDrafts, judgeRead, type Read, type SiteContext } from '../site-context.ts'

/**
 * The document in all locales at a revision, from its versions; null: the site keeps none, the user may not read
 * them, or it was pruned or replaced by an autosave. Fails if there was no answer.
 */
export async function readLeftVersion(
  site: SiteContext,
  ref: DocRef,
  updatedAt: string,
): Promise<Read<JsonObject | null>> {
  const none = { ok: true, value: null } as const
  const schema = site.schema()
  const entity = entityOf(schema, ref)
  if (!entity?.versions) return none
  const and: Json[] = [{ 'version.updatedAt': { equals: updatedAt } }]
  if (ref.kind === 'collection') and.push({ parent: { equals: refId(ref) } })
  // The filter leaves out the server's copies of other locales, made when one locale is published.
  if (hasDrafts(entity) && schema?.localization) and.push({ snapshot: { not_equals: 'true' } })
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const query = { ...baseQuery(schema, false), where: { and }, limit: 2 }
  const answer = await site.client.request({ method: 'GET', path: `${root}/versions${queryString(query)}` })
  const read = await judgeRead(site, answer, pageUpTo(2))
  if (!read.ok) return isAnswered(read.result, answer) ? none : read
  const [found, second] = read.value.docs
  const version = found?.['version']
  // Two versions of one moment cannot be told apart.
  if (second !== undefined || !isJsonObject(version)) return none
  if (documentFacts(version).updatedAt !== updatedAt) return none
  const id = ref.kind === 'global' ? {} : { id: found?.['parent'] ?? ref.id }
  return { ok: true, value: { ...version, ...id } }
}

/** True if the server refused to tell, rather than not answering. */
function isAnswered({ outcome }: RefreshResult, answer: ApiAnswer): boolean {
  if (outcome === 'gone' || outcome === 'denied') return true
  return outcome === 'failed' && answer.kind === 'http' && answer.status >= 400 && !isNotNow(answer.status)
}
