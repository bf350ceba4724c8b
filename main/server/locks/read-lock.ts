import * as v from 'valibot'
import { makeRef, refKey } from '../../../shared/cms/doc-ref.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { StoredLock, LockUser } from '../../../shared/sync/document-lock.ts'
import { pageUpTo } from '../answer-shapes.ts'
import { queryString } from '../http/document-query.ts'
import { documentRelation, entityOf } from '../site-context.ts'
import type { SiteContext } from '../site-context.ts'
import { judgeLock } from '../../../shared/sync/document-lock.ts'

/** The path of a site's locks, below the API root. */
export const LOCKS_PATH = '/payload-locked-documents'

type Site = Pick<SiteContext, 'client' | 'schema'>

const id = v.union([v.string(), v.number()])
const text = v.fallback(v.nullish(v.string(), null), null)
const time = v.pipe(
  v.string(),
  v.transform((iso) => Date.parse(iso)),
  v.number(),
)
/** The server sends only the id of a user whom this user may not read. */
const userValue = v.union([id, v.looseObject({ id, name: text, email: text, username: text })])
const lockShape = v.looseObject({
  id,
  user: v.looseObject({ relationTo: v.string(), value: userValue }),
  document: v.fallback(v.nullish(v.looseObject({ relationTo: v.string(), value: id }), null), null),
  globalSlug: text,
  createdAt: time,
  updatedAt: time,
})

/** The latest lock of a document, expired or not. `no-answer`: not known. */
export async function readLock(site: Site, ref: DocRef): Promise<StoredLock | null | 'no-answer'> {
  const rows = await askForLocks(site, lockOf(site, ref), 1)
  return rows === null ? 'no-answer' : (rows[0]?.lock ?? null)
}

/** Documents per request: URLs have a limit, which is 16 KB in Node. */
const AT_ONCE = 100

/** The latest lock of each document, by refKey; null: not known. */
export async function readLocks(
  site: Site,
  refs: readonly DocRef[],
): Promise<Map<string, StoredLock> | null> {
  const pieces = Array.from({ length: Math.ceil(refs.length / AT_ONCE) }, (_, index) =>
    refs.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  const found = await Promise.all(pieces.map((piece) => readSome(site, piece)))
  const known = found.filter((piece) => piece !== null)
  return known.length < found.length ? null : new Map(known.flatMap((piece) => [...piece]))
}

async function readSome(site: Site, refs: readonly DocRef[]): Promise<Map<string, StoredLock> | null> {
  const globals = refs.flatMap(({ kind, slug }) => (kind === 'global' ? [slug] : []))
  const collections = Map.groupBy(
    refs.flatMap((ref) => (ref.kind === 'collection' ? [documentRelation(site, ref)] : [])),
    ({ relationTo }) => relationTo,
  )
  const ofCollections = [...collections].map(([slug, documents]): JsonObject => ({
    and: [
      { 'document.relationTo': { equals: slug } },
      { 'document.value': { in: documents.map(({ value }) => value) } },
    ],
  }))
  const or = globals.length === 0 ? ofCollections : [...ofCollections, { globalSlug: { in: globals } }]
  // More rows than documents, since expired locks are still stored.
  const rows = await askForLocks(site, { or }, refs.length * 2)
  if (rows === null) return null
  // Rows come latest first; in reverse the latest one wins.
  const found = rows
    .toReversed()
    .flatMap(({ ref, lock }) => (ref === null ? [] : [[refKey(ref), lock] as const]))
  return new Map(found)
}

/** Display name of the user who has locked a document; null if not known. */
export async function lockHolder(site: Site, ref: DocRef): Promise<string | null> {
  const lock = await readLock(site, ref)
  return lock === 'no-answer' ? null : (lock?.by ?? null)
}

async function askForLocks(
  { client }: Site,
  where: JsonObject,
  limit: number,
): Promise<{ ref: DocRef | null; lock: StoredLock }[] | null> {
  const answer = await client.request({
    method: 'GET',
    path: LOCKS_PATH + queryString({ depth: 1, limit, sort: '-updatedAt', where }),
  })
  const page = answer.kind === 'http' && answer.status === 200 ? pageUpTo(limit)(answer.json) : null
  return page?.docs.flatMap(lockIn) ?? null
}

function lockIn(doc: JsonObject): { ref: DocRef | null; lock: StoredLock }[] {
  const parsed = v.safeParse(lockShape, doc)
  if (!parsed.success) return []
  const { user, document, globalSlug, createdAt, updatedAt } = parsed.output
  const { value } = user
  const userId = typeof value === 'object' ? value.id : value
  const names = typeof value === 'object' ? [value.name, value.email, value.username] : []
  const lock: StoredLock = {
    id: parsed.output.id,
    user: { collection: user.relationTo, id: String(userId) },
    by: names.find((words) => (words ?? '') !== '') ?? null,
    createdAt,
    updatedAt,
  }
  if (document) return [{ ref: makeRef('collection', document.relationTo, String(document.value)), lock }]
  return [{ ref: globalSlug ? makeRef('global', globalSlug, '') : null, lock }]
}

/** The filter for the locks of a document. */
export function lockOf(site: Site, ref: DocRef): JsonObject {
  if (ref.kind === 'global') return { globalSlug: { equals: ref.slug } }
  return {
    and: [
      { 'document.relationTo': { equals: ref.slug } },
      { 'document.value': { equals: documentRelation(site, ref).value } },
    ],
  }
}

/** The fields that name the document in a new lock. */
export function namedInLock(site: Site, ref: DocRef): JsonObject {
  return ref.kind === 'global' ? { globalSlug: ref.slug } : { document: documentRelation(site, ref) }
}

/** Lists which of these documents other users have locked; empty if that cannot be known. */
export async function listLocks(
  site: Pick<SiteContext, 'client' | 'schema'>,
  me: LockUser,
  refs: readonly DocRef[],
): Promise<{ ref: DocRef; by: string | null }[]> {
  const asked = refs.flatMap((ref) => {
    const durationMs = entityOf(site.schema(), ref)?.lockMs ?? null
    return durationMs === null ? [] : [{ ref, durationMs }]
  })
  if (asked.length === 0) return []
  const locks = await readLocks(
    site,
    asked.map(({ ref }) => ref),
  )
  const serverNow = site.client.serverTime() ?? 0
  return asked.flatMap(({ ref, durationMs }) => {
    const stored = locks?.get(refKey(ref))
    if (stored === undefined) return []
    const judged = judgeLock(stored, { me, serverNow, durationMs })
    return judged.kind === 'other' ? [{ ref, by: stored.by }] : []
  })
}
