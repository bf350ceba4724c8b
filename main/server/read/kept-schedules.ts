import * as v from 'valibot'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { schedulePlan, type SchedulePlan } from '../../../shared/ipc.ts'
import type { SiteContext } from '../site-context.ts'

export type Schedules = { id: string; plans: SchedulePlan[] }[]

/** Documents with their plans, the latest stored one last. */
const keptShape = v.array(v.object({ id: v.string(), plans: v.array(schedulePlan) }))
/** Most documents of a collection whose plans are stored. */
const MOST_KEPT = 2000

/** The key of a global's plans, stored like those of one document of a collection. */
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
