import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { schedulePlan, type CallInput, type SchedulePlan, type ScheduleResult } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { documentRelation } from '../site-context.ts'
import { judgeDone, maybeDone } from './only-server.ts'
import type { SiteContext } from '../site-context.ts'

const text = v.fallback(v.nullish(v.string(), null), null)
const plan = v.looseObject({
  id: v.union([v.string(), v.number()]),
  input: v.looseObject({ type: v.picklist(['publish', 'unpublish']), locale: text, timezone: text }),
  waitUntil: v.string(),
})
const answerShape = v.looseObject({ scheduled: v.array(v.unknown()) })

/** Lists the scheduled publishes of a document, after adding or cancelling one (companion's /desktop/schedule). */
export async function schedule(
  site: SiteContext,
  input: CallInput<'documents.schedule'>,
): Promise<ScheduleResult> {
  const ref = await site.store.resolveId(input.ref)
  const target: JsonObject =
    ref.kind === 'global' ? { global: ref.slug } : { doc: documentRelation(site, ref) }
  const answer = await site.client.request({
    method: 'POST',
    path: '/desktop/schedule',
    body: { ...target, ...wanted(input) },
    // A repeated request would add the plan twice.
    neverRepeat: input.what === 'plan',
  })
  const unknown = input.what === 'list' ? null : maybeDone(answer)
  if (unknown !== null) return unknown
  const judged = await judgeDone(site, answer, plansIn)
  if (!judged.ok) return judged.why
  const plans = judged.value
  // The plans are stored for lists, also for later without a connection.
  const { slug, id } = keptAs(ref)
  await keepSchedules(site, slug, new Set([id]), [{ id, plans }])
  return { outcome: 'done', plans }
}

function wanted(input: CallInput<'documents.schedule'>): JsonObject {
  switch (input.what) {
    case 'list':
      return {}
    case 'cancel':
      return { deleteID: input.id }
    case 'plan':
      return {
        type: input.type,
        date: input.at,
        ...(input.locale === null ? {} : { locale: input.locale }),
        ...(input.timeZone === null ? {} : { timezone: input.timeZone }),
      }
  }
}

function plansIn(json: unknown): SchedulePlan[] | null {
  const parsed = v.safeParse(answerShape, json)
  return parsed.success ? readPlans(parsed.output.scheduled) : null
}

/** Reads the plans in the companion's answer; anything else is skipped. */
export function readPlans(items: readonly unknown[]): SchedulePlan[] {
  return items.flatMap((item) => {
    const one = v.safeParse(plan, item)
    if (!one.success) return []
    const { id, input, waitUntil } = one.output
    return [
      { id: String(id), type: input.type, locale: input.locale, timeZone: input.timezone, at: waitUntil },
    ]
  })
}

export type Schedules = { id: string; plans: SchedulePlan[] }[]

/** Documents with their plans, the latest stored one last. */
const keptShape = v.array(v.object({ id: v.string(), plans: v.array(schedulePlan) }))
/** Most documents of a collection whose plans are stored. */
const MOST_KEPT = 2000

/** The names under which plans are stored; a global's like those of the only document of a collection. */
export const keptAs = (ref: DocRef): { slug: string; id: string } =>
  ref.kind === 'global' ? { slug: `global:${ref.slug}`, id: ref.slug } : { slug: ref.slug, id: ref.id }

const resourceKey = (slug: string): string => `schedules:${slug}`

/** The stored plans of a collection's documents; documents without plans are missing. */
export async function readSchedules(site: Pick<SiteContext, 'store'>, slug: string): Promise<Schedules> {
  const parsed = v.safeParse(keptShape, (await site.store.getResource(resourceKey(slug)))?.value)
  return parsed.success ? parsed.output : []
}

/** Stores the plans of the documents that were asked for. */
export async function keepSchedules(
  site: Pick<SiteContext, 'store'>,
  slug: string,
  asked: ReadonlySet<string>,
  told: Schedules,
): Promise<void> {
  // Read at this point, as another page may have been stored in the meantime.
  const kept = await readSchedules(site, slug)
  const others = kept.filter(({ id }) => !asked.has(id))
  const value = [...others, ...told.filter(({ plans }) => plans.length > 0)].slice(-MOST_KEPT)
  if (JSON.stringify(value) !== JSON.stringify(kept))
    await site.store.putResource({ key: resourceKey(slug), value, etag: null })
}
