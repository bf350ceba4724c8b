import * as v from 'valibot'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import type { RefreshResult, VersionRow, VersionsQuery } from '../../../shared/ipc.ts'
import { hasLocaleStatus } from '../../../shared/cms/locale-status.ts'
import { isPerLocale, overallStatus, publishedLocales } from '../../../shared/document/locale-status.ts'
import { isJsonObject, recordOf, type Json, type JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/sync/temp-id.ts'
import { pageUpTo } from '../answer-shapes.ts'
import { collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { entityOf, hasDrafts, judgeRead, type Read, type SiteContext } from '../site-context.ts'

const SELECT = {
  updatedAt: 'true',
  autosave: 'true',
  publishedLocale: 'true',
  latest: 'true',
  version: { _status: 'true', updatedAt: 'true' },
}

/** Asks the server for one page of a document's versions and for the two that the labels need (S4.01-S4.04). */
export async function refreshVersions(site: SiteContext, asked: VersionsQuery): Promise<RefreshResult> {
  const ref = await site.store.resolveId(asked.ref)
  if (ref.kind === 'collection' && isTempId(ref.id)) return { outcome: 'unchanged' }
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions) return { outcome: 'failed', message: '' }
  const drafts = hasDrafts(entity)
  // Which of them is the current one is another question in each locale.
  const marked = drafts && !hasLocaleStatus(entity)
  const [page, latestDraft, published] = await Promise.all([
    readPage(site, ref, { page: asked.page, limit: asked.limit, sort: asked.sort }, null, drafts),
    marked ? readPage(site, ref, { page: 1, limit: 1, sort: '-updatedAt' }, 'draft', true) : null,
    marked ? readPage(site, ref, { page: 1, limit: 1, sort: '-updatedAt' }, 'published', true) : null,
  ])
  if (!page.ok) return page.result
  const isPublished =
    published?.ok && published.value.rows.length > 0 ? await readIsPublished(site, ref) : false
  await site.store.putVersionsPage({
    query: { ...asked, ref },
    rows: page.value.rows,
    totalDocs: page.value.totalDocs,
    latestDraft: latestDraft?.ok ? (latestDraft.value.rows[0] ?? null) : null,
    currentlyPublished: isPublished && published?.ok ? (published.value.rows[0] ?? null) : null,
  })
  return { outcome: 'updated' }
}

type Page = { rows: VersionRow[]; totalDocs: number }

async function readPage(
  site: SiteContext,
  ref: DocRef,
  paging: { page: number; limit: number; sort: string },
  status: 'draft' | 'published' | null,
  drafts: boolean,
): Promise<Read<Page>> {
  const and: Json[] = []
  if (ref.kind === 'collection') and.push({ parent: { equals: refId(ref) } })
  // Snapshots are the server's own copies of other locales when one locale is published; the admin hides them.
  if (drafts && site.schema()?.localization) and.push({ snapshot: { not_equals: 'true' } })
  if (status) and.push({ 'version._status': { equals: status } })
  const locale = hasLocaleStatus(entityOf(site.schema(), ref)) ? { locale: 'all' } : {}
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const answer = await site.client.request({
    method: 'GET',
    path: `${root}/versions${queryString({ ...paging, ...locale, depth: 0, where: { and }, select: SELECT })}`,
  })
  return judgeRead(site, answer, (json) => {
    const page = pageUpTo(paging.limit)(json)
    return page && { rows: page.docs.flatMap((doc) => toRow(doc) ?? []), totalDocs: page.totalDocs }
  })
}

const versionShape = v.looseObject({
  id: v.union([v.string(), v.number()]),
  updatedAt: v.string(),
  autosave: v.nullish(v.boolean()),
  latest: v.nullish(v.boolean()),
  publishedLocale: v.nullish(v.string()),
  version: v.optional(
    v.looseObject({ _status: v.nullish(v.union([v.string(), recordOf(v.nullable(v.string()))])) }),
    {},
  ),
})

function toRow(doc: JsonObject): VersionRow | null {
  const parsed = v.safeParse(versionShape, doc)
  if (!parsed.success) return null
  const { id, updatedAt, autosave, latest, publishedLocale, version } = parsed.output
  const status = version._status
  return {
    id: String(id),
    updatedAt,
    status: isPerLocale(status)
      ? overallStatus(status)
      : status === 'draft' || status === 'published'
        ? status
        : null,
    autosave: autosave === true,
    publishedLocale: publishedLocale ?? null,
    ...(isPerLocale(status) && { publishedIn: publishedLocales(status) }),
    latest: latest === true,
  }
}

/** A version that was published once is not published now when the document was unpublished since. */
async function readIsPublished(site: SiteContext, ref: DocRef): Promise<boolean> {
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ depth: 0, draft: 'false', select: { _status: 'true' } }),
  })
  return answer.kind === 'http' && isJsonObject(answer.json) && answer.json['_status'] === 'published'
}
