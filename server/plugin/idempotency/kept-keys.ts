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

/** Request header that names a write; the same write is sent under the same key. */
export const KEY_HEADER = 'idempotency-key'

const PREFIX = 'galley-write:'
/** Of a user: when the latest creation was made whose key had to go before its time. */
const FORGOT_PREFIX = 'galley-forgot:'
/** Of each so many keys of a user one counts how many there are. */
const COUNT_EVERY = 50
/** How many of those too many go at once, as a share of how many may stay. */
const SPARE = 0.1

/** Where the keys of one user are: those of different users never meet. */
export type KeyName = { readonly user: string; readonly key: string }

/** What a site keeps under its users' keys. */
export type KeptKeys = {
  readonly settings: Settings
  readonly leases: Leases
  readonly rows: KeyRows
  /** The name of a key of this user, for its lease too. */
  readonly nameOf: (user: NonNullable<PayloadRequest['user']>, key: string) => KeyName
  readonly leaseOf: (name: KeyName) => string
  readonly rowOf: (name: KeyName) => string
  readonly read: (name: KeyName) => Promise<KeptAnswer | null>
  /** For how many ms back every creation of this user is known: less than keys are kept where they were too many. */
  readonly remembersFor: (user: string) => Promise<number>
  /** To be called once before anything is kept under a name; the time (ms) that is to be kept with it. */
  readonly begin: (name: KeyName) => Promise<number>
  /** To be called where an attempt that began at `at` failed: what it left, unless something is kept, goes. */
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

/** Keeps the number of a user's keys within bounds: the oldest go, edits before creations. */
async function removeOldest(rows: KeyRows, user: string, settings: Settings): Promise<void> {
  const { mostKeysPerUser: most, keepAnswersForMs: ms } = settings
  const prefix = `${PREFIX}${user}:`
  const there = await rows.count(`${prefix}0`, `${prefix}g`)
  if (there <= most) return
  const all = (await rows.range(`${prefix}0`, `${prefix}g`, there)).flatMap(({ key, data }) => {
    const kept = readKept(data)
    return kept ? [{ key, creates: kept.creates, at: kept.at }] : []
  })
  // An edit that is done again changes nothing more; a creation would be there twice.
  all.sort((a, b) => Number(a.creates) - Number(b.creates) || a.at - b.at)
  const gone = all.slice(0, all.length - Math.floor(most * (1 - SPARE)))
  const forgotten = gone.findLast(({ creates }) => creates)
  // First: a creation that is not found is never taken for one that was not made.
  if (forgotten) await forget(rows, user, forgotten.at, ms)
  await rows.remove(gone.map(({ key }) => key))
  await rows.remove(gone.map(({ key, at }) => expiryKey(key.slice(PREFIX.length), at, ms)))
}

const known = new WeakMap<Payload, KeptKeys>()

/** The kept keys of a site; `null` where its key-value store is not the database, and cannot keep them safely. */
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
