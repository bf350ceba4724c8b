import * as v from 'valibot'
import { isJsonObject, type JsonObject } from '../../shared/json.ts'
import type { AsyncStore } from '../server/site-context.ts'

/**
 * Who somebody is besides collection and id: servers give the id of a deleted user again, and a new database begins to
 * count anew (F15). `name`: e-mail or user name, in lower case.
 */
const identity = v.object({ createdAt: v.nullable(v.string()), name: v.nullable(v.string()) })
export type Identity = v.InferOutput<typeof identity>

const RESOURCE = 'identity'

/** Of a user as the server gives it, at the log-in and for the session. */
export function identityOf(user: JsonObject): Identity {
  const text = (key: string): string | null => {
    const value = user[key]
    return typeof value === 'string' && value !== '' ? value : null
  }
  return { createdAt: text('createdAt'), name: (text('email') ?? text('username'))?.toLowerCase() ?? null }
}

/**
 * Whether two users of one id are the same person: by when they were created, by name where one of them does not say.
 * Where neither tells nothing speaks against it.
 */
export function samePerson(known: Identity, met: Identity): boolean {
  if (known.createdAt !== null && met.createdAt !== null) {
    return Date.parse(known.createdAt) === Date.parse(met.createdAt)
  }
  return known.name === null || met.name === null || known.name === met.name
}

/** Whose database it is; null where it does not say, as in one that is new. */
export async function readIdentity(store: AsyncStore): Promise<Identity | null> {
  const stored = v.safeParse(identity, (await store.getResource(RESOURCE))?.value)
  if (stored.success) return stored.output
  // Databases of before this was kept have what the server said about the session.
  const session = (await store.getResource('session'))?.value
  const user = isJsonObject(session) ? session['user'] : null
  return isJsonObject(user) ? identityOf(user) : null
}

/** Keeps what is known of the person now: a name may change, and some answers do not say everything. */
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
