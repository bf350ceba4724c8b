import type {
  CollectionBeforeChangeHook,
  GlobalBeforeChangeHook,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedGlobalConfig,
} from 'payload'

/*
 * Publishing one locale leaves two states: the published document, and a draft snapshot of all
 * locales, which is the latest version from then on. Payload gives the snapshot the `updatedAt` of
 * the revision before, so that a reader of the draft could not tell that anything had happened, and
 * answers with the `updatedAt` of the published one. Here the snapshot gets a time of its own, and
 * both times count as the same revision until somebody writes again.
 */

function publishesOneLocale(
  req: PayloadRequest,
  config: SanitizedCollectionConfig | SanitizedGlobalConfig,
): boolean {
  const drafts = config.versions?.drafts
  if (!drafts) return false
  return typeof req.query?.['publishSpecificLocale'] === 'string' || drafts.localizeStatus === true
}

/** Dates the snapshot of a document. */
export const dateSnapshot: CollectionBeforeChangeHook = ({ collection, data, operation, req }) => {
  if (operation !== 'update' || !collection.timestamps || !publishesOneLocale(req, collection))
    return undefined
  return { ...data, updatedAt: new Date().toISOString() }
}

/** Dates the snapshot of a global. */
export const dateGlobalSnapshot: GlobalBeforeChangeHook = ({ data, global, req }) =>
  publishesOneLocale(req, global) ? { ...data, updatedAt: new Date().toISOString() } : undefined

/** `updatedAt` of the published document while a snapshot is its latest version, else `null`. */
export async function publishedTwin(
  req: PayloadRequest,
  collection: SanitizedCollectionConfig,
  id: number | string,
): Promise<unknown> {
  if (!collection.versions?.drafts) return null
  const { docs } = await req.payload.db.findVersions({
    collection: collection.slug,
    limit: 1,
    pagination: false,
    req,
    sort: '-updatedAt',
    where: { and: [{ parent: { equals: id } }, { latest: { equals: true } }] },
  })
  if (docs[0]?.snapshot !== true) return null
  const published: unknown = await req.payload.db.findOne({
    collection: collection.slug,
    joins: false,
    req,
    where: { id: { equals: id } },
  })
  return typeof published === 'object' && published !== null ? Reflect.get(published, 'updatedAt') : null
}

/** `updatedAt` of the published global while a snapshot is its latest version, else `null`. */
export async function publishedGlobalTwin(
  req: PayloadRequest,
  global: SanitizedGlobalConfig,
): Promise<unknown> {
  if (!global.versions?.drafts) return null
  const { docs } = await req.payload.db.findGlobalVersions({
    global: global.slug,
    limit: 1,
    pagination: false,
    req,
    sort: '-updatedAt',
    where: { latest: { equals: true } },
  })
  if (docs[0]?.snapshot !== true) return null
  const published: unknown = await req.payload.db.findGlobal({ slug: global.slug, req })
  return typeof published === 'object' && published !== null ? Reflect.get(published, 'updatedAt') : null
}
