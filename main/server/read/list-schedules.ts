import * as v from 'valibot'
import { isTempId, makeRef } from '../../../shared/cms/doc-ref.ts'
import type { Entity } from '../../../shared/cms/schema-model.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc.ts'
import {
  keepSchedules,
  keptAs,
  readPlans,
  readSchedules,
  schedule,
  type Schedules,
} from '../at-once/schedule.ts'
import { documentRelation, type SiteContext } from '../site-context.ts'

const answerShape = v.looseObject({
  scheduled: v.array(
    v.looseObject({
      id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
      plans: v.array(v.unknown()),
    }),
  ),
})
/**
 * The plans for the documents of a list's page. The server's answer is stored; without one the stored plans
 * are returned.
 */
export async function listSchedules(
  site: Pick<SiteContext, 'client' | 'schema' | 'store'>,
  { slug, ids }: CallInput<'documents.schedules'>,
  isOnline: boolean,
): Promise<Schedules> {
  const asked = new Set(ids)
  const said = isOnline ? await askInPieces(site, slug, ids) : null
  if (said === null) return (await readSchedules(site, slug)).filter(({ id }) => asked.has(id))
  const told = said.filter(({ id }) => asked.has(id))
  await keepSchedules(site, slug, asked, told)
  return told
}

/**
 * The plans for documents of all collections and for globals. `server`: asks the server and stores the answer;
 * without an answer returns the stored plans.
 */
export async function allSchedules(
  site: SiteContext,
  from: CallInput<'documents.scheduled'>['from'],
): Promise<CallOutput<'documents.scheduled'>> {
  const hasPlans = ({ versions }: Entity): boolean => versions?.schedules === true
  const { collections = [], globals = [], capabilities } = site.schema() ?? {}
  const found: CallOutput<'documents.scheduled'> = []
  for (const { slug } of collections.filter(hasPlans)) {
    const told = from === 'server' ? await ask(site, slug, null) : null
    const kept = await readSchedules(site, slug)
    if (told !== null) await keepSchedules(site, slug, new Set([...kept, ...told].map(({ id }) => id)), told)
    found.push(...(told ?? kept).map(({ id, plans }) => ({ ref: makeRef('collection', slug, id), plans })))
  }
  for (const { slug } of globals.filter(hasPlans)) {
    const ref = makeRef('global', slug, '')
    // The answer for a global is stored when it arrives.
    if (from === 'server' && capabilities?.schedule === true) await schedule(site, { what: 'list', ref })
    const [kept] = await readSchedules(site, keptAs(ref).slug)
    if (kept !== undefined) found.push({ ref, plans: kept.plans })
  }
  return found
}

/** Most ids in one request to the companion (its `scheduledDocuments`). */
const ASKED_AT_ONCE = 500

async function askInPieces(
  site: Pick<SiteContext, 'client' | 'schema'>,
  slug: string,
  ids: readonly string[],
): Promise<Schedules | null> {
  const all: Schedules = []
  for (let start = 0; start < ids.length; start += ASKED_AT_ONCE) {
    const said = await ask(site, slug, ids.slice(start, start + ASKED_AT_ONCE))
    if (said === null) return null
    all.push(...said)
  }
  return all
}

/** Requests the plans. `ids` null: those of all documents. Null: no answer. */
async function ask(
  site: Pick<SiteContext, 'client' | 'schema'>,
  slug: string,
  ids: readonly string[] | null,
): Promise<Schedules | null> {
  if (site.schema()?.capabilities.schedules !== true) return null
  const stored = ids?.filter((id) => !isTempId(id)).map((id) => documentRelation(site, { slug, id }).value)
  const body = { relationTo: slug, ...(stored && { ids: stored }) }
  const answer = await site.client.request({ method: 'POST', path: '/desktop/schedules', body })
  if (answer.kind !== 'http' || answer.status !== 200) return null
  const parsed = v.safeParse(answerShape, answer.json)
  if (!parsed.success) return null
  return parsed.output.scheduled.map(({ id, plans }) => ({ id, plans: readPlans(plans) }))
}
