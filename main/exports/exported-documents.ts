import type { Collection } from '../../shared/cms/schema-model.ts'
import { idList } from '../../shared/cms/where.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Exported } from '../../shared/lists/export-values.ts'
import { longFields } from '../../shared/cms/list-fields.ts'
import { isTempId } from '../../shared/cms/doc-ref.ts'
import { documentFacts, pageUpTo } from '../server/answer-shapes.ts'
import { judgeDone, type NotDone } from '../server/at-once/only-server.ts'
import { baseQuery, collectionPath, queryString, selectOf } from '../server/http/document-query.ts'
import { placeOf, questionOf, resolved } from '../server/read/read-lists.ts'
import { hasDrafts, type SiteContext } from '../server/site-context.ts'
import { storable } from '../store/tables/credentials.ts'

type Input = CallInput<'exports.write'>

/** Number of documents per request. */
const DOCUMENTS = 100

/** Timeout of the request for all ids, of which there may be many. */
const PATIENCE_MS = 60_000

/** The server cannot, or may not, answer a request of the export. */
export class ServerSaysNo extends Error {
  readonly why: NotDone
  constructor(why: NotDone) {
    super('the server did not answer')
    this.why = why
  }
}

/** `leftOut`: number of documents that are not complete on this computer. */
export type Piece = { documents: Exported[]; leftOut: number; asked: number; total: number }

/**
 * Yields the documents of an export in pieces, local edits included, as the list shows them. All ids are requested
 * first, so that changes cannot repeat a document. The trash is read from the server.
 */
export async function* exportedDocuments(
  site: SiteContext,
  collection: Collection,
  input: Input,
  { isOnline, signal }: { isOnline: boolean; signal: AbortSignal },
): AsyncGenerator<Piece> {
  const { slug } = collection
  const isTrash = input.from === 'trash'
  if (isTrash && !isOnline) throw new ServerSaysNo({ outcome: 'offline' })
  const ids = input.ids ?? (await matching(site, collection, input, { isOnline, signal }))
  const told = new Set<string>()
  for (let at = 0; at < ids.length; at += DOCUMENTS) {
    signal.throwIfAborted()
    const asked = ids.slice(at, at + DOCUMENTS)
    const here = isTrash
      ? []
      : await site.store.exportRows({ slug, ids: asked, only: isOnline ? 'edited' : 'all' })
    const realIds = new Map(here.map((row) => [row.askedAs, row.id]))
    // A document made on this computer may be requested by its temporary and its real id; it is exported
    // once.
    const named = asked.map((id) => realIds.get(id) ?? id)
    const piece = [...new Set(named)].filter((id) => !told.has(id))
    const byId = new Map<string, Exported>()
    const isDone = new Set<string>()
    for (const { id, data, status, isWhole, isLeaving } of here) {
      if (isLeaving) isDone.add(id)
      else if (isWhole || hasColumns(collection, data, input.columns)) byId.set(id, { id, data, status })
    }
    const missing = piece.filter((id) => !byId.has(id) && !isDone.has(id) && !isTempId(id))
    if (isOnline && missing.length > 0)
      for (const document of await askFor(site, collection, input, missing, signal))
        byId.set(document.id, document)
    const documents = piece.flatMap((id) => byId.get(id) ?? [])
    yield {
      documents,
      // Online, a document that the server no longer returns was deleted, so it does not count as left out.
      leftOut: isOnline ? 0 : piece.filter((id) => !isDone.has(id)).length - documents.length,
      asked: asked.length,
      total: ids.length,
    }
    for (const id of piece) told.add(id)
  }
}

/** True if a list row contains all exported columns: it has long fields only if a list showed them. */
function hasColumns(collection: Collection, data: JsonObject, columns: Input['columns']): boolean {
  if (columns === null) return false
  const paths = columns.map(({ path }) => path)
  return longFields(collection, paths).every((name) => name in data)
}

async function matching(
  site: SiteContext,
  collection: Collection,
  { from, query }: Input,
  { isOnline, signal }: { isOnline: boolean; signal: AbortSignal },
): Promise<string[]> {
  const here = from === 'trash' ? null : await site.store.matching({ ...query, page: 1, limit: 1 })
  if (!isOnline) return here === null ? [] : [...here.fresh, ...here.here]
  const { there } = await resolved(site, query)
  // One request for all ids: with pages, a document saved between two requests could be missed.
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(collection.slug) +
      queryString({
        ...(hasDrafts(collection) ? { draft: 'true' } : {}),
        ...(query.locale === null ? {} : { locale: query.locale, 'fallback-locale': 'none' }),
        ...questionOf(collection, there, from),
        depth: 0,
        limit: 0,
        pagination: 'false',
        select: { id: 'true' },
      }),
    signal,
    timeoutMs: PATIENCE_MS,
  })
  signal.throwIfAborted()
  const judged = await judgeDone(site, answer, pageUpTo(Infinity))
  if (!judged.ok) throw new ServerSaysNo(judged.why)
  const { docs, totalDocs } = judged.value
  const given = docs.flatMap((doc) => documentFacts(doc).id ?? [])
  // Fewer ids than the server counted mean that it answered only a part of the query.
  if (given.length < totalDocs) throw new ServerSaysNo({ outcome: 'refused', message: '' })
  return [...new Set([...(here?.fresh ?? []), ...given])]
}

async function askFor(
  site: SiteContext,
  collection: Collection,
  input: Input,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Exported[]> {
  const { from, columns } = input
  const names = columns?.map(({ path }) => path.split('.')[0] ?? path)
  const answer = await site.client.request({
    method: 'GET',
    path:
      collectionPath(collection.slug) +
      queryString({
        ...baseQuery(site.schema(), hasDrafts(collection)),
        ...placeOf(from),
        limit: ids.length,
        pagination: 'false',
        where: { id: { in: idList(ids) } },
        ...(names && { select: selectOf(new Set(['id', 'updatedAt', ...names])) }),
      }),
    signal,
  })
  signal.throwIfAborted()
  if (answer.kind === 'network' && answer.code === 'too-large' && ids.length > 1) {
    const half = Math.ceil(ids.length / 2)
    const first = await askFor(site, collection, input, ids.slice(0, half), signal)
    return [...first, ...(await askFor(site, collection, input, ids.slice(half), signal))]
  }
  const judged = await judgeDone(site, answer, pageUpTo(ids.length))
  if (!judged.ok) throw new ServerSaysNo(judged.why)
  const { docs, totalDocs } = judged.value
  if (docs.length < totalDocs) throw new ServerSaysNo({ outcome: 'refused', message: '' })
  return docs.flatMap((doc): Exported[] => {
    const { id, status } = documentFacts(doc)
    if (id === null) return []
    return [{ id, data: storable(collection, doc), status }]
  })
}
