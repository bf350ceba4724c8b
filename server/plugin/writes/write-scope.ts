import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { PayloadRequest } from 'payload'
import type { Turn } from './turn.ts'

/** Checks again what was checked when a turn began; throws where it no longer holds. */
export type Recheck = () => Promise<void>

/** A turn that was asked for. `given` once it has come. */
export type AskedTurn = { readonly asked: Promise<Turn | null>; readonly given: () => Turn | null }

/** One operation and everything its hooks do, with the turns it has. */
export type Scope = {
  readonly turns: Map<string, AskedTurn>
  /** By name of the turn, until its document has been written. */
  readonly rechecks: Map<string, Recheck>
  /** A refusal that Payload catches and makes a success of. */
  swallowed: unknown
  isOver: boolean
  /** Whether nobody but the operation uses its request, so that the transaction in it is its own. */
  readonly ownsRequest: boolean
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

/** The operation that goes on, unless it has ended and something that it did not wait for still goes on. */
export function openScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.isOver === false ? scope : undefined
}

/**
 * Runs one operation; its turns are given back when it has ended. What its hooks do on the same
 * documents, over the Local API with or without the request, is part of it and waits for nobody.
 */
export async function withinScope<T>(
  work: () => Promise<T>,
  { ownsRequest, origins = [] }: { readonly ownsRequest: boolean; readonly origins?: readonly string[] },
): Promise<T> {
  if (openScope()) return work()
  const scope: Scope = {
    turns: new Map(),
    rechecks: new Map(),
    swallowed: undefined,
    isOver: false,
    ownsRequest,
    name: randomUUID(),
    origins,
  }
  going.set(scope.name, scope)
  try {
    const result = await scopes.run(scope, work)
    if (scope.swallowed !== undefined) throw scope.swallowed
    return result
  } catch (error) {
    throw scope.swallowed ?? error
  } finally {
    scope.isOver = true
    going.delete(scope.name)
    // What was asked for and not awaited is given back as soon as it comes.
    await Promise.all([...scope.turns.values()].map(async ({ given }) => given()?.release()))
  }
}

/** The same for a request, which may come from a hook of an operation that goes on in this process. */
export async function withinScopeOf<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const outer = going.get(req.headers.get(WITHIN_HEADER) ?? '')
  if (outer) return scopes.run(outer, work)
  const { serverURL } = req.payload.config
  return withinScope(work, {
    ownsRequest: req.transactionID === undefined,
    origins: [req.origin, serverURL].flatMap((origin) => (origin ? [origin] : [])),
  })
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
