import { createHash } from 'node:crypto'
import type { Payload, PayloadRequest } from 'payload'
import { firstKey } from '../leases/lease-rows.ts'
import { leasesOf } from '../leases/leases.ts'
import type { Leases } from '../leases/leases.ts'
import type { Settings } from '../options.ts'
import { expireLater, expiryKey, purgeHourly, timeOf } from './expiry.ts'
import { readKept } from './kept-answer.ts'
import type { KeptAnswer } from './kept-answer.ts'
import { keyRowsOf } from './key-rows.ts'
import type { KeyRows } from './key-rows.ts'

/** Request header that names a write; a repeated write has the same key. */
export const KEY_HEADER = 'idempotency-key'

const PREFIX = 'galley-write:'
/** Prefix of the key for a user's latest creation whose key was removed before its time. */
const FORGOT_PREFIX = 'galley-forgot:'
/** Number of new keys of a user after which their total is checked. */
const COUNT_EVERY = 50
/** Share of the limit that a removal frees, so that it does not run for each new key. */
const SPARE = 0.1

/** The name of a key. Keys of different users never collide. */
export type KeyName = { readonly user: string; readonly key: string }

/** The keys of a site's users. */
export type KeptKeys = {
  readonly settings: Settings
  readonly leases: Leases
  readonly rows: KeyRows
  /** Returns the name of a user's key, also for its lease. */
  readonly nameOf: (user: NonNullable<PayloadRequest['user']>, key: string) => KeyName
  readonly leaseOf: (name: KeyName) => string
  readonly rowOf: (name: KeyName) => string
  readonly read: (name: KeyName) => Promise<KeptAnswer | null>
  /**
   * Milliseconds for which all creations of this user are known: shorter than the set time if there were too many
   * keys.
   */
  readonly remembersFor: (user: string) => Promise<number>
  /** Begins an attempt, before anything is stored under a name; returns the time (ms) to store with it. */
  readonly begin: (name: KeyName) => Promise<number>
  /** Called if an attempt begun at `at` failed: removes its expiry, unless a row of the key is stored. */
  readonly end: (name: KeyName, at: number) => Promise<void>
}

const digits = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

async function forget(rows: KeyRows, user: string, at: number, ms: number): Promise<void> {
  const key = FORGOT_PREFIX + user
  if ((timeOf(await rows.read(key)) ?? 0) >= at) return
  await expireLater(rows, `${user}:forgot`, { keys: [key], at }, ms)
  await rows.write(key, { at })
}

/** Limits the number of a user's keys: the oldest are removed, edits before creations. */
async function removeOldest(rows: KeyRows, user: string, settings: Settings): Promise<void> {
  const { mostKeysPerUser: most, keepAnswersForMs: ms } = settings
  const prefix = `${PREFIX}${user}:`
  const there = await rows.count(`${prefix}0`, `${prefix}g`)
  if (there <= most) return
  const all = (await rows.range(`${prefix}0`, `${prefix}g`, there)).flatMap(({ key, data }) => {
    const kept = readKept(data)
    return kept ? [{ key, creates: kept.creates, at: kept.at }] : []
  })
  // Repeating an edit changes nothing; a repeated creation would exist twice.
  all.sort((a, b) => Number(a.creates) - Number(b.creates) || a.at - b.at)
  const gone = all.slice(0, all.length - Math.floor(most * (1 - SPARE)))
  const forgotten = gone.findLast(({ creates }) => creates)
  // Stored first, so that a missing key is never taken as proof that there was no creation.
  if (forgotten) await forget(rows, user, forgotten.at, ms)
  await rows.remove(gone.map(({ key }) => key))
  await rows.remove(gone.map(({ key, at }) => expiryKey(key.slice(PREFIX.length), at, ms)))
}

const known = new WeakMap<Payload, KeptKeys>()

/**
 * The stored keys of a site; `null` if its key-value store is not the database, so that keys cannot be stored safely.
 */
export function keptKeysOf(payload: Payload, settings: Settings): KeptKeys | null {
  const rows = keyRowsOf(payload)
  if (!rows) return null
  const before = known.get(payload)
  const kept = before?.settings === settings ? before : keptKeys(payload, rows, settings)
  known.set(payload, kept)
  return kept
}

function keptKeys(payload: Payload, rows: KeyRows, settings: Settings): KeptKeys {
  const counts = new Map<string, number>()
  const leaseOf = ({ user, key }: KeyName): string => `write:${user}:${key}`
  const nameIn = ({ user, key }: KeyName): string => `${user}:${key}`
  const rowOf = (name: KeyName): string => PREFIX + nameIn(name)
  return {
    settings,
    leases: leasesOf(payload),
    rows,
    leaseOf,
    rowOf,
    nameOf: (user, key) => ({
      user: digits(`${user.collection}\n${user.id}`, 20),
      key: digits(key, 40),
    }),
    read: async (name) => readKept(await rows.read(rowOf(name))),
    remembersFor: async (user) => {
      const forgotten = timeOf(await rows.read(FORGOT_PREFIX + user)) ?? 0
      return Math.max(0, Math.min(settings.keepAnswersForMs, Date.now() - forgotten))
    },
    begin: async (name) => {
      const at = Date.now()
      const keys = [rowOf(name), firstKey(leaseOf(name))]
      await expireLater(rows, nameIn(name), { keys, at }, settings.keepAnswersForMs)
      purgeHourly(rows, payload)
      const count = (counts.get(name.user) ?? 0) + 1
      counts.set(name.user, count)
      if (count % COUNT_EVERY === 0) {
        removeOldest(rows, name.user, settings).catch((err: unknown) =>
          payload.logger.warn({ err }, 'galley: old keys could not be removed'),
        )
      }
      return at
    },
    end: async (name, at) => {
      try {
        if (await rows.has(rowOf(name))) return
        await rows.remove([expiryKey(nameIn(name), at, settings.keepAnswersForMs)])
      } catch (err) {
        payload.logger.warn({ err }, 'galley: the row of a failed attempt could not be removed')
      }
    },
  }
}
