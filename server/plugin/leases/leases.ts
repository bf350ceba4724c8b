import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseKVAdapter } from 'payload'
import type { Payload } from 'payload'
import { firstKey, keyAfter, leaseRows } from './lease-rows.ts'
import type { LeaseRows, Link } from './lease-rows.ts'
import { LocalTurns } from './local-turns.ts'
import { patienceOf, SilenceWatch } from './patience.ts'

const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100
/** Tries if a database refuses a row although its key is free. */
const MAX_FAULTS = 5

/** An exclusive lease of a name, among all processes of a site. */
export type Lease = {
  /**
   * Checks that the lease still holds: another process may have taken this one for dead and taken over. Call it
   * directly before the protected action.
   */
  readonly isHeld: () => Promise<boolean>
  /** Releases the lease; never throws. */
  readonly release: () => Promise<void>
}

/** Exclusive leases by name. */
export type Leases = {
  /** True if they hold for all processes of the site; false: only within this one. */
  readonly isShared: boolean
  /**
   * Waits at most `waitMs` for the lease; `null`: somebody else holds it. Repeated calls with 0 also take
   * over from a dead holder.
   */
  readonly acquire: (name: string, waitMs: number) => Promise<Lease | null>
  /** The state of a lease, without changing it; `silent`: its holder is dead. */
  readonly look: (name: string) => Promise<'free' | 'held' | 'silent'>
}

/** Milliseconds since the last holder of a chain showed a sign of life. */
async function silentFor(
  rows: LeaseRows,
  silence: SilenceWatch,
  name: string,
  { token }: Link,
): Promise<number> {
  return silence.silentFor(name, `${token} ${await rows.lastBeat(token)}`)
}

/** Appends a new holder to the chain; `null`: somebody else held it to the end of the wait. */
async function join(
  rows: LeaseRows,
  silence: SilenceWatch,
  life: number,
  name: string,
  waitUntil: number,
): Promise<readonly Link[] | null> {
  const token = randomUUID()
  let before: readonly Link[] = []
  let isFree = true
  let faults = 0
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    let fault: unknown
    if (isFree) {
      const last = before.at(-1)
      const own = { key: last ? keyAfter(last.token) : firstKey(name), token }
      try {
        if (await rows.create(own)) return [...before, own]
      } catch (error) {
        // The holder released it in between, or the database is busy for a moment.
        fault = error
        faults += 1
        if (faults === MAX_FAULTS) throw error
      }
    }
    before = await rows.chain(name)
    const holder = before.at(-1)
    isFree = holder === undefined || (await silentFor(rows, silence, name, holder)) >= life
    if (isFree && fault === undefined) continue
    if (performance.now() + pause > waitUntil) {
      if (fault !== undefined) throw fault
      return null
    }
    await sleep(pause)
  }
}

function databaseLeases(payload: Payload, collection: string): Leases {
  const rows = leaseRows(payload, collection)
  const life = patienceOf(payload).leaseLife
  const turns = new LocalTurns()
  const silence = new SilenceWatch()
  const warn = (err: unknown): void => payload.logger.warn({ err }, 'galley: a lease could not be kept')

  function held(name: string, chain: readonly Link[], token: string, leave: () => void): Lease {
    let beats = 0
    let lastBeat = Promise.resolve()
    const timer = setInterval(() => {
      beats += 1
      lastBeat = lastBeat.then(() => rows.beat(token, beats)).catch(warn)
    }, life / 4)
    timer.unref()
    silence.forget(name)
    return {
      isHeld: () => rows.isWhole(chain),
      release: async () => {
        clearInterval(timer)
        try {
          await lastBeat
          // A lease that another process has taken over is its own to remove.
          if (await rows.isWhole(chain)) await rows.remove(chain)
        } catch (error) {
          warn(error)
        } finally {
          leave()
        }
      },
    }
  }

  return {
    isShared: true,
    acquire: async (name, waitMs) => {
      const waitUntil = performance.now() + waitMs
      const leave = await turns.enter(name, waitMs)
      if (!leave) return null
      try {
        const chain = await join(rows, silence, life, name, waitUntil)
        const own = chain?.at(-1)
        if (chain && own) return held(name, chain, own.token, leave)
      } catch (error) {
        leave()
        throw error
      }
      leave()
      return null
    },
    look: async (name) => {
      const holder = (await rows.chain(name)).at(-1)
      if (!holder) return 'free'
      return (await silentFor(rows, silence, name, holder)) >= life ? 'silent' : 'held'
    },
  }
}

function processLeases(): Leases {
  const turns = new LocalTurns()
  return {
    isShared: false,
    acquire: async (name, waitMs) => {
      const leave = await turns.enter(name, waitMs)
      if (!leave) return null
      let isHeld = true
      return {
        isHeld: () => Promise.resolve(isHeld),
        release: () => {
          isHeld = false
          leave()
          return Promise.resolve()
        },
      }
    },
    look: (name) => Promise.resolve(turns.isTaken(name) ? 'held' : 'free'),
  }
}

const made = new WeakMap<Payload, Leases>()

/**
 * The leases of a site, in Payload's key-value store if that is the database. Other stores cannot create a key
 * exactly once: there leases hold within this process only.
 */
export function leasesOf(payload: Payload): Leases {
  const before = made.get(payload)
  if (before) return before
  const { kv } = payload
  const leases =
    kv instanceof DatabaseKVAdapter ? databaseLeases(payload, kv.collectionSlug) : processLeases()
  made.set(payload, leases)
  return leases
}
