import { docAccessOperation, docAccessOperationGlobal } from 'payload'
import type { DefaultServerFunctionArgs, PayloadRequest } from 'payload'
import { hasScheduledPublishEnabled } from 'payload/shared'
import {
  getUpcomingScheduledPublishHandler,
  schedulePublishHandler,
} from '@payloadcms/ui/utilities/schedulePublishHandler'
import { collectionOf } from '../collections.ts'
import { publicError } from '../public-error.ts'
import { requireLocale } from '../schema/schema-mark.ts'
import { asked, isBody, optionalId, optionalText } from './body.ts'
import type { Body } from './body.ts'

/** The document or global of a schedule. */
type ScheduleTarget =
  | { readonly kind: 'collection'; readonly slug: string; readonly id: number | string }
  | { readonly kind: 'global'; readonly slug: string }

const bad = (message: string): never => {
  throw publicError(message, 400, { code: 'BAD_REQUEST' })
}

function targetOf(body: Body): ScheduleTarget {
  const doc = body['doc']
  const global = optionalText(body, 'global')
  if (isBody(doc)) {
    const slug = optionalText(doc, 'relationTo')
    const id = optionalId(doc, 'value')
    if (slug !== undefined && id !== undefined) return { kind: 'collection', slug, id }
  }
  if (global !== undefined) return { kind: 'global', slug: global }
  return bad('Name a document as doc {relationTo, value}, or a global.')
}

/** The arguments that the web admin passes to all its server functions. */
function serverArgs(req: PayloadRequest): DefaultServerFunctionArgs {
  return { cookies: new Map(), importMap: req.payload.importMap, permissions: {}, req, user: req.user }
}

/** Throws unless the user may publish the document or global, and its config has schedules. */
async function checkMayPublish(req: PayloadRequest, target: ScheduleTarget): Promise<void> {
  const data = { _status: 'published' }
  if (target.kind === 'collection') {
    const collection = collectionOf(req.payload, target.slug)
    if (!collection || !hasScheduledPublishEnabled(collection.config))
      return bad(`${target.slug} has no scheduled publishing.`)
    const permissions = await docAccessOperation({ id: target.id, collection, data, req })
    if (permissions.update) return
  } else {
    const globalConfig = req.payload.globals.config.find(({ slug }) => slug === target.slug)
    if (!globalConfig || !hasScheduledPublishEnabled(globalConfig))
      return bad(`${target.slug} has no scheduled publishing.`)
    const permissions = await docAccessOperationGlobal({ data, globalConfig, req })
    if (permissions.update) return
  }
  throw publicError(req.t('error:notAllowedToPerformAction'), 403, { code: 'NO_ADMIN_ACCESS' })
}

async function upcoming(
  req: PayloadRequest,
  target: ScheduleTarget,
): Promise<Awaited<ReturnType<typeof getUpcomingScheduledPublishHandler>>> {
  const wanted =
    target.kind === 'collection'
      ? { collectionSlug: target.slug, id: target.id }
      : { globalSlug: target.slug }
  return getUpcomingScheduledPublishHandler({ ...serverArgs(req), ...wanted })
}

function dateOf(body: Body): Date {
  const date = new Date(optionalText(body, 'date') ?? '')
  return Number.isNaN(date.getTime()) ? bad('date is not a time.') : date
}

/**
 * POST /desktop/schedule. Answers `{ message?, scheduled: [{id, input, waitUntil}] }`.
 * - `{ doc: {relationTo, value} | global }` alone: lists the plans
 * - with `type` ('publish' or 'unpublish') and `date`: adds a plan, in `locale` if given
 * - with `deleteID`: cancels one of the target's plans
 */
export async function scheduleAnswer(req: PayloadRequest): Promise<Response> {
  const { body } = await asked(req)
  const target = targetOf(body)
  await checkMayPublish(req, target)

  const deleteID = optionalId(body, 'deleteID')
  const type = optionalText(body, 'type')
  let message: string | undefined
  if (deleteID !== undefined) {
    // Payload's handler would delete any job, so the id must be one of this target's.
    const own = await upcoming(req, target)
    if (!own.some((event) => String(event.id) === String(deleteID))) {
      throw publicError('There is no such plan for this document.', 404, { code: 'NOT_FOUND' })
    }
    await req.payload.delete({ collection: 'payload-jobs', id: deleteID, req })
    message = req.t('general:deletedSuccessfully')
  } else if (type !== undefined) {
    if (type !== 'publish' && type !== 'unpublish') bad('type is neither publish nor unpublish.')
    const locale = optionalText(body, 'locale')
    if (locale !== undefined) requireLocale(req.payload, locale)
    const timezone = optionalText(body, 'timezone')
    const result: unknown = await schedulePublishHandler({
      ...serverArgs(req),
      type: type === 'unpublish' ? 'unpublish' : 'publish',
      ...(target.kind === 'collection'
        ? { doc: { relationTo: target.slug, value: String(target.id) } }
        : { global: target.slug }),
      date: dateOf(body),
      ...(locale === undefined ? {} : { localeToPublish: locale }),
      ...(timezone === undefined ? {} : { timezone }),
    })
    const failure: unknown =
      typeof result === 'object' && result !== null ? Reflect.get(result, 'error') : undefined
    if (typeof failure === 'string') throw publicError(failure, 500, { code: 'BAD_REQUEST' })
    message = req.t('general:success')
  }
  return Response.json({
    ...(message === undefined ? {} : { message }),
    scheduled: await upcoming(req, target),
  })
}
