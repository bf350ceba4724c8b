import { isDeepStrictEqual } from 'node:util'
import { appendVersionToQueryKey, combineQueries } from 'payload'
import type { Access, Collection, PayloadRequest, Where } from 'payload'
import { hasScheduledPublishEnabled } from 'payload/shared'
import { collectionOf, documentId } from '../collections.ts'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'
import { asked, isBody, optionalId, optionalText } from './body.ts'
import type { Body } from './body.ts'
import { isWhere, ruleOf, type Rule } from './permissions.ts'

/** A scheduled publish or unpublish, as /desktop/schedule answers it, with the document. */
type Plan = { readonly doc: string; readonly event: Readonly<Record<string, unknown>> }

/**
 * POST /desktop/schedules `{ relationTo, ids }`: the plans for documents of a collection; without `ids` for all.
 * Answers `{ scheduled: [{ id, plans: [{id, input, waitUntil}] }] }`, soonest first, only for documents that the user
 * may read and publish, as /desktop/schedule does.
 */
export async function schedulesAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const slug = optionalText(body, 'relationTo')
  const collection = collectionOf(req.payload, slug)
  if (!collection || slug === undefined || !hasScheduledPublishEnabled(collection.config))
    throw publicError('Name a collection with scheduled publishing.', 400, { code: 'BAD_REQUEST' })
  const ids = idsOf(body)
  const all = ids?.size === 0 ? [] : await upcoming(req, slug)
  // Permissions are only checked for documents with a plan, which few of a page have.
  const planned = [...new Set(all.map(({ doc }) => doc))]
    .filter((id) => ids?.has(id) ?? true)
    .slice(0, LIMITS.scheduledDocuments)
  const seen = await thoseToSee(req, collection, planned)
  const scheduled = planned
    .filter((id) => seen.has(id))
    .map((id) => ({ id, plans: all.flatMap(({ doc, event }) => (doc === id ? [event] : [])) }))
  return Response.json({ scheduled }, { headers: { 'cache-control': 'no-store' } })
}

/** The ids in the body; null: it has no `ids`. Throws 400 if they are no list, 413 if there are too many. */
function idsOf(body: Body): Set<string> | null {
  const ids = body['ids']
  if (ids === undefined) return null
  if (!Array.isArray(ids)) throw publicError('ids is not a list.', 400, { code: 'BAD_REQUEST' })
  if (ids.length > LIMITS.scheduledDocuments)
    throw publicError('There are too many ids.', 413, { code: 'TOO_LARGE' })
  return new Set(
    ids.flatMap((one: unknown) => {
      const id = optionalId({ id: one }, 'id')
      return id === undefined ? [] : [String(id)]
    }),
  )
}

/** The scheduled jobs for documents of the collection, soonest first, at most LIMITS.plans. */
async function upcoming(req: PayloadRequest, slug: string): Promise<Plan[]> {
  const { docs } = await req.payload.db.find<Record<string, unknown>>({
    collection: 'payload-jobs',
    limit: LIMITS.plans,
    pagination: false,
    sort: 'waitUntil',
    req,
    where: {
      and: [
        { taskSlug: { equals: 'schedulePublish' } },
        { waitUntil: { greater_than: new Date() } },
        { 'input.doc.relationTo': { equals: slug } },
      ],
    },
  })
  return docs.flatMap(({ id, input, waitUntil }) => {
    const doc = isBody(input) ? input['doc'] : undefined
    if (!isBody(input) || !isBody(doc)) return []
    const { type, locale, timezone } = input
    const event = {
      id,
      input: { type: type === 'unpublish' ? type : 'publish', locale, timezone },
      waitUntil,
    }
    return [{ doc: String(doc['value']), event }]
  })
}

/** Number of access functions that run at once, as they may query the database. */
const ASKED_AT_ONCE = 20

/**
 * The documents among these that the user may read and publish. Access functions run once per document, as they may
 * depend on it; conditions are looked up for all together, in the rows that the operations use.
 */
async function thoseToSee(
  req: PayloadRequest,
  { config: { access, slug } }: Collection,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { db } = req.payload
  const locale = req.locale ?? undefined
  const common = { collection: slug, pagination: false, req, ...(locale !== undefined && { locale }) }
  const inRows: Lookup = async (where, ids) => {
    const { docs } = await db.find<{ id: unknown }>({
      ...common,
      select: {},
      where: combineQueries({ id: { in: ids } }, where),
    })
    return docs.map(({ id }) => String(id))
  }
  const inLatest: Lookup = async (where, ids) => {
    const latest = { and: [{ parent: { in: ids } }, { latest: { equals: true } }] }
    const { docs } = await db.findVersions({
      ...common,
      select: { parent: true },
      where: combineQueries(appendVersionToQueryKey(where), latest),
    })
    return [...docs.map(({ parent }) => String(parent)), ...(await inRows(where, ids))]
  }
  const readable = await allowed(req, access.read, { slug, names, lookup: inRows })
  return allowed(req, access.update, {
    slug,
    names: [...readable],
    data: { _status: 'published' },
    lookup: inLatest,
  })
}

/** Returns the ids among these that meet a condition. */
type Lookup = (where: Where, ids: (number | string)[]) => Promise<string[]>

type About = { slug: string; names: readonly string[]; data?: Record<string, unknown>; lookup: Lookup }

async function allowed(
  req: PayloadRequest,
  access: Access | undefined,
  { slug, names, data, lookup }: About,
): Promise<ReadonlySet<string>> {
  const answers: { name: string; id: number | string; rule: Rule }[] = []
  for (let at = 0; at < names.length; at += ASKED_AT_ONCE) {
    const some = names.slice(at, at + ASKED_AT_ONCE).map(async (name) => {
      const id = documentId(req, slug, name) ?? name
      return { name, id, rule: await ruleOf(access, { id, ...(data && { data }) }, req) }
    })
    answers.push(...(await Promise.all(some)))
  }
  const found = new Set(answers.flatMap(({ name, rule }) => (rule === true ? [name] : [])))
  const conditions: { where: Where; ids: (number | string)[] }[] = []
  for (const { id, rule } of answers) {
    if (!isWhere(rule)) continue
    const same = conditions.find(({ where }) => isDeepStrictEqual(where, rule))
    if (same === undefined) conditions.push({ where: rule, ids: [id] })
    else same.ids.push(id)
  }
  for (const { where, ids } of conditions) {
    // If a condition cannot be looked up, the documents that it decides about stay hidden.
    const fulfil = await lookup(where, ids).catch(() => [])
    for (const id of fulfil) found.add(id)
  }
  return found
}
