import * as v from 'valibot'
import { schedulePlan, type CallInput, type SchedulePlan } from '../../shared/ipc.ts'
import { isTempId } from '../../shared/sync/temp-id.ts'
import { documentRelation } from './document-target.ts'
import { readPlans } from './schedule.ts'
import type { SiteContext } from './site-context.ts'

type Schedules = { id: string; plans: SchedulePlan[] }[]

const answerShape = v.looseObject({
  scheduled: v.array(
    v.looseObject({
      id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
      plans: v.array(v.unknown()),
    }),
  ),
})
const keptShape = v.record(v.string(), v.array(schedulePlan))

const resourceKey = (slug: string): string => `schedules:${slug}`

/**
 * What the server is to publish or unpublish of the documents of a page, by one question. It is kept as the documents
 * are: without the server it is what was last said.
 */
export async function listSchedules(
  site: Pick<SiteContext, 'client' | 'schema' | 'store'>,
  { slug, ids }: CallInput<'documents.schedules'>,
  isOnline: boolean,
): Promise<Schedules> {
  const parsed = v.safeParse(keptShape, (await site.store.getResource(resourceKey(slug)))?.value)
  const kept = parsed.success ? parsed.output : {}
  const said = isOnline ? await ask(site, slug, ids) : null
  if (said === null) return ids.flatMap((id) => (kept[id] === undefined ? [] : [{ id, plans: kept[id] }]))
  const others = Object.entries(kept).filter(([id]) => !ids.includes(id))
  const value = Object.fromEntries([...others, ...said.map(({ id, plans }) => [id, plans] as const)])
  if (JSON.stringify(value) !== JSON.stringify(kept))
    await site.store.putResource({ key: resourceKey(slug), value, etag: null })
  return said
}

/** null: it was not told. */
async function ask(
  site: Pick<SiteContext, 'client' | 'schema'>,
  slug: string,
  ids: readonly string[],
): Promise<Schedules | null> {
  if (site.schema()?.capabilities.schedules !== true) return null
  const stored = ids.filter((id) => !isTempId(id)).map((id) => documentRelation(site, { slug, id }).value)
  const body = { relationTo: slug, ids: stored }
  const answer = await site.client.request({ method: 'POST', path: '/desktop/schedules', body })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(answerShape, answer.json)
  if (!parsed.success) return null
  return parsed.output.scheduled.map(({ id, plans }) => ({ id, plans: readPlans(plans) }))
}
