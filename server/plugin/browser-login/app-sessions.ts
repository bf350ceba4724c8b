import { randomUUID } from 'node:crypto'
import type { Payload } from 'payload'
import type { CodeOwner } from './login-codes.ts'

/** A session of the app, for a user whose collection has no sessions of its own. */
export type AppSession = { readonly id: string; readonly createdAt: string; readonly expiresAt: string }

/** Longest session, however often its token was renewed; then the person logs in through the browser again. */
const LONGEST_MS = 30 * 24 * 60 * 60 * 1000
/** Most sessions of one user; beyond that the oldest ends. */
const MOST = 50

const rowOf = ({ collection, id }: CodeOwner): string => `galley-sessions:${collection}:${id}`

/** The valid sessions of a user. */
export async function appSessions(payload: Payload, owner: CodeOwner): Promise<AppSession[]> {
  const kept: unknown = await payload.kv.get(rowOf(owner))
  const list: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'sessions') : null
  const now = Date.now()
  return Array.isArray(list) ? list.filter(isSession).filter((one) => Date.parse(one.expiresAt) > now) : []
}

/** Starts a session; returns its id. */
export async function beginAppSession(payload: Payload, owner: CodeOwner): Promise<string> {
  const id = randomUUID()
  const now = Date.now()
  const session: AppSession = {
    id,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + LONGEST_MS).toISOString(),
  }
  await keep(payload, owner, [...(await appSessions(payload, owner)), session].slice(-MOST))
  return id
}

/** Ends sessions; returns the remaining ones. */
export async function endAppSessions(
  payload: Payload,
  owner: CodeOwner,
  ended: readonly unknown[],
): Promise<AppSession[]> {
  const all = await appSessions(payload, owner)
  const left = all.filter(({ id }) => !ended.includes(id))
  if (left.length < all.length) await keep(payload, owner, left)
  return left
}

async function keep(payload: Payload, owner: CodeOwner, sessions: readonly AppSession[]): Promise<void> {
  if (sessions.length === 0) await payload.kv.delete(rowOf(owner))
  else await payload.kv.set(rowOf(owner), { sessions: [...sessions] })
}

function isSession(value: unknown): value is AppSession {
  if (typeof value !== 'object' || value === null) return false
  return ['id', 'createdAt', 'expiresAt'].every((key) => typeof Reflect.get(value, key) === 'string')
}
