import type { Collection } from '../../../shared/cms/schema-model.ts'
import type { BaseInput, Revision } from '../../store/store-api.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { baseQuery, collectionPath, queryString } from '../document-query.ts'
import { readPublishedAmong } from '../read-lists.ts'
import { hasDrafts, judgeRead, type Read, type SiteContext } from '../site-context.ts'

/** Whole documents, in all locales, as bases, and how long the answer was. `here`: the revisions that this computer has of them. */
export async function fetchDocuments(
  site: SiteContext,
  collection: Collection,
  here: readonly Revision[],
): Promise<Read<{ bases: BaseInput[]; bytes: number }>> {
  const drafts = hasDrafts(collection)
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(collection.slug) +
      queryString({
        ...baseQuery(site.schema(), drafts),
        limit: here.length,
        pagination: 'false',
        where: { id: { in: here.map(({ id }) => id) } },
      }),
    signal: site.closed,
  })
  const read = await judgeRead(site, answer, pageUpTo(here.length))
  if (!read.ok) return read
  const { docs } = read.value
  const draftIds = docs.flatMap((data) => {
    const { id, status } = documentFacts(data)
    return id !== null && status === 'draft' ? [id] : []
  })
  const published = await readPublishedAmong(site, collection, draftIds)
  const askedAt = new Map(here.map(({ id, updatedAt }) => [id, updatedAt]))
  const bases = docs.flatMap((data): BaseInput[] => {
    const { id, updatedAt, status } = documentFacts(data)
    if (id === null || !askedAt.has(id)) return []
    const hasPublished = status === null ? null : status === 'published' ? true : (published?.has(id) ?? null)
    return [
      {
        ref: { kind: 'collection', slug: collection.slug, id },
        data,
        updatedAt,
        status,
        hasPublished,
        askedAt: askedAt.get(id) ?? null,
      },
    ]
  })
  return { ok: true, value: { bases, bytes: answer.kind === 'http' ? answer.bytes : 0 } }
}
