import type { Collection, Global, SiteSchema } from '../../../shared/cms/schema-model.ts'
import type { Revision } from '../../store/store-api.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { collectionPath, queryString, selectOf } from '../http/document-query.ts'
import { hasDrafts, judgeRead } from '../site-context.ts'
import type { Read, SiteContext } from '../site-context.ts'
import type { SessionInfo } from '../../../shared/ipc.ts'

/** Documents per page; ids and revisions of that many are about 50 KB. */
const PAGE = 500

export type Sweep = {
  /** Newest first, at most `limit`. */
  revisions: Revision[]
  /** Number of documents in the collection. */
  total: number
}

/**
 * Lists id and revision of a collection's newest documents, page by page. Documents that change meanwhile move
 * between pages: a missing one is no proof that it is gone.
 */
export async function sweepCollection(
  site: SiteContext,
  collection: Collection,
  limit: number,
  mayAsk: () => Promise<void>,
): Promise<Read<Sweep>> {
  const revisions = new Map<string, Revision>()
  const size = Math.min(PAGE, limit)
  let total = 0
  for (let page = 1; revisions.size < limit; page += 1) {
    await mayAsk()
    const answer = await site.client.request({
      method: 'GET',
      path:
        collectionPath(collection.slug) +
        queryString({
          ...(hasDrafts(collection) ? { draft: 'true' } : {}),
          depth: 0,
          limit: size,
          page,
          sort: collection.timestamps ? '-updatedAt' : '-id',
          select: selectOf(['id', 'updatedAt']),
        }),
      signal: site.closed,
    })
    const read = await judgeRead(site, answer, pageUpTo(size))
    if (!read.ok) return read
    total = read.value.totalDocs
    for (const doc of read.value.docs) {
      const { id, updatedAt } = documentFacts(doc)
      if (id !== null && revisions.size < limit) revisions.set(id, { id, updatedAt })
    }
    if (read.value.docs.length < size || page * size >= total) break
  }
  return { ok: true, value: { revisions: [...revisions.values()], total } }
}

export type Wanted = { collections: Collection[]; globals: Global[] }

/**
 * The entities to prefetch: those in the user's navigation, without collections of users. Users hold private data,
 * and nobody edits them offline.
 */
export function wantedEntities(schema: SiteSchema, { visible }: Pick<SessionInfo, 'visible'>): Wanted {
  return {
    collections: schema.collections.filter(
      ({ slug, hidden, auth }) => !hidden && !auth && visible.collections.includes(slug),
    ),
    globals: schema.globals.filter(({ slug, hidden }) => !hidden && visible.globals.includes(slug)),
  }
}
