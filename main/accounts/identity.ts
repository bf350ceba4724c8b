import * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import type { AsyncStore } from '../server/site-context.ts'

/**
 * The identity of a user besides collection and id: servers reuse the ids of deleted users, and a new database starts
 * counting again (F15). `name`: e-mail or user name, in lower case.
 */
const identity = v.object({ createdAt: v.nullable(v.string()), name: v.nullable(v.string()) })
export type Identity = v.InferOutput<typeof identity>

const RESOURCE = 'identity'

/** The identity of a user object from the server, at login or for the session. */
export function identityOf(user: JsonObject): Identity {
  const text = (key: string): string | null => {
    const value = user[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { createdAt: text('createdAt'), name: (text('email') ?? text('username'))?.toLowerCase() ?? null }
}

/**
 * True if two users with one id are the same person: by creation time, or by name if one has none. True if neither
 * can be compared.
 */
export function samePerson(known: Identity, met: Identity): boolean {
  if (known.createdAt !== null && met.createdAt !== null) {
    return Date.parse(known.createdAt) === Date.parse(met.createdAt)
  }
  return known.name === null || met.name === null || known.name === met.name
}

/** The identity stored in the database; null if there is none, as in a new one. */
export async function readIdentity(store: AsyncStore): Promise<Identity | null> {
  const stored = v.safeParse(identity, (await store.getResource(RESOURCE))?.value)
  if (stored.success) return stored.output
  // A database of an older version has no stored identity, so the user in its session answer is used.
  const session = (await store.getResource('session'))?.value
  const user = isJsonObject(session) ? session['user'] : null
  return isJsonObject(user) ? identityOf(user) : null
}

/**
 * Stores the identity that the server told, as the name may change. Parts missing in an answer keep their
 * value.
 */
export async function keepIdentity(
  store: AsyncStore,
  known: Identity | null,
  met: Identity,
): Promise<Identity> {
  const value = {
    createdAt: met.createdAt ?? known?.createdAt ?? null,
    name: met.name ?? known?.name ?? null,
  }
  const isKept = known !== null && known.createdAt === value.createdAt && known.name === value.name
  const isStored = isKept && (await store.getResource(RESOURCE)) !== null
  if (!isStored) await store.putResource({ key: RESOURCE, value, etag: null })
  return value
}

const SITE_RESOURCE = 'site'
const siteShape = v.object({ id: v.string() })

/** The id of the site that a database belongs to; null if it is not known yet. */
export async function readSiteId(store: AsyncStore): Promise<string | null> {
  const parsed = v.safeParse(siteShape, (await store.getResource(SITE_RESOURCE))?.value)
  return parsed.success ? parsed.output.id : null
}

/** True if both site ids are known and differ. */
export function isOtherSite(known: string | null, met: string | null): boolean {
  return known !== null && met !== null && known !== met
}

export async function keepSiteId(store: AsyncStore, id: string): Promise<void> {
  await store.putResource({ key: SITE_RESOURCE, value: { id }, etag: null })
}
