import type { PayloadRequest } from 'payload'
import { endAppSessions } from '../browser-login/app-sessions.ts'
import { hasNoPasswords } from '../browser-login/token-strategy.ts'
import { asked } from './body.ts'
import { appUser, type AppUser } from './app-user.ts'

/** A session of a user. `isOwn`: it is the session of this request. */
export type Session = {
  readonly id: string
  readonly createdAt: string | null
  readonly expiresAt: string
  readonly isOwn: boolean
}

type Stored = { id: string; createdAt?: unknown; expiresAt: unknown }

/** GET /desktop/sessions: the user's sessions; `sessions` is null if their collection stores none. */
export async function sessionsAnswer(req: PayloadRequest): Promise<Response> {
  return answer(req, await appUser(req), [])
}

/** POST /desktop/sessions with `end`, ids of sessions: ends sessions of the user; answers with the remaining ones. */
export async function endSessionsAnswer(req: PayloadRequest): Promise<Response> {
  const { user, body } = await asked(req)
  const { end } = body
  return answer(req, user, Array.isArray(end) ? end : [])
}

async function answer(req: PayloadRequest, user: AppUser, ended: readonly unknown[]): Promise<Response> {
  const collection = req.payload.collections[user.collection]?.config
  const own: unknown = Reflect.get(user, '_sid')
  if (collection && hasNoPasswords(collection)) {
    const open = await endAppSessions(req.payload, user, ended)
    return listed(open.map((session) => ({ ...session, isOwn: session.id === own })))
  }
  const stored = await storedSessions(req, user)
  const left = stored?.filter(({ id }) => !ended.includes(id)) ?? null
  if (stored !== null && left !== null && left.length < stored.length) {
    await req.payload.db.updateOne({
      collection: user.collection,
      id: user.id,
      // Ending a session is no edit, so the document's time stays, as when one begins.
      data: { sessions: left, updatedAt: null },
      req,
      returning: false,
    })
  }
  const now = Date.now()
  const sessions = left?.flatMap((session): Session[] => {
    const expiresAt = dateOf(session.expiresAt)
    if (expiresAt === null || Date.parse(expiresAt) <= now) return []
    return [{ id: session.id, createdAt: dateOf(session.createdAt), expiresAt, isOwn: session.id === own }]
  })
  return listed(sessions ?? null)
}

function listed(sessions: readonly Session[] | null): Response {
  return Response.json({ sessions }, { headers: { 'cache-control': 'private, no-store' } })
}

/**
 * Reads the user's sessions from the database, even if they may not read that field; null: none are stored.
 */
async function storedSessions(req: PayloadRequest, user: AppUser): Promise<Stored[] | null> {
  if (req.payload.collections[user.collection]?.config.auth.useSessions !== true) return null
  const found: unknown = await req.payload.db.findOne({
    collection: user.collection,
    where: { id: { equals: user.id } },
    req,
  })
  const sessions: unknown =
    typeof found === 'object' && found !== null ? Reflect.get(found, 'sessions') : null
  return Array.isArray(sessions) ? sessions.filter(isStored) : []
}

function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'id') === 'string'
}

function dateOf(value: unknown): string | null {
  const time =
    value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
