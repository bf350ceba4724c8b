import { refId, isTempId } from '../cms/doc-ref.ts'
import { hasLocaleStatus } from '../cms/entity-rules.ts'
import { pathSegment } from '../cms/addresses.ts'
import type { Collection, Global, Localization } from '../cms/schema-model.ts'
import { applyChanges } from '../document/apply.ts'
import { createBody, patchBody } from '../document/sparse-body.ts'
import type { JsonObject } from '../json.ts'
import type { OutboxEntry, WriteMode } from './entry.ts'
import { filePartOf } from './file-request.ts'
import type { WriteRequest } from './request.ts'

export type RequestInput = {
  entry: OutboxEntry
  /** All locales; for a creation the initial data, or nothing. */
  base: { data: JsonObject; updatedAt: string | null; status?: 'draft' | 'published' | null }
  entity: Collection | Global
  localization: Localization | null
  idempotencyKey: string
}

/**
 * The query parameters and the status that each mode adds. An autosave updates one version in place, a draft makes
 * one.
 */
const modes: Record<
  Exclude<WriteMode, 'delete' | 'restore'>,
  { query: string[]; status: 'draft' | 'published' | null }
> = {
  save: { query: [], status: null },
  draft: { query: ['draft=true'], status: 'draft' },
  autosave: { query: ['draft=true', 'autosave=true'], status: 'draft' },
  publish: { query: [], status: 'published' },
  'publish-locale': { query: [], status: 'published' },
  unpublish: { query: [], status: 'draft' },
  // The request names one locale, so only that one is unpublished.
  'unpublish-locale': { query: [], status: 'draft' },
}

/**
 * Builds the request of an entry on the present base. A new document is sent whole, with its id if the collection
 * takes ids from clients.
 */
export function buildRequest(input: RequestInput): WriteRequest {
  const { entry, base, entity, idempotencyKey } = input
  if (entry.mode === 'delete') return deletion(input)
  if (entry.mode === 'restore') return restoring(input)
  const { status } = modes[entry.mode]
  const query = isOverDraft(input) ? ['draft=true'] : modes[entry.mode].query
  const content = entry.create
    ? creationBody(input)
    : // Without a revision stubs are not checked, and a removed row would come back empty.
      patchBody(entity.fields, base.data, entry.changes, entry.locale, { wholeRows: base.updatedAt === null })
  const part = filePartOf(entity, entry, base.data, content)
  return {
    method: entity.kind === 'global' || entry.create ? 'POST' : 'PATCH',
    path: [
      pathOf(input) + queryOf(input, [...query, ...onlyLocale(input), ...allLocales(input)]),
      ...part.query,
    ].join('&'),
    body: status === null ? part.body : { ...part.body, _status: status },
    idempotencyKey,
    baseUpdatedAt: entry.create ? null : base.updatedAt,
    sentAfter: null,
    file: part.file,
  }
}

/** True if a plain save would replace a draft that is newer than the published version, and so unpublish it. */
function isOverDraft({ entry, base, entity }: RequestInput): boolean {
  return entry.mode === 'save' && !entry.create && entity.versions?.drafts === true && base.status === 'draft'
}

/**
 * Adds the server's time to a request that is about to be sent (SY11). `serverTime`: the last known time of
 * the server, in milliseconds; null: not known yet.
 */
export function stampRequest(request: WriteRequest, serverTime: number | null): WriteRequest {
  if (serverTime === null) return request
  const sentAfter = new Date(serverTime).toISOString()
  const { body } = request
  return isTrashing(request)
    ? { ...request, body: { ...body, deletedAt: sentAfter }, sentAfter }
    : { ...request, sentAfter }
}

/** True if a PATCH puts a document into the trash: no other request has `deletedAt` alone in its body. */
function isTrashing({ method, body }: WriteRequest): boolean {
  return (
    method === 'PATCH' &&
    body !== null &&
    typeof body['deletedAt'] === 'string' &&
    Object.keys(body).length === 1
  )
}

function creationBody({ entry, base, entity }: RequestInput): JsonObject {
  const data = applyChanges(entity.fields, base.data, entry.changes)
  const id = refId(entry.ref)
  const body = createBody(entity.fields, data, entry.locale)
  return id === '' || isTempId(id) ? body : { ...body, id }
}

/**
 * Moves the document to the trash if there is one, as the web admin does: DELETE would be for good. stampRequest
 * replaces the time by the server's, if that is known.
 */
function deletion(input: RequestInput): WriteRequest {
  const { entry, base, entity, idempotencyKey } = input
  const request = {
    path: pathOf(input) + queryOf(input, []),
    idempotencyKey,
    baseUpdatedAt: base.updatedAt,
    sentAfter: null,
    file: null,
  }
  if (entity.kind === 'collection' && entity.trash) {
    return { ...request, method: 'PATCH', body: { deletedAt: base.updatedAt ?? entry.createdAt } }
  }
  return { ...request, method: 'DELETE', body: null }
}

/**
 * Restoring a version of a global as a draft would overwrite the published content, so only collections ask for a
 * draft.
 */
function restoring({ entry, base, entity, idempotencyKey }: RequestInput): WriteRequest {
  const { versionId, asDraft } = entry.restores ?? { versionId: '', asDraft: false }
  const slug = pathSegment(entity.slug)
  const root = entity.kind === 'global' ? `/globals/${slug}` : `/${slug}`
  const draft = asDraft && entity.kind === 'collection'
  return {
    method: 'POST',
    path: `${root}/versions/${pathSegment(versionId)}?depth=0&draft=${draft}`,
    body: null,
    idempotencyKey,
    baseUpdatedAt: base.updatedAt,
    sentAfter: null,
    file: null,
  }
}

function pathOf({ entry, entity }: RequestInput): string {
  const slug = pathSegment(entity.slug)
  if (entity.kind === 'global') return `/globals/${slug}`
  return entry.create ? `/${slug}` : `/${slug}/${pathSegment(refId(entry.ref))}`
}

/** The query parameter that limits a publish to one locale; empty on a site without locales. */
function onlyLocale({ entry, localization }: RequestInput): string[] {
  if (entry.mode !== 'publish-locale' || localization === null) return []
  return [`publishSpecificLocale=${encodeURIComponent(entry.locale ?? localization.defaultLocale)}`]
}

/** The parameters that make a write apply to all locales, needed where each locale has its own status. */
function allLocales({ entry, entity, localization }: RequestInput): string[] {
  if (localization === null || !hasLocaleStatus(entity)) return []
  if (entry.mode === 'publish') return ['publishAllLocales=true']
  return entry.mode === 'unpublish' ? ['unpublishAllLocales=true'] : []
}

function queryOf({ entry, localization }: RequestInput, first: string[]): string {
  const locale = localization === null ? null : localeOf(entry, localization)
  const parts = [...first]
  if (locale !== null) parts.push(`locale=${encodeURIComponent(locale)}`)
  parts.push('depth=0')
  if (locale !== null) parts.push('fallback-locale=none')
  return `?${parts.join('&')}`
}

/**
 * The locale of the request. A deletion is of the whole document, so it is sent even if its locale is no longer on
 * the site.
 */
function localeOf({ mode, locale }: OutboxEntry, { locales, defaultLocale }: Localization): string {
  const isKnown = mode !== 'delete' || locales.some(({ code }) => code === locale)
  return isKnown && locale !== null ? locale : defaultLocale
}
