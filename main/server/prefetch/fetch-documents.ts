import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import type { BaseInput, Revision } from '../../store/store-api.ts'
import { documentFacts, pageUpTo } from '../answer-shapes.ts'
import { readPublishedAmong } from '../read/read-lists.ts'
import { judgeRead, entityOf } from '../site-context.ts'
import type { Read, SiteContext } from '../site-context.ts'
import { askForDocuments, basesOf } from '../read/whole-documents.ts'
import * as v from 'valibot'
import { refKey } from '../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { firstVersions } from '../../../shared/document/versions.ts'
import type { RefreshResult } from '../../../shared/ipc.ts'
import { recordOf, sameJson } from '../../../shared/json.ts'
import { readVersion } from '../read/read-version.ts'
import { refreshVersions } from '../read/read-versions.ts'

/** Fetches whole documents as bases; `bytes` is the length of the answer. `here`: their local revisions. */
export async function fetchDocuments(
  site: SiteContext,
  collection: Collection,
  here: readonly Revision[],
): Promise<Read<{ bases: BaseInput[]; bytes: number }>> {
  const ids = here.map(({ id }) => id)
  const answer = await askForDocuments(site, collection, ids)
  const read = await judgeRead(site, answer, pageUpTo(here.length))
  if (!read.ok) return read
  const { docs } = read.value
  const draftIds = docs.flatMap((data) => {
    const { id, status } = documentFacts(data)
    return id !== null && status === 'draft' ? [id] : []
  })
  const published = await readPublishedAmong(site, collection, draftIds)
  const bases = basesOf(collection.slug, docs, here, (id) => published?.has(id) ?? null)
  return { ok: true, value: { bases, bytes: answer.kind === 'http' ? answer.bytes : 0 } }
}

/** Key of the stored resource that maps each document to the revision at which its versions were read. */
const RESOURCE = 'prefetch-versions'
const readRevisions = recordOf(v.string())

/** Number of documents whose versions are fetched, the last edited ones. */
const MOST_DOCUMENTS = 50
/** Number of versions per document, besides the published one and the latest draft. */
const NEWEST = 20

const DONE: RefreshResult = { outcome: 'unchanged' }

/**
 * Fetches versions of documents edited here, for use without a network; none for an unchanged revision. `limit`:
 * bytes of all documents and versions; `next`: called before each request, throws to stop.
 */
export async function fetchVersions(
  site: SiteContext,
  { limit, next }: { limit: number; next: () => Promise<void> },
): Promise<RefreshResult> {
  const edited = new Map((await site.store.sentEntries()).map(({ ref }) => [refKey(ref), ref]))
  const known = v.safeParse(readRevisions, (await site.store.getResource(RESOURCE))?.value)
  const before = known.success ? known.output : {}
  const now: Record<string, string> = {}
  const note = (value: Record<string, string>) => site.store.putResource({ key: RESOURCE, value, etag: null })
  for (const [key, ref] of [...edited].slice(0, MOST_DOCUMENTS)) {
    const entity = entityOf(site.schema(), ref)
    const revision = (await site.store.getDocument(ref))?.base.updatedAt
    if (!entity?.versions || revision === null || revision === undefined) continue
    if (before[key] !== revision) {
      if ((await site.store.documentBytes()) >= limit) return DONE
      const result = await fetchOf(site, ref, entity, next)
      if (result.outcome === 'offline' || result.outcome === 'signed-out') return result
      // A temporary failure is tried again next time.
      if (result.outcome === 'failed') continue
      await note({ ...before, ...now, [key]: revision })
    }
    now[key] = revision
  }
  if (!sameJson(before, now)) await note(now)
  return DONE
}

/** Fetches the list of a document's newest versions, and their content. */
async function fetchOf(
  site: SiteContext,
  ref: DocRef,
  entity: Collection | Global,
  next: () => Promise<void>,
): Promise<RefreshResult> {
  const wanted = new Set<string>()
  let [seen, isWhole] = [0, true]
  for (let query = firstVersions(ref, entity); seen < NEWEST; query = { ...query, page: query.page + 1 }) {
    await next()
    const result = await refreshVersions(site, query)
    if (result.outcome !== 'updated') return result.outcome === 'denied' ? DONE : result
    const page = await site.store.listVersions(query)
    const newest = page.rows.slice(0, NEWEST - seen)
    for (const row of [page.latestDraft, page.currentlyPublished, ...newest])
      if (row !== null) wanted.add(row.id)
    seen += newest.length
    if (newest.length === 0 || query.page * query.limit >= page.totalDocs) break
  }
  for (const versionId of wanted) {
    if ((await site.store.versionContent({ ref, versionId })) !== null) continue
    await next()
    const content = await readVersion(site, { ref, versionId })
    if (content.outcome === 'here') continue
    if (content.reason === 'offline' || content.reason === 'signed-out') return { outcome: content.reason }
    isWhole &&= content.reason === 'gone'
  }
  return isWhole ? DONE : { outcome: 'failed', message: '' }
}
