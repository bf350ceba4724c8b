import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { Payload, PayloadRequest } from 'payload'
import { leaseTurns } from './lease-turns.ts'
import { postgresTurns } from './postgres-turns.ts'
import { lostTurn } from './turn.ts'
import type { AdapterReq, Turn, Turns } from './turn.ts'

/** Checks again what was checked when a turn began; throws where it no longer holds. */
export type Recheck = () => Promise<void>

/** One operation and everything its hooks do, with the turns it has. */
type Scope = {
  readonly turns: Map<string, Promise<Turn | null>>
  /** By name of the turn, until its document has been written. */
  readonly rechecks: Map<string, Recheck>
  /** A refusal that Payload catches and makes a success of. */
  swallowed: unknown
  isOver: boolean
  /** Names the operation in requests to the site's own API. */
  readonly name: string
  /** Where that API is, as far as the operation knows. */
  readonly origins: readonly string[]
}

const scopes = new AsyncLocalStorage<Scope>()

/** Operations that are going on, by the name that a request from inside them carries. */
const going = new Map<string, Scope>()

/** Request header that says from inside which operation a site asks its own API. Good for nothing once that ended. */
const WITHIN_HEADER = 'x-galley-within'

function openScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.isOver === false ? scope : undefined
}

const kinds = new WeakMap<Payload, Promise<Turns>>()

/** How turns are given on the database of this site. */
function turnsOf(payload: Payload, req: AdapterReq): Promise<Turns> {
  const before = kinds.get(payload)
  if (before) return before
  const kind = postgresTurns(payload, req).then((turns) => turns ?? leaseTurns(payload))
  kinds.set(payload, kind)
  // A database that does not answer now may do so for the next write.
  kind.catch(() => kinds.delete(payload))
  return kind
}

/**
 * Runs one operation; its turns are given back when it has ended. What its hooks do on the same
 * documents, over the Local API with or without the request, is part of it and waits for nobody.
 */
export async function withinScope<T>(work: () => Promise<T>, origins: readonly string[] = []): Promise<T> {
  if (openScope()) return work()
  const scope: Scope = {
    turns: new Map(),
    rechecks: new Map(),
    swallowed: undefined,
    isOver: false,
    name: randomUUID(),
    origins,
  }
  going.set(scope.name, scope)
  try {
    const result = await scopes.run(scope, work)
    if (scope.swallowed !== undefined) throw scope.swallowed
    return result
  } finally {
    scope.isOver = true
    going.delete(scope.name)
    for (const turn of scope.turns.values()) await (await turn.catch(() => null))?.release()
  }
}

/** The same for a request, which may come from a hook of an operation that goes on in this process. */
export async function withinScopeOf<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const outer = going.get(req.headers.get(WITHIN_HEADER) ?? '')
  if (outer) return scopes.run(outer, work)
  const { serverURL } = req.payload.config
  return withinScope(
    work,
    [req.origin, serverURL].flatMap((origin) => (origin ? [origin] : [])),
  )
}

/** Names the operation in what its hooks send to the site's own API by `fetch`. */
subscribe('undici:request:create', (message) => {
  const scope = openScope()
  const request: unknown = typeof message === 'object' && message !== null && Reflect.get(message, 'request')
  if (!scope || typeof request !== 'object' || request === null) return
  const origin: unknown = Reflect.get(request, 'origin')
  const addHeader: unknown = Reflect.get(request, 'addHeader')
  if (typeof addHeader !== 'function' || !scope.origins.includes(String(origin))) return
  Reflect.apply(addHeader, request, [WITHIN_HEADER, scope.name])
})

async function turnIn(scope: Scope, turns: Turns, name: string, req: AdapterReq): Promise<Turn | null> {
  const before = await scope.turns.get(name)
  if (before) {
    const state = await before.state()
    if (state === 'held') return before
    if (state === 'lost') throw lostTurn()
  }
  // Somebody else of this operation may have asked for it meanwhile.
  const again = scope.turns.get(name)
  if (again && (await again) !== before) return turnIn(scope, turns, name, req)
  const turn = turns.take(name, req)
  scope.turns.set(name, turn)
  try {
    return await turn
  } catch (error) {
    scope.turns.delete(name)
    throw error
  }
}

/**
 * Takes the turn of a document before it is read for a write, and then runs `check`. Outside of an
 * operation that would give it back, it is the write itself that takes it.
 */
export async function beginTurn(
  payload: Payload,
  name: string,
  req: AdapterReq,
  check: Recheck | null,
): Promise<void> {
  const turns = await turnsOf(payload, req)
  const scope = openScope()
  if (scope) await turnIn(scope, turns, name, req)
  else if (!turns.needsRelease) await turns.take(name, req)
  if (!check) return
  scope?.rechecks.set(name, check)
  await check()
}

/** Writes one row of a document when it is this operation's turn. Throws 503 BUSY where it is not. */
export async function inTurn<T>(
  payload: Payload,
  name: string,
  req: AdapterReq,
  write: (req: AdapterReq) => Promise<T>,
): Promise<T> {
  const turns = await turnsOf(payload, req)
  const scope = openScope()
  if (!scope) return turns.around(name, req, write)
  const before = await scope.turns.get(name)
  const isSame = before !== undefined && before !== null && (await before.state()) === 'held'
  const turn = isSame ? before : await turnIn(scope, turns, name, req)
  const checked = async (writeReq: AdapterReq): Promise<T> => {
    // Between a turn that ended and this one somebody else may have written.
    if (!isSame) await scope.rechecks.get(name)?.()
    const result = await write(writeReq)
    scope.rechecks.delete(name)
    return result
  }
  return turn ? checked(req) : turns.around(name, req, checked)
}

/** The same where Payload catches whatever is thrown and may answer with somebody else's revision. */
export async function inTurnOrFail<T>(
  payload: Payload,
  name: string,
  req: AdapterReq,
  write: (req: AdapterReq) => Promise<T>,
): Promise<T> {
  let isWriting = false
  try {
    return await inTurn(payload, name, req, (writeReq) => {
      isWriting = true
      return write(writeReq)
    })
  } catch (error) {
    const scope = openScope()
    if (scope && !isWriting) scope.swallowed = error
    throw error
  }
}
