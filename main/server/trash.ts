import type { CallInput, TrashPage, TrashResult, TrashRow } from '../../shared/ipc.ts'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import { documentFacts, pageUpTo } from './answer-shapes.ts'
import type { ApiAnswer } from './api-client.ts'
import { baseQuery, collectionPath, documentPath, queryString, selectOf } from './document-query.ts'
import { judgeDone } from './only-server.ts'
import { entityOf, hasDrafts, type SiteContext } from './site-context.ts'

/** What is in a collection's trash. It is on the server alone: what is deleted here is forgotten here. */
export async function listTrash(
  site: SiteContext,
  { slug, page, limit }: CallInput<'trash.list'>,
): Promise<TrashPage> {
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  if (entity?.kind !== 'collection' || !entity.trash) return { outcome: 'refused', message: '' }
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(slug) +
      queryString({
        ...baseQuery(site.schema(), hasDrafts(entity)),
        trash: 'true',
        where: { deletedAt: { exists: 'true' } },
        sort: '-deletedAt',
        page,
        limit,
        select: selectOf(['id', 'deletedAt', entity.useAsTitle]),
      }),
  })
  const judged = await judgeDone(site, answer, pageUpTo(limit))
  if (!judged.ok) return judged.why
  const rows = judged.value.docs.flatMap((doc): TrashRow[] => {
    const { id } = documentFacts(doc)
    const { deletedAt } = doc
    if (id === null || typeof deletedAt !== 'string') return []
    return [{ ref: { kind: 'collection', slug, id }, title: doc[entity.useAsTitle] ?? null, deletedAt }]
  })
  return { outcome: 'done', rows, totalDocs: judged.value.totalDocs }
}

/** Puts documents back. A restored document is a draft, as in the site's own admin, unless it is to be published. */
export async function restoreFromTrash(
  site: SiteContext,
  { slug, ids, publish }: CallInput<'trash.restore'>,
): Promise<TrashResult> {
  const drafts = hasDrafts(entityOf(site.schema(), { kind: 'collection', slug }))
  const body: JsonObject = {
    deletedAt: null,
    ...(drafts ? { _status: publish ? 'published' : 'draft' } : {}),
  }
  return each(site, slug, ids, (path) =>
    site.client.request({ method: 'PATCH', path: path + queryString({ trash: 'true', depth: 0 }), body }),
  )
}

/** Deletes documents that are in the trash for good; one that is not there any more is what was wanted. */
export async function emptyTrash(
  site: SiteContext,
  { slug, ids }: CallInput<'trash.empty'>,
): Promise<TrashResult> {
  return each(site, slug, ids, async (path) => {
    const answer = await site.client.request({
      method: 'DELETE',
      path: path + queryString({ trash: 'true', depth: 0 }),
      body: null,
    })
    const isGone = answer.kind === 'http' && answer.status === 404 && isJsonObject(answer.json)
    return isGone ? { ...answer, status: 200 } : answer
  })
}

/**
 * One after the other: each may be refused for itself. Doing it again does no harm, so that what got no answer is simply
 * still in the trash, or not.
 */
async function each(
  site: SiteContext,
  slug: string,
  ids: readonly string[],
  ask: (path: string) => Promise<ApiAnswer>,
): Promise<TrashResult> {
  const done: string[] = []
  const refused: { id: string; message: string }[] = []
  for (const [index, id] of ids.entries()) {
    const answer = await ask(documentPath({ kind: 'collection', slug, id }))
    const judged = await judgeDone(site, answer, (json) => (isJsonObject(json) ? json : null))
    if (judged.ok) done.push(id)
    else if (judged.why.outcome === 'refused') refused.push({ id, message: judged.why.message })
    else if (done.length + refused.length === 0) return judged.why
    // Nobody answers any more: the rest is where it was.
    else return { outcome: 'done', done, refused: [...refused, ...ids.slice(index).map(unanswered)] }
  }
  return { outcome: 'done', done, refused }
}

function unanswered(id: string): { id: string; message: string } {
  return { id, message: '' }
}
