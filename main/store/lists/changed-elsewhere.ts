import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { StoreApi } from '../store-api.ts'
import type { ReadContext, StoreContext } from '../store-context.ts'
import { all, one } from '../tables/sql.ts'
import { noteOwnRow } from './list-rows.ts'
import * as v from 'valibot'
import { getResource, putResource } from '../tables/resources.ts'

/**
 * See StoreApi.changedElsewhere. Compares arrivals with looks by this computer's clock. A row at the revision that it
 * arrived with counts only if that is newer than the first look and the first arrival of its collection.
 */
export function changedElsewhere(
  context: Pick<ReadContext, 'db'>,
  { slugs, globals, looks, limit }: Parameters<StoreApi['changedElsewhere']>[0],
): ReturnType<StoreApi['changedElsewhere']> {
  const { db } = context
  const changes = Object.entries(readGlobalChanges(context))
  const inRows = one<{ at: string | null }>(db, 'SELECT max(seen_at) AS at FROM list_rows')?.at ?? null
  const arrivals = [...(inRows === null ? [] : [inRows]), ...changes.map(([, { seenAt }]) => seenAt)]
  const newest = arrivals.toSorted().at(-1) ?? null
  if (looks === null) return { newest, documents: [] }
  const found = all<{ slug: string; id: string; updated_at: string }>(
    db,
    `SELECT slug, id, updated_at FROM list_rows l
     WHERE seen_at > ? AND updated_at IS NOT NULL AND own_revision IS NOT updated_at
       AND slug IN (SELECT value FROM json_each(?))
       AND (came_at IS NOT seen_at OR updated_at > max(?,
         (SELECT min(came_at) FROM list_rows WHERE slug = l.slug)))
     ORDER BY updated_at DESC LIMIT ?`,
    looks.last,
    JSON.stringify(slugs),
    looks.first,
    limit,
  )
  const documents = [
    ...found.map(({ slug, id, updated_at: updatedAt }) => ({
      ref: { kind: 'collection' as const, slug, id },
      updatedAt,
    })),
    ...changes.flatMap(([slug, { updatedAt, seenAt }]) =>
      globals.includes(slug) && seenAt > looks.last
        ? [{ ref: { kind: 'global' as const, slug }, updatedAt }]
        : [],
    ),
  ]
  return {
    newest,
    documents: documents.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, limit),
  }
}

/** See StoreApi.noteOwnRevision. */
export function noteOwnRevision(context: StoreContext, input: { ref: DocRef; updatedAt: string }): void {
  noteArrival(context, { ...input, isOwn: true })
  context.events.changed(input.ref)
}

type Arrival = { ref: DocRef; updatedAt: string | null; isOwn: boolean }

/** Notes a new revision of a global, or an own one (`isOwn`) of a collection's document. */
export function noteArrival(context: StoreContext, { ref, updatedAt, isOwn }: Arrival): void {
  if (ref.kind === 'global') noteGlobalChange(context, { slug: ref.slug, updatedAt, isOwn })
  else if (isOwn) noteOwnRow(context.db, ref.slug, ref.id, updatedAt)
}

/** The latest changed revision of globals with its arrival time, by slug. */
const shape = v.record(v.string(), v.object({ updatedAt: v.string(), seenAt: v.string() }))
const KEY = 'global-changes'

export function readGlobalChanges(context: Pick<StoreContext, 'db'>): v.InferOutput<typeof shape> {
  const parsed = v.safeParse(shape, getResource(context, KEY)?.value)
  return parsed.success ? parsed.output : {}
}

/** Notes a revision of a global, as globals are in no list. `isOwn`: this computer wrote it. */
export function noteGlobalChange(
  context: StoreContext,
  { slug, updatedAt, isOwn }: { slug: string; updatedAt: string | null; isOwn: boolean },
): void {
  const { [slug]: known, ...others } = readGlobalChanges(context)
  // The noted revision is somebody else's and newer than the own one, so it stays.
  if (isOwn && (known === undefined || known.updatedAt > (updatedAt ?? ''))) return
  const change = isOwn || updatedAt === null ? {} : { [slug]: { updatedAt, seenAt: context.now() } }
  putResource(context, { key: KEY, value: { ...others, ...change }, etag: null })
}
