import { docAccessOperation, docAccessOperationGlobal } from 'payload'
import type { PayloadRequest, SanitizedCollectionConfig, SanitizedGlobalConfig } from 'payload'
import { collectionOf, documentId } from '../collections.ts'
import { publicError } from '../public-error.ts'
import { optionalId, optionalObject, optionalText } from './body.ts'
import type { Body } from './body.ts'
import { whatUserSees } from './app-user.ts'

/** A document, an unsaved one (without an id), or a global, with its data as a form has it. */
export type ReadableTarget = {
  readonly data: Record<string, unknown>
  readonly id?: number | string
} & (
  | { readonly kind: 'collection'; readonly config: SanitizedCollectionConfig }
  | { readonly kind: 'global'; readonly config: SanitizedGlobalConfig }
)

/**
 * The document named by a body's `collectionSlug` and `id`, or the global by `globalSlug`; throws 404 unless the user
 * may read it.
 */
export async function readableTarget(req: PayloadRequest, body: Body): Promise<ReadableTarget> {
  const collectionSlug = optionalText(body, 'collectionSlug')
  const globalSlug = optionalText(body, 'globalSlug')
  const data = optionalObject(body, 'data') ?? {}
  const missing = publicError('Name one collection or global that you may read.', 404, { code: 'NOT_FOUND' })
  if ((collectionSlug === undefined) === (globalSlug === undefined)) throw missing
  const { permissions } = await whatUserSees(req)

  if (globalSlug !== undefined) {
    const config = req.payload.globals.config.find(({ slug }) => slug === globalSlug)
    if (!config || !permissions.globals?.[globalSlug]?.read) throw missing
    const { read } = await docAccessOperationGlobal({ data, globalConfig: config, req })
    if (!read) throw missing
    return { kind: 'global', config, data }
  }
  const collection = collectionOf(req.payload, collectionSlug)
  if (!collection || !permissions.collections?.[collectionSlug ?? '']?.read) throw missing
  const id = documentId(req, collectionSlug, optionalId(body, 'id'))
  if (id === undefined) return { kind: 'collection', config: collection.config, data }
  // Access may depend on the document, so it is checked for this one, as the admin panel does.
  const { read } = await docAccessOperation({ id, collection, data, req })
  if (!read) throw missing
  return { kind: 'collection', config: collection.config, id, data: { ...data, id } }
}
