import { refId, type DocRef } from '../../shared/cms/doc-ref.ts'
import { isJsonObject, type Json, type JsonObject } from '../../shared/json.ts'
import { documentFacts, pageUpTo } from './answer-shapes.ts'
import { baseQuery, collectionPath, documentPath, queryString } from './document-query.ts'
import { entityOf, hasDrafts, judgeRead, type SiteContext } from './site-context.ts'

/**
 * The document in all locales as it was at a revision, out of its versions; null where the site keeps none, the user may
 * not read them, or it is not among them any more: the oldest go, and an autosave takes the place of the one before.
 */
export async function readLeftVersion(
  site: SiteContext,
  ref: DocRef,
  updatedAt: string,
): Promise<JsonObject | null> {
  const schema = site.schema()
  const entity = entityOf(schema, ref)
  if (!entity?.versions) return null
  const and: Json[] = [{ 'version.updatedAt': { equals: updatedAt } }]
  if (ref.kind === 'collection') and.push({ parent: { equals: refId(ref) } })
  // The server's own copies of other locales when one locale is published.
  if (hasDrafts(entity) && schema?.localization) and.push({ snapshot: { not_equals: 'true' } })
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const query = { ...baseQuery(schema, false), where: { and }, limit: 2 }
  const answer = await site.client.request({ method: 'GET', path: `${root}/versions${queryString(query)}` })
  const read = await judgeRead(site, answer, pageUpTo(2))
  const [found, second] = read.ok ? read.value.docs : []
  const version = found?.['version']
  // Two of one moment: nobody knows which.
  if (second !== undefined || !isJsonObject(version)) return null
  if (documentFacts(version).updatedAt !== updatedAt) return null
  return ref.kind === 'global' ? version : { ...version, id: found?.['parent'] ?? ref.id }
}
