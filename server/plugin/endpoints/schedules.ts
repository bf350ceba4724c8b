import { docAccessOperation } from 'payload'
import type { Collection, PayloadRequest } from 'payload'
import { hasScheduledPublishEnabled } from 'payload/shared'
import { collectionOf } from '../collection-of.ts'
import { LIMITS } from '../limits.ts'
import { publicError } from '../public-error.ts'
import { asked, isBody, optionalId, optionalText } from './body.ts'
import type { Body } from './body.ts'
import { documentId } from './document-id.ts'

/** A publish or unpublish that is planned, as /desktop/schedule answers it, and of which document. */
type Plan = { readonly doc: string; readonly event: Readonly<Record<string, unknown>> }

/**
 * POST /desktop/schedules `{ relationTo, ids }`: what is planned for the documents of one page of a list. Answers
 * `{ scheduled: [{ id, plans: [{id, input, waitUntil}] }] }` of those that have plans, soonest first, and that the user
 * may read and publish: nobody is told of a plan that /desktop/schedule would not tell.
 */
export async function schedulesAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const slug = optionalText(body, 'relationTo')
  const collection = collectionOf(req.payload, slug)
  if (!collection || slug === undefined || !hasScheduledPublishEnabled(collection.config))
    throw publicError('Name a collection with scheduled publishing.', 400, { code: 'BAD_REQUEST' })
  const ids = idsOf(body)
  const all = ids.size === 0 ? [] : await upcoming(req, slug)
  const scheduled = []
  for (const id of new Set(all.map(({ doc }) => doc))) {
    // Few documents of a page have a plan: only of those it is asked what the user may do.
    if (!ids.has(id) || !(await maySee(req, collection, slug, id))) continue
    scheduled.push({ id, plans: all.flatMap(({ doc, event }) => (doc === id ? [event] : [])) })
  }
  return Response.json({ scheduled }, { headers: { 'cache-control': 'no-store' } })
}

function idsOf(body: Body): Set<string> {
  const ids = body['ids']
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

/** What the site is to do with documents of the collection, soonest first: no more of it is read than a list can show. */
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

async function maySee(
  req: PayloadRequest,
  collection: Collection,
  slug: string,
  id: string,
): Promise<boolean> {
  const at = documentId(req, slug, id)
  if (at === undefined) return false
  const data = { _status: 'published' }
  const { read, update } = await docAccessOperation({ id: at, collection, data, req })
  return isAllowed(read) && isAllowed(update)
}

/** Of a condition that the document fulfils, Payload's answer tells the condition as well. */
function isAllowed(answer: unknown): boolean {
  return answer === true || (isBody(answer) && answer['permission'] === true)
}
