import * as v from 'valibot'
import { refId, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import type {
  CallInput,
  RefreshResult,
  VersionRow,
  VersionsAround,
  VersionsQuery,
} from '../../../shared/ipc.ts'
import { hasLocaleStatus } from '../../../shared/cms/entity-rules.ts'
import { isPerLocale, overallStatus, publishedLocales } from '../../../shared/document/locale-status.ts'
import { isJsonObject, recordOf, type Json, type JsonObject } from '../../../shared/json.ts'
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
/** Payload selects the fields of a global's versions by their outer names. */
const SELECT_OF_GLOBAL = { ...SELECT, _status: 'true' }

/** Fetches one page of a document's versions, and the two versions that the labels need (S4.01-S4.04). */
export async function refreshVersions(site: SiteContext, asked: VersionsQuery): Promise<RefreshResult> {
  const ref = await site.store.resolveId(asked.ref)
  if (ref.kind === 'collection' && isTempId(ref.id)) return { outcome: 'unchanged' }
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions) return { outcome: 'failed', message: '' }
  const drafts = hasDrafts(entity)
  // With a status per locale, each locale has another current version.
  const marked = drafts && !hasLocaleStatus(entity)
  const [page, latestDraft, published] = await Promise.all([
    readPage(site, ref, { page: asked.page, limit: asked.limit, sort: asked.sort }),
    marked ? readPage(site, ref, NEWEST, hasStatus('draft')) : null,
    marked ? readPage(site, ref, NEWEST, hasStatus('published')) : null,
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

/** The neighbours of a version in time; if the server does not answer, those among the stored versions. */
export async function readAround(
  site: SiteContext,
  asked: CallInput<'versions.around'>,
): Promise<VersionsAround> {
  const ref = await site.store.resolveId(asked.ref)
  const here = () => site.store.versionsAround({ ...asked, ref })
  const entity = entityOf(site.schema(), ref)
  if (!entity?.versions || (ref.kind === 'collection' && isTempId(ref.id))) return here()
  const older = { updatedAt: { less_than: asked.at } }
  const newer = { updatedAt: { greater_than: asked.at } }
  const [before, after, publishedBefore] = await Promise.all([
    readPage(site, ref, NEWEST, older),
    readPage(site, ref, OLDEST, newer),
    hasDrafts(entity) ? readPage(site, ref, NEWEST, older, hasStatus('published')) : null,
  ])
  if (!before.ok || !after.ok || publishedBefore?.ok === false) return here()
  return {
    before: before.value.rows[0] ?? null,
    after: after.value.rows[0] ?? null,
    publishedBefore: publishedBefore?.value.rows[0] ?? null,
    source: 'server',
  }
}

/** False only if the server denies the versions or lists none; true as well if it does not answer. */
export async function mayReadVersions(site: SiteContext, ref: DocRef): Promise<boolean> {
  const page = await readPage(site, ref, NEWEST)
  return page.ok ? page.value.totalDocs > 0 : page.result.outcome !== 'denied'
}

type Page = { rows: VersionRow[]; totalDocs: number }

const NEWEST = { page: 1, limit: 1, sort: '-updatedAt' }
const OLDEST = { page: 1, limit: 1, sort: 'updatedAt' }

const hasStatus = (status: 'draft' | 'published') => ({ 'version._status': { equals: status } })

async function readPage(
  site: SiteContext,
  ref: DocRef,
  paging: { page: number; limit: number; sort: string },
  ...where: Json[]
): Promise<Read<Page>> {
  const entity = entityOf(site.schema(), ref)
  const and = [...where]
  if (ref.kind === 'collection') and.push({ parent: { equals: refId(ref) } })
  // Snapshots are the server's copies of other locales, made when one locale is published; the web admin hides them.
  if (hasDrafts(entity) && site.schema()?.localization) and.push({ snapshot: { not_equals: 'true' } })
  const locale = hasLocaleStatus(entity) ? { locale: 'all' } : {}
  const select = ref.kind === 'global' ? SELECT_OF_GLOBAL : SELECT
  const root = ref.kind === 'global' ? documentPath(ref) : collectionPath(ref.slug)
  const answer = await site.client.request({
    method: 'GET',
    path: `${root}/versions${queryString({ ...paging, ...locale, depth: 0, where: { and }, select })}`,
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
  publishedLocale: v.nullish(v.union([v.string(), v.array(v.string())])),
  version: v.optional(
    v.looseObject({ _status: v.nullish(v.union([v.string(), recordOf(v.nullable(v.string()))])) }),
    {},
  ),
})

/** Converts a version to a row of a list; null: it is no version. */
export function toRow(doc: JsonObject): VersionRow | null {
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
    // A version with several locales is named by the first one (S4.07).
    publishedLocale: [publishedLocale ?? []].flat()[0] ?? null,
    ...(isPerLocale(status) && { publishedIn: publishedLocales(status) }),
    latest: latest === true,
  }
}

/** True if the document is published now: a version that was published once may have been unpublished since. */
async function readIsPublished(site: SiteContext, ref: DocRef): Promise<boolean> {
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ depth: 0, draft: 'false', select: { _status: 'true' } }),
  })
  return answer.kind === 'http' && isJsonObject(answer.json) && answer.json['_status'] === 'published'
}
