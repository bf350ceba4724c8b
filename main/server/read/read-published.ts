import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { CallOutput } from '../../../shared/ipc.ts'
import { isPerLocale, publishedLocales } from '../../../shared/document/locale-status.ts'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'
import { documentFacts } from '../answer-shapes.ts'
import { baseQuery, documentPath, queryString } from '../http/document-query.ts'
import { judgeDone } from '../at-once/only-server.ts'
import { entityOf, hasDrafts, type SiteContext } from '../site-context.ts'

/** Reads the published version of a document in all locales, without its newer draft. */
export async function readPublished(
  site: SiteContext,
  asked: DocRef,
): Promise<CallOutput<'documents.published'>> {
  const ref = await site.store.resolveId(asked)
  const entity = entityOf(site.schema(), ref)
  // Documents of users contain more than may be shown, so they stay on the server.
  if (!hasDrafts(entity) || (entity?.kind === 'collection' && entity.auth))
    return { outcome: 'refused', message: '' }
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ ...baseQuery(site.schema(), false), draft: 'false' }),
  })
  const judged = await judgeDone(site, answer, (json) =>
    isJsonObject(json) && isPublished(json) ? json : null,
  )
  return judged.ok ? { outcome: 'done', data: judged.value } : judged.why
}

/** True if the document is published; with a status per locale, in any of them. */
function isPublished(data: JsonObject): boolean {
  const { _status } = data
  return isPerLocale(_status)
    ? publishedLocales(_status).length > 0
    : documentFacts(data).status === 'published'
}
