import * as v from 'valibot'
import type { StoreContext } from '../store-context.ts'
import { getResource, putResource } from '../tables/resources.ts'

/** The latest changed revision of globals with its arrival time, by slug. */
const shape = v.record(v.string(), v.object({ updatedAt: v.string(), seenAt: v.string() }))
const KEY = 'global-changes'

export function readGlobalChanges(context: Pick<StoreContext, 'db'>): v.InferOutput<typeof shape> {
  const parsed = v.safeParse(shape, getResource(context, KEY)?.value)
  return parsed.success ? parsed.output : {}
}

/** Globals are in no list, so they are noted here. `isOwn`: this computer wrote the revision. */
export function noteGlobalChange(
  context: StoreContext,
  { slug, updatedAt, isOwn }: { slug: string; updatedAt: string | null; isOwn: boolean },
): void {
  const { [slug]: known, ...others } = readGlobalChanges(context)
  // A revision that somebody wrote after the own one is here already.
  if (isOwn && (known === undefined || known.updatedAt > (updatedAt ?? ''))) return
  const change = isOwn || updatedAt === null ? {} : { [slug]: { updatedAt, seenAt: context.now() } }
  putResource(context, { key: KEY, value: { ...others, ...change }, etag: null })
}
