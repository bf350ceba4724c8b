import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { schedulePlan, type SchedulePlan } from '../../../shared/ipc.ts'
import type { SiteContext } from '../site-context.ts'

export type Schedules = { id: string; plans: SchedulePlan[] }[]

/** What was told last is at the end. */
const keptShape = v.array(v.object({ id: v.string(), plans: v.array(schedulePlan) }))
/** Documents of a collection whose plans are kept. */
const MOST_KEPT = 2000

/** A global's plans are kept beside those of collections, as of one document. */
export const keptAs = (ref: DocRef): { slug: string; id: string } =>
  ref.kind === 'global' ? { slug: `global:${ref.slug}`, id: ref.slug } : { slug: ref.slug, id: ref.id }

const resourceKey = (slug: string): string => `schedules:${slug}`

/** The plans of a collection's documents as they were last told; of those without plans there is nothing. */
export async function readSchedules(site: Pick<SiteContext, 'store'>, slug: string): Promise<Schedules> {
  const parsed = v.safeParse(keptShape, (await site.store.getResource(resourceKey(slug)))?.value)
  return parsed.success ? parsed.output : []
}

/** Keeps what was told of the documents that were asked about. */
export async function keepSchedules(
  site: Pick<SiteContext, 'store'>,
  slug: string,
  asked: ReadonlySet<string>,
  told: Schedules,
): Promise<void> {
  // Read now: another page may have been answered meanwhile.
  const kept = await readSchedules(site, slug)
  const others = kept.filter(({ id }) => !asked.has(id))
  const value = [...others, ...told.filter(({ plans }) => plans.length > 0)].slice(-MOST_KEPT)
  if (JSON.stringify(value) !== JSON.stringify(kept))
    await site.store.putResource({ key: resourceKey(slug), value, etag: null })
}
