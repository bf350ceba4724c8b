import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { RefreshResult, CallOutput } from '../../../shared/ipc.ts'
import { isPerLocale, publishedLocales } from '../../../shared/document/locale-status.ts'
import { isJsonObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import type { BaseInput } from '../../store/store-api.ts'
import { documentFacts } from '../answer-shapes.ts'
import { baseQuery, documentPath, queryString } from '../http/document-query.ts'
import { entityOf, hasDrafts, judgeRead } from '../site-context.ts'
import type { Read, SiteContext } from '../site-context.ts'
import type { ApiAnswer } from '../http/api-client.ts'
import { judgeDone } from '../at-once/only-server.ts'

/**
 * Asks the server for a document and takes it as the new base (SY5). A document that exists on this computer only is
 * `unchanged`; one that the server no longer has is `gone`.
 */
export async function refreshDocument(site: SiteContext, asked: DocRef): Promise<RefreshResult> {
  const ref = await site.store.resolveId(asked)
  if (ref.kind === 'collection' && isTempId(ref.id)) return { outcome: 'unchanged' }
  const known = await site.store.getDocument(ref)
  // A new document with its final id is not on the server yet, so a 404 would tell nothing.
  if (known?.isNew) return { outcome: 'unchanged' }
  const read = await readBase(site, ref)
  if (!read.ok) {
    if (read.result.outcome === 'gone' && ref.kind === 'collection') await site.store.removeBase(ref)
    return read.result
  }
  const askedAt = known?.base.updatedAt ?? null
  return { outcome: await site.store.putBase({ ...read.value, askedAt }) }
}

/** Reads the latest version of a document in all locales, and whether a published one exists besides. */
export async function readBase(site: SiteContext, ref: DocRef): Promise<Read<BaseInput>> {
  // The schema says whether to request all locales and the draft; an answer without them is no base.
  if (site.schema() === null) return { ok: false, result: { outcome: 'failed', message: '' } }
  const drafts = hasDrafts(entityOf(site.schema(), ref))
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString(baseQuery(site.schema(), drafts)),
  })
  const read = await judgeRead(site, answer, (json) => (isDocumentOf(ref, json) ? json : null))
  if (!read.ok) return hiddenOrGone(site, ref, read)
  const { updatedAt, status } = documentFacts(read.value)
  const own = read.value['_status']
  if (isPerLocale(own)) {
    const publishedIn = await readPublishedIn(site, ref)
    const hasPublished = publishedIn === null ? null : publishedIn.length > 0
    return { ok: true, value: { ref, data: read.value, updatedAt, status, hasPublished, publishedIn } }
  }
  const hasPublished = status === 'draft' ? await readHasPublished(site, ref) : status === null ? null : true
  return { ok: true, value: { ref, data: read.value, updatedAt, status, hasPublished } }
}

/** Reads only the newest revision, to compare before a write to a server without stale check (SY5). */
export async function readUpdatedAt(
  site: SiteContext,
  ref: DocRef,
): Promise<Read<{ updatedAt: string | null }>> {
  const draft = hasDrafts(entityOf(site.schema(), ref)) ? { draft: 'true' } : {}
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ depth: 0, ...draft, select: { updatedAt: 'true' } }),
  })
  const read = await judgeRead(site, answer, (json) =>
    isJsonObject(json) ? { updatedAt: documentFacts(json).updatedAt } : null,
  )
  return read.ok ? read : hiddenOrGone(site, ref, read)
}

/**
 * Turns `gone` into `denied` if the user may only read documents under a condition: the server then answers 404 for
 * hidden documents as well.
 */
function hiddenOrGone<T>(site: SiteContext, ref: DocRef, failed: Extract<Read<T>, { ok: false }>): Read<T> {
  if (failed.result.outcome !== 'gone' || site.readsAll(ref)) return failed
  return { ok: false, result: { ...failed.result, outcome: 'denied' } }
}

/** True if a document whose latest version is a draft is published; null if the answer does not tell. */
async function readHasPublished(site: SiteContext, ref: DocRef): Promise<boolean | null> {
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ depth: 0, draft: 'false', select: { _status: 'true' } }),
  })
  if (answer.kind === 'network' || !isJsonObject(answer.json)) return null
  if (answer.status === 404) return false
  return answer.status === 200 ? documentFacts(answer.json).status === 'published' : null
}

/** With a status per locale: the locales that are published now; null if the answer does not tell. */
async function readPublishedIn(site: SiteContext, ref: DocRef): Promise<string[] | null> {
  const answer = await site.client.request({
    method: 'GET',
    path:
      documentPath(ref) +
      queryString({ ...baseQuery(site.schema(), false), draft: 'false', select: { _status: 'true' } }),
  })
  if (answer.kind === 'network' || !isJsonObject(answer.json)) return null
  if (answer.status === 404) return []
  const status = answer.json['_status']
  // A global that was never published has one status for all locales.
  return answer.status === 200 ? (isPerLocale(status) ? publishedLocales(status) : []) : null
}

/**
 * True if the answer is the document. A global that was never saved has no id and may be empty; a document has its
 * own id.
 */
function isDocumentOf(ref: DocRef, json: unknown): json is JsonObject {
  if (!isJsonObject(json) || 'errors' in json) return false
  return ref.kind === 'global' || documentFacts(json).id === ref.id
}

/**
 * Reads a document that this computer wrote without the outbox, and notes that the revision in the answer is
 * its own.
 */
export async function readOwnWrite(site: SiteContext, ref: DocRef, answer: ApiAnswer): Promise<void> {
  await refreshDocument(site, ref)
  const updatedAt = revisionIn(answer)
  if (updatedAt !== null) await site.store.noteOwnRevision({ ref, updatedAt })
}

/** Payload answers with the document in `doc`; after restoring a version of a collection, with the document itself. */
function revisionIn(answer: ApiAnswer): string | null {
  if (answer.kind !== 'http' || answer.status >= 300 || !isJsonObject(answer.json)) return null
  const { doc } = answer.json
  return documentFacts(isJsonObject(doc) ? doc : answer.json).updatedAt
}

/** Reads the published version of a document in all locales, without its newer draft. */
export async function readPublished(
  site: SiteContext,
  asked: DocRef,
): Promise<CallOutput<'documents.published'>> {
  const ref = await site.store.resolveId(asked)
  const entity = entityOf(site.schema(), ref)
  // Documents of users contain more than may be shown, so they stay on the server.
  if (!hasDrafts(entity) || (entity?.kind === 'collection' && entity.auth))
    return { outcome: 'refused', message: '' }
  const answer = await site.client.request({
    method: 'GET',
    path: documentPath(ref) + queryString({ ...baseQuery(site.schema(), false), draft: 'false' }),
  })
  const judged = await judgeDone(site, answer, (json) =>
    isJsonObject(json) && isPublished(json) ? json : null,
  )
  return judged.ok ? { outcome: 'done', data: judged.value } : judged.why
}

/** True if the document is published; with a status per locale, in any of them. */
function isPublished(data: JsonObject): boolean {
  const { _status } = data
  return isPerLocale(_status)
    ? publishedLocales(_status).length > 0
    : documentFacts(data).status === 'published'
}
