import * as v from 'valibot'
import type { AsyncStore } from '../server/site-context.ts'

const RESOURCE = 'site'
const stored = v.object({ id: v.string() })

/** The id of the site that a database belongs to; null if it is not known yet. */
export async function readSiteId(store: AsyncStore): Promise<string | null> {
  const parsed = v.safeParse(stored, (await store.getResource(RESOURCE))?.value)
  return parsed.success ? parsed.output.id : null
}

/** True if both site ids are known and differ. */
export function isOtherSite(known: string | null, met: string | null): boolean {
  return known !== null && met !== null && known !== met
}

export async function keepSiteId(store: AsyncStore, id: string): Promise<void> {
  await store.putResource({ key: RESOURCE, value: { id }, etag: null })
}
