import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import type { PayloadRequest, PayloadHandler } from 'payload'
import type { Turn } from './turn.ts'

/** Repeats the check from the start of a turn; throws if it no longer holds. */
export type Recheck = () => Promise<void>

/** A requested turn. `given`: set once it was given. */
export type AskedTurn = { readonly asked: Promise<Turn | null>; readonly given: () => Turn | null }

/** An operation with everything that its hooks do, and its turns. */
export type Scope = {
  readonly turns: Map<string, AskedTurn>
  /** Checks by the name of the turn, until its document was written. */
  readonly rechecks: Map<string, Recheck>
  /** An error that Payload catches and turns into a success. */
  swallowed: unknown
  isOver: boolean
  /** True if only the operation uses its request, so that the transaction in it is its own. */
  readonly ownsRequest: boolean
  /** Name of the operation in requests to the site's own API. */
  readonly name: string
  /** Origins of the site's own API, as far as the operation knows them. */
  readonly origins: readonly string[]
}

const scopes = new AsyncLocalStorage<Scope>()

/** Running operations, by the name that requests from inside them carry. */
const going = new Map<string, Scope>()

/** Request header with the operation from which a site calls its own API. It means nothing once that has ended. */
const WITHIN_HEADER = 'x-galley-within'

/** The running operation; undefined once it has ended, even for work that it did not wait for. */
export function openScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.isOver === false ? scope : undefined
}

/**
 * Runs one operation, and releases its turns at its end. Writes of its hooks to the same documents, over the
 * Local API with or without the request, are part of it and do not wait.
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
    // Turns that were requested and not awaited are released as soon as they come.
    await Promise.all([...scope.turns.values()].map(async ({ given }) => given()?.release()))
  }
}

/** Runs a request in the scope of the operation whose hook sent it, if that runs in this process. */
export async function withinScopeOf<T>(req: PayloadRequest, work: () => Promise<T>): Promise<T> {
  const outer = going.get(req.headers.get(WITHIN_HEADER) ?? '')
  if (outer) return scopes.run(outer, work)
  const { serverURL } = req.payload.config
  return withinScope(work, {
    ownsRequest: req.transactionID === undefined,
    origins: [req.origin, serverURL].flatMap((origin) => (origin ? [origin] : [])),
  })
}

/** Adds the operation's name to its hooks' `fetch` requests to the site's own API. */
subscribe('undici:request:create', (message) => {
  const scope = openScope()
  const request: unknown = typeof message === 'object' && message !== null && Reflect.get(message, 'request')
  if (!scope || typeof request !== 'object' || request === null) return
  const origin: unknown = Reflect.get(request, 'origin')
  const addHeader: unknown = Reflect.get(request, 'addHeader')
  if (typeof addHeader !== 'function' || !scope.origins.includes(String(origin))) return
  Reflect.apply(addHeader, request, [WITHIN_HEADER, scope.name])
})

const operations = new AsyncLocalStorage<object>()

/**
 * Marks an operation that writes without turns to release, such as a creation or a login, so that it can be
 * told from other operations.
 */
export function asWriting<T>(work: () => T): T {
  return operations.getStore() ? work() : operations.run({}, work)
}

/** Wraps an endpoint in a writing operation. */
export const writing =
  (handler: PayloadHandler): PayloadHandler =>
  (req) =>
    asWriting(() => handler(req))

/** The running operations around the caller: that of the request, and a Local API operation within it. */
export const operationsAround = (): object[] =>
  [operations.getStore(), openScope()].filter((one) => one !== undefined)
