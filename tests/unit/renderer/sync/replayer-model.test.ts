import { openFileFolder } from '../../../../main/files/file-folder.ts'
import { createNewPasswords } from '../../../../main/server/session/new-passwords.ts'
import { createTransfers } from '../../../../main/server/send/transfers.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../../../main/log.ts'
import { createApiClient } from '../../../../main/server/http/api-client.ts'
import { createCompanion } from '../../../../main/server/http/companion.ts'
import { LONGEST_RUN_MS } from '../../../../main/server/send/look-up-write.ts'
import type { HttpTransport } from '../../../../main/server/http/http-transport.ts'
import { createEntrySender } from '../../../../main/server/send/send-entry.ts'
import type { AsyncStore } from '../../../../main/server/site-context.ts'
import { openDatabase } from '../../../../main/store/durability/database.ts'
import { StoreError } from '../../../../main/store/store-error.ts'
import { createStore } from '../../../../main/store/store.ts'
import { createReplayer } from '../../../../renderer/sync/replayer.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, CallName, CallOutput, EventName, GalleyBridge } from '../../../../shared/ipc.ts'
import { give, shown } from '../../store/support/bench.ts'
import { FakeSite } from '../../store/support/fake-site.ts'
import { en, post, site as schema } from '../../store/support/site.ts'
import { refKey } from '../../../../shared/cms/doc-ref.ts'
import type { SendOutcome } from '../../../../shared/sync/entry.ts'
import { connectionState } from './fake-main.ts'
import { tries } from '../../../support/tries.ts'

const IDS = ['1', '2', '3', '4', '5']
/** Milliseconds for which the network or the session is away. */
const AWAY_MS = 5_000
const FATES = [
  'answered',
  'lost-before',
  'lost-after',
  'busy',
  'stale',
  'refused',
  'offline',
  'signed-out',
  'disk-full',
] as const
/** Fate of a write: of the request, its answer, the session, or the disk. */
type Fate = (typeof FATES)[number]

const reset = (): Error => Object.assign(new Error('reset'), { code: 'ECONNRESET' })
const refusal = (status: number, message: string): Response =>
  Response.json({ errors: [{ message }] }, { status })
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One computer with the real store and sender behind the replayer's calls, and its site. */
function openWorld(options: { fates: Fate[]; takes: () => number; wayBack: () => number }) {
  const { fates, takes, wayBack } = options
  const folder = mkdtempSync(join(tmpdir(), 'galley-replayer-'))
  const database = openDatabase({ file: join(folder, 'store.sqlite') })
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const emit = (name: EventName, payload: unknown): void => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
  }
  const store = createStore({
    types: fieldTypes,
    db: database.db,
    onEvent: ({ name, payload }) => emit(name, payload),
  })
  store.setSchema(schema)
  const server = new FakeSite()
  for (const id of IDS) {
    server.add(id)
    give(store, post(id), server.document(id))
  }

  let connection = connectionState('online')
  let typed = 0
  let calls = 0
  let isDiskFull = false
  const writing: string[] = []
  const handedOver: string[] = []
  const violations: string[] = []

  function leave(status: 'offline' | 'signed-out'): void {
    connection = connectionState(status)
    emit('connection.changed', connection)
    setTimeout(() => {
      connection = connectionState('online')
      emit('connection.changed', connection)
    }, AWAY_MS)
  }

  const transport: HttpTransport = async (address, init) => {
    if (connection.status === 'offline') throw reset()
    if (connection.status === 'signed-out') return refusal(401, 'Unauthorized')
    if (init.method === 'GET') return server.transport(address, init)
    const { pathname } = new URL(address)
    if (writing.includes(pathname)) violations.push(`two writes at once to ${pathname}`)
    writing.push(pathname)
    try {
      await later(takes())
      return await write(address, init)
    } finally {
      writing.splice(writing.indexOf(pathname), 1)
    }
  }

  const write: HttpTransport = async (address, init) => {
    const id = new URL(address).pathname.split('/').at(-1) ?? ''
    const fate = fates.shift() ?? 'answered'
    if (fate === 'lost-before') throw reset()
    if (fate === 'busy') return refusal(503, 'Busy')
    if (fate === 'refused') return refusal(400, 'No')
    if (fate === 'offline' || fate === 'signed-out') {
      leave(fate)
      if (fate === 'offline') throw reset()
      return refusal(401, 'Unauthorized')
    }
    if (fate === 'stale') server.edit(id, 'slug', `theirs ${(typed += 1)}`)
    const response = await server.transport(address, init)
    if (fate === 'lost-after') throw reset()
    isDiskFull = fate === 'disk-full'
    return response
  }

  /** The store as in main: each call is answered later. On a full disk the next settling fails, once. */
  const asMainHasIt = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name)
      return async (...input: unknown[]): Promise<unknown> => {
        if (isDiskFull && String(name).startsWith('settle')) {
          isDiskFull = false
          throw new StoreError('disk-full', 'no room')
        }
        return typeof method === 'function' ? Reflect.apply(method, target, input) : method
      }
    },
  }) as unknown as AsyncStore
  const sender = createEntrySender({
    client: createApiClient({
      baseUrl: 'https://site.example',
      transport,
      token: () => 'token',
      language: () => 'en',
      log: silentLog,
    }),
    store: asMainHasIt,
    files: openFileFolder(join(folder, 'store.sqlite')),
    transfers: createTransfers(() => undefined),
    newPasswords: createNewPasswords(),
    schema: () => schema,
    companion: createCompanion(),
    readsAll: () => true,
    baseFilter: () => null,
    longestRunMs: LONGEST_RUN_MS,
    checkConnection: async () => ({
      status: connection.status === 'checking' ? 'offline' : connection.status,
    }),
    refreshSchema: async () => ({ outcome: 'unchanged' }),
    contacted: () => undefined,
    log: silentLog,
    closed: new AbortController().signal,
  })

  /** Checks the calls to main, which would tolerate the replayer's mistakes. */
  async function send(key: string): Promise<SendOutcome> {
    const entry = store.getEntry(key)
    const document = entry === null ? key : refKey(entry.ref)
    if (handedOver.includes(document)) violations.push(`two entries of ${document} at once`)
    if (handedOver.length >= 3) violations.push('more than three documents at once')
    if (connection.status !== 'online') violations.push(`sent while ${connection.status}`)
    handedOver.push(document)
    try {
      return await sender.send(key)
    } finally {
      handedOver.splice(handedOver.indexOf(document), 1)
    }
  }

  async function answer(name: CallName, input: unknown): Promise<unknown> {
    if (name === 'connection.get' || name === 'connection.check') return connection
    if (name === 'outbox.send') return send((input as CallInput<'outbox.send'>).key)
    if (name !== 'outbox.heads') throw new Error(`the replayer has no business with ${name}`)
    await sender.freeUnsettled()
    return store.outboxHeads(input as CallInput<'outbox.heads'>)
  }

  const bridge: GalleyBridge = {
    async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
      calls += 1
      // Each call returns the contract's output for its name, which the compiler cannot follow.
      const given = (await answer(name, input)) as CallOutput<N>
      await later(wayBack())
      return given
    },
    on(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener))
      return () => all.delete(listener)
    },
  }

  return {
    bridge,
    server,
    violations,
    calls: () => calls,
    entries: (id: string) => store.getDocument(post(id))?.entries ?? [],
    isOver: () => store.outboxHeads({ after: 0, limit: 1 }).length === 0,
    /** Queues another title and returns it. */
    edit(id: string): string {
      const title = `mine ${(typed += 1)}`
      const { data } = shown(store, post(id))
      const from = (data['title'] as Record<string, string>)['en'] ?? null
      store.commitDraft({ ref: post(id), locale: 'en', changes: [en('title', from, title)], mode: 'draft' })
      return title
    },
    end() {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Grants the lock at once, so that a run does not wait for the platform. */
const ownLocks = {
  request: (_name: string, _options: unknown, run: () => Promise<void>) => run(),
} as unknown as Pick<LockManager, 'request'>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('SY3 SY9 whatever becomes of the writes, each edit arrives once and in order, or is parked, without spinning', async () => {
  const plan = fc.record({ id: fc.constantFrom(...IDS), queuedAt: fc.integer({ min: 0, max: 20_000 }) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 1, maxLength: 14 }),
      fc.array(fc.constantFrom(...FATES), { maxLength: 40 }),
      fc.infiniteStream(fc.nat(999)),
      async (plans, fates, dice) => {
        const draw = (): number => dice.next().value ?? 0
        const world = openWorld({
          fates: [...fates],
          takes: () => draw() * 3,
          wayBack: () => (draw() % 4) * 7,
        })
        const titles = new Map<string, string[]>()
        for (const { id, queuedAt } of plans)
          setTimeout(() => {
            titles.set(id, [...(titles.get(id) ?? []), world.edit(id)])
          }, queuedAt)
        const replayer = createReplayer({
          bridge: world.bridge,
          locks: ownLocks,
          clock: {
            now: () => performance.now(),
            setTimeout: (run, ms) => setTimeout(run, ms),
            clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
          },
          random: () => draw() / 1000,
        })
        replayer.start()
        try {
          // All is queued after the first minute.
          for (let minutes = 0; minutes < 120 && (minutes === 0 || !world.isOver()); minutes += 1)
            await vi.advanceTimersByTimeAsync(60_000)
          expect(world.violations).toEqual([])
          expect([...world.server.applied].filter(([, times]) => times > 1)).toEqual([])
          for (const [id, own] of titles) {
            const arrived = [...world.server.applied.keys()].filter((title) => own.includes(title))
            expect(arrived).toEqual(own.filter((title) => arrived.includes(title)))
            const [head] = world.entries(id)
            const title = world.server.values.get(id)?.['title']
            expect(head === undefined ? title : head.state).toBe(head === undefined ? own.at(-1) : 'parked')
          }
          expect(world.calls()).toBeLessThan(50 + (plans.length + fates.length) * 40)
        } finally {
          replayer.stop()
          vi.clearAllTimers()
          world.end()
        }
      },
    ),
    tries(40),
  )
})
