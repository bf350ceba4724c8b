import { getLatestCollectionVersion } from 'payload'
import type {
  CollectionBeforeDeleteHook,
  CollectionBeforeValidateHook,
  GlobalBeforeValidateHook,
} from 'payload'
import { baseOf, checkBase } from './base-revision.ts'
import { publishedGlobalTwin, publishedTwin } from './locale-publish.ts'

function routeParam(params: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = params?.[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Before an update or a restore of the document the request names; access was checked by then. */
export const checkBaseBeforeValidate: CollectionBeforeValidateHook = async ({
  collection,
  operation,
  originalDoc,
  req,
}) => {
  if (operation !== 'update' || baseOf(req) === null) return
  if (routeParam(req.routeParams, 'collection') !== collection.slug) return
  const id: unknown = originalDoc?.id
  if (typeof id !== 'string' && typeof id !== 'number') return
  // A restore is addressed by the id of the version.
  const isRestore = req.context['isRestoringVersion'] === true
  if (!isRestore && String(id) !== routeParam(req.routeParams, 'id')) return
  await checkBase(req, originalDoc?.updatedAt, () => publishedTwin(req, collection, id))
}

/** The same before a document is deleted, which runs no validation. */
export const checkBaseBeforeDelete: CollectionBeforeDeleteHook = async ({ collection, id, req }) => {
  if (baseOf(req) === null || routeParam(req.routeParams, 'collection') !== collection.slug) return
  if (routeParam(req.routeParams, 'id') !== String(id)) return
  const latest = await getLatestCollectionVersion({
    id,
    config: collection,
    payload: req.payload,
    query: { collection: collection.slug, req, where: { id: { equals: id } } },
    req,
  })
  await checkBase(req, latest?.updatedAt, () => publishedTwin(req, collection, id))
}

/** Before a global is updated. Its restore runs no such hook: see ./locked-write.ts. */
export const checkBaseOfGlobal: GlobalBeforeValidateHook = async ({ global, originalDoc, req }) => {
  if (routeParam(req.routeParams, 'global') !== global.slug) return
  await checkBase(req, originalDoc?.updatedAt, () => publishedGlobalTwin(req, global))
}
