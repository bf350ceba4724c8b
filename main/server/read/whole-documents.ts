import type { Collection } from '../../../shared/cms/schema-model.ts'
import { idList } from '../../../shared/cms/where.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { BaseInput, Revision } from '../../store/store-api.ts'
import { documentFacts } from '../answer-shapes.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { baseQuery, collectionPath, queryString } from '../http/document-query.ts'
import { hasDrafts, type SiteContext } from '../site-context.ts'

/** Asks for documents whole, in all locales, by their ids. */
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
 * What came as bases; what was not asked for is left out. `here`: the revisions that this computer had when it asked.
 * `isPublished`: whether a document whose latest version is a draft has a published one, null where that is not known.
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
