import * as v from 'valibot'
import { refKey, type DocRef, isTempId } from '../../../shared/cms/doc-ref.ts'
import { documentPermissions, type DocumentPermissions } from '../../../shared/cms/document-permissions.ts'
import { pathSegment } from '../../../shared/cms/addresses.ts'
import { dataFields } from '../../../shared/cms/fields.ts'
import { canDo, canDoField } from '../../../shared/cms/permissions.ts'
import type { Block, Field } from '../../../shared/cms/schema-model.ts'
import { queuedDocument } from '../../../shared/document/effective.ts'
import { patchBody } from '../../../shared/document/sparse-body.ts'
import type { CallInput, DocumentView } from '../../../shared/ipc.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { collectionPath, documentPath, queryString } from '../http/document-query.ts'
import { entityOf, hasDrafts, type SiteContext } from '../site-context.ts'

/** Number of the latest request of a site, and of the latest answered one by document. */
const questions = new WeakMap<SiteContext, { asked: number; answered: Map<string, number> }>()

function questionsOf(site: SiteContext): { asked: number; answered: Map<string, number> } {
  const known = questions.get(site) ?? { asked: 0, answered: new Map<string, number>() }
  questions.set(site, known)
  return known
}

/**
 * Asks for the user's permissions for a document of the server, and stores the answer. Without one, or if a later
 * request was answered first, the stored answer stays.
 */
export async function refreshPermissions(
  site: SiteContext,
  { ref: asked, locale }: CallInput<'documents.refreshPermissions'>,
): Promise<void> {
  const ref = await site.store.resolveId(asked)
  const view = await site.store.getDocument(ref)
  if (view === null || view.isNew || view.isGone) return
  if (ref.kind === 'collection' && isTempId(ref.id)) return
  const known = questionsOf(site)
  const question = (known.asked += 1)
  const isAnswered = site.schema()?.capabilities.permissions === true
  const answer = isAnswered
    ? await askCompanion(site, ref, { locale, sent: sentNow(site, view, locale) })
    : await askPayload(site, ref, locale)
  if (answer === null || site.closed.aborted) return
  if (question < (known.answered.get(refKey(ref)) ?? 0)) return
  known.answered.set(refKey(ref), question)
  await site.store.putPermissions({ ref, revision: view.base.updatedAt, locale, answer })
}

/** The body that a save would send for the draft; null: there are no edits. */
function sentNow(site: SiteContext, view: DocumentView, locale: string | null): JsonObject | null {
  const { base, draft, entries, ref } = view
  if (draft === null || draft.changes.length === 0) return null
  const fields = entityOf(site.schema(), ref)?.fields ?? []
  const queued = queuedDocument(fields, base.data, entries)
  return patchBody(fields, queued, draft.changes, locale, { wholeRows: base.updatedAt === null })
}

const inLocale = (locale: string | null): string => queryString(locale === null ? {} : { locale })

async function askCompanion(
  site: SiteContext,
  ref: DocRef,
  { locale, sent }: { locale: string | null; sent: JsonObject | null },
): Promise<DocumentPermissions | null> {
  const name: { [key: string]: Json } =
    ref.kind === 'global' ? { globalSlug: ref.slug } : { collectionSlug: ref.slug, id: ref.id }
  const answer = await site.client.request({
    method: 'POST',
    path: `/desktop/permissions${inLocale(locale)}`,
    body: { ...name, ...(sent !== null && { sent }) },
    signal: site.closed,
  })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(documentPermissions, answer.json)
  return parsed.success ? parsed.output : null
}

/**
 * Payload's own answer, as the web admin asks for it: about the document as the server has it, and about a write that
 * publishes it.
 */
async function askPayload(
  site: SiteContext,
  ref: DocRef,
  locale: string | null,
): Promise<DocumentPermissions | null> {
  const path =
    ref.kind === 'global'
      ? `${documentPath(ref)}/access`
      : `${collectionPath(ref.slug)}/access/${pathSegment(ref.id)}`
  const ask = async (body: JsonObject): Promise<JsonObject | null> => {
    const answer = await site.client.request({
      method: 'POST',
      path: path + inLocale(locale),
      body,
      signal: site.closed,
    })
    if (answer.kind !== 'http' || answer.status !== 200 || !isJsonObject(answer.json)) return null
    return { [ref.kind === 'global' ? 'globals' : 'collections']: { [ref.slug]: answer.json } }
  }
  const { kind, slug } = ref
  const entity = entityOf(site.schema(), ref)
  const said = await ask({})
  const published = hasDrafts(entity) ? await ask({ _status: 'published' }) : {}
  if (said === null || published === null) return null
  const may = (operation: 'create' | 'update' | 'delete') => canDo(said, kind, slug, operation)
  const denied = (operation: 'read' | 'update') =>
    deniedBelow(entity?.fields ?? [], (at) => canDoField(said, kind, slug, at, operation))
  const edit = may('update')
  return {
    edit,
    update: edit,
    publish: canDo(published, kind, slug, 'update'),
    unpublish: hasDrafts(entity) && edit,
    delete: may('delete'),
    create: may('create'),
    byData: false,
    hiddenFields: denied('read'),
    fixedFields: denied('update'),
  }
}

/** The fields for which something is denied, by the schema's names on their path. */
function deniedBelow(
  fields: Field[],
  may: (path: string) => boolean,
  names: readonly string[] = [],
  around: readonly Block[] = [],
): string[] {
  return dataFields(fields).flatMap((node) => {
    const way = [...names, node.name]
    const path = way.join('.')
    if (!may(path)) return [path]
    if (node.type === 'nested' || node.type === 'array') return deniedBelow(node.fields, may, way, around)
    if (node.type !== 'blocks') return []
    // Blocks may contain each other.
    return node.blocks
      .filter((block) => !around.includes(block))
      .flatMap((block) => deniedBelow(block.fields, may, [...way, block.slug], [...around, block]))
  })
}
