import * as v from 'valibot'
import { isTempId, refId, siteId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { pickLabel } from '../../../shared/cms/labels.ts'
import { isPathSegment } from '../../../shared/cms/addresses.ts'
import { canDo } from '../../../shared/cms/permissions.ts'
import type { Collection, Global } from '../../../shared/cms/schema-model.ts'
import { projectLocale } from '../../../shared/document/project.ts'
import { asStored, documentTitle } from '../../../shared/document/title.ts'
import type { FieldTypes } from '../../../shared/fields/field-type.ts'
import { FILE_FIELD } from '../../../shared/fields/file/pending-file.ts'
import { initialState } from '../../../shared/fields/seo/initial-state.ts'
import { sessionInfo, type CallInput, type SeoResult, type SeoWhat } from '../../../shared/ipc.ts'
import { isPlainJson, isPlainObject, own, type Json, type JsonObject } from '../../../shared/json.ts'
import { withoutTempIds } from '../../../shared/sync/replace-id.ts'
import { jsonSize } from '../../../shared/json-pieces.ts'
import { judgeDone } from './only-server.ts'
import { entityOf, hasDrafts, type SiteContext } from '../site-context.ts'

type Entity = Collection | Global

/** Timeout: a function of the site may call another service, which takes time. */
const TIMEOUT_MS = 60_000
/** Longest text in characters; search results show far less. */
const MOST_TEXT = 10_000
/**
 * Largest document, in characters of JSON, for which the form state is sent as well: that is several times as large.
 */
const MOST_FOR_STATE = 1_000_000

/** Running requests by the id that the page gave them. */
const asked = new WeakMap<SiteContext, Map<string, AbortController>>()

/** Asks the site to generate a part of a search result (S7.09). The result is not stored (M.08). */
export async function generateSeo(
  site: SiteContext,
  types: FieldTypes,
  input: CallInput<'seo.generate'>,
): Promise<SeoResult> {
  const control = new AbortController()
  const onTheirWay = asked.get(site) ?? new Map<string, AbortController>()
  asked.set(site, onTheirWay)
  onTheirWay.set(input.id, control)
  try {
    const answer = await site.client.request({
      method: 'POST',
      path: `/plugin-seo/generate-${input.what}`,
      body: await documentInfo(site, types, input),
      timeoutMs: TIMEOUT_MS,
      // Each call may cost the site money, so it is never repeated.
      neverRepeat: true,
      signal: AbortSignal.any([control.signal, site.closed]),
    })
    if (control.signal.aborted) return { outcome: 'stopped' }
    if (answer.kind === 'network' && answer.code === 'timeout') return { outcome: 'too-slow' }
    const judged = await judgeDone(site, answer, resultIn)
    if (!judged.ok) return judged.why
    const result = usable(input.what, judged.value.result)
    return result === null ? { outcome: 'unusable' } : { outcome: 'done', result }
  } finally {
    onTheirWay.delete(input.id)
  }
}

/** Cancels a request. */
export function stopSeo(site: SiteContext, id: string): void {
  asked.get(site)?.get(id)?.abort()
}

/**
 * The facts that the web admin sends with each of these requests (S3.31, S6.03); null: the fact does not
 * apply.
 */
async function documentInfo(
  site: SiteContext,
  types: FieldTypes,
  { ref: given, locale, data }: CallInput<'seo.generate'>,
): Promise<JsonObject> {
  const ref = await site.store.resolveId(given)
  const schema = site.schema()
  const entity = entityOf(schema, ref)
  const [view, session] = await Promise.all([site.store.getDocument(ref), site.store.getResource('session')])
  const read = v.safeParse(sessionInfo, session?.value)
  const permissions = read.success ? read.output.permissions : {}
  const isNew = view?.isNew ?? isTempId(refId(ref))
  const maySave = canDo(permissions, ref.kind, ref.slug, isNew ? 'create' : 'update')
  const id = isNew || ref.kind === 'global' ? null : siteId(schema?.collections ?? [], ref)
  const base = view?.base.data ?? {}
  const initialData = knownToServer(
    entity,
    id,
    entity === null ? base : projectLocale(entity.fields, base, locale),
  )
  const doc = knownToServer(entity, id, data)
  return {
    id,
    collectionSlug: ref.kind === 'collection' ? ref.slug : null,
    globalSlug: ref.kind === 'global' ? ref.slug : null,
    doc,
    docPermissions: permissionsOf(permissions, ref),
    hasPublishPermission: maySave && hasDrafts(entity),
    hasSavePermission: maySave,
    initialData,
    initialState:
      entity === null || jsonSize(initialData) > MOST_FOR_STATE
        ? {}
        : initialState(entity.fields, initialData),
    locale,
    title: entity === null ? '' : titleOf(types, entity, { data: doc, locale, ref }),
  }
}

/**
 * A document under its server id, without pending files and references to documents that are only on this
 * computer.
 */
function knownToServer(entity: Entity | null, id: string | number | null, data: JsonObject): JsonObject {
  const known = withoutTempIds(data)
  if (entity?.kind !== 'collection') return known
  const kept = Object.entries(known).filter(
    ([key]) => key !== 'id' && !(key === FILE_FIELD && entity.upload !== false),
  )
  return Object.fromEntries(id === null ? kept : [...kept, ['id', id]])
}

function permissionsOf(permissions: JsonObject, { kind, slug }: DocRef): Json {
  const entities = own(permissions, kind === 'collection' ? 'collections' : 'globals')
  return (isPlainJson(entities) ? own(entities, slug) : undefined) ?? {}
}

function titleOf(
  types: FieldTypes,
  entity: Entity,
  { data, locale, ref }: { data: JsonObject; locale: string | null; ref: DocRef },
): string {
  if (entity.kind === 'global') return pickLabel(entity.label, locale ?? 'en', ['en']) || entity.slug
  return documentTitle(types, { collection: entity, data, locale, ref, untitled: '', words: asStored })
}

function resultIn(json: unknown): { result: unknown } | null {
  return isPlainObject(json) ? { result: json['result'] } : null
}

const text = v.pipe(v.string(), v.maxLength(MOST_TEXT))
const documentId = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), text]),
  v.check(
    (id) => isPathSegment(String(id)) && !isTempId(String(id)),
    'Expected the id of a document of the server',
  ),
)
const picture = v.union([
  documentId,
  v.pipe(
    v.looseObject({ id: documentId }),
    v.transform(({ id }) => id),
  ),
])

/** The result as a field's value, '' for none; null: no field could hold it. */
function usable(what: SeoWhat, result: unknown): string | number | null {
  if (!result) return ''
  const parsed = v.safeParse(what === 'image' ? picture : text, result)
  return parsed.success ? parsed.output : null
}
