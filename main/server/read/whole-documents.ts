import type { Collection } from '../../../shared/cms/schema-model.ts'
import { idList } from '../../../shared/cms/where.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { BaseInput, Revision } from '../../store/store-api.ts'
import { documentFacts } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { baseQuery, collectionPath, queryString } from '../http/document-query.ts'
import { hasDrafts, type SiteContext } from '../site-context.ts'

/** Requests whole documents, in all locales, by id. */
export function askForDocuments(
  site: SiteContext,
  collection: Collection,
  ids: readonly string[],
): Promise<ApiAnswer> {
  return site.client.request({
    method: 'GET',
    path:
      collectionPath(collection.slug) +
      queryString({
        ...baseQuery(site.schema(), hasDrafts(collection)),
        limit: ids.length,
        pagination: 'false',
        where: { id: { in: idList(ids) } },
      }),
    signal: site.closed,
  })
}

/**
 * Converts documents to bases; ones that were not requested are left out. `here`: the local revisions at the time of
 * the request. `isPublished`: for a draft, true if a published version exists, null if not known.
 */
export function basesOf(
  slug: string,
  docs: readonly JsonObject[],
  here: readonly Revision[],
  isPublished: (id: string) => boolean | null,
): BaseInput[] {
  const askedAt = new Map(here.map(({ id, updatedAt }) => [id, updatedAt]))
  return docs.flatMap((data): BaseInput[] => {
    const { id, updatedAt, status } = documentFacts(data)
    if (id === null || !askedAt.has(id)) return []
    const hasPublished = status === null ? null : status === 'published' ? true : isPublished(id)
    const ref = { kind: 'collection', slug, id } as const
    return [{ ref, data, updatedAt, status, hasPublished, askedAt: askedAt.get(id) ?? null }]
  })
}
