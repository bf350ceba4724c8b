import type { Payload } from 'payload'
import type { KeyRows } from './key-rows.ts'

const PREFIX = 'galley-expiry:'
const HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 200

/** The hour of a time as digits, so that keys sort by time: 2026112205. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13).replaceAll(/\D/g, '')

/** The keys of rows that may be removed, unless they were written after `at`. */
type Expiry = { readonly keys: readonly string[]; readonly at: number }

/** The time in a row; `null`: it has none. */
export function timeOf(data: unknown): number | null {
  const at: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'at') : null
  return typeof at === 'number' ? at : null
}

function expiryIn(data: unknown): Expiry {
  const keys: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'keys') : undefined
  const names = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  return { keys: names, at: timeOf(data) ?? Infinity }
}

/**
 * Key of the row that schedules the removal of rows made at `at` under a name; an hour later than due, never earlier.
 */
export const expiryKey = (name: string, at: number, ms: number): string =>
  `${PREFIX}${hourOf(at + ms + HOUR_MS)}:${name}`

/**
 * Schedules rows with the time `at` for removal `ms` later, by a row whose key begins with the hour. Write it before
 * them, so that every row has an expiry.
 */
export async function expireLater(
  rows: KeyRows,
  name: string,
  { keys, at }: Expiry,
  ms: number,
): Promise<void> {
  await rows.write(expiryKey(name, at, ms), { keys, at })
}

/** The due keys whose rows were not written again since, by a later attempt with an expiry of its own. */
async function goneWith(rows: KeyRows, due: readonly Expiry[]): Promise<string[]> {
  const asked = due.flatMap(({ keys }) => keys)
  const found = asked.length === 0 ? [] : await rows.readAll(asked)
  const madeAt = new Map(found.map(({ key, data }) => [key, timeOf(data)]))
  return due.flatMap(({ keys, at }) => (keys.some((key) => (madeAt.get(key) ?? 0) > at) ? [] : keys))
}

/** Removes due rows. It only reads those, by the range of their keys. */
async function removeDue(rows: KeyRows, now: number): Promise<void> {
  for (;;) {
    const found = await rows.range(`${PREFIX}0000000000`, `${PREFIX}${hourOf(now)}`, AT_ONCE)
    const due = found.filter(({ key }) => key.startsWith(PREFIX))
    if (due.length === 0) return
    const gone = await goneWith(
      rows,
      due.map(({ data }) => expiryIn(data)),
    )
    // Expired rows are removed first, then their expiry: if the process ends in between, the rest is done next time.
    await rows.remove(gone)
    await rows.remove(due.map(({ key }) => key))
  }
}

let lastAsked: string | null = null

/**
 * Removes due rows in the background, once an hour among all processes of a site, claimed by a row that expires
 * itself. A failure is logged; the next hour makes up for it.
 */
export function purgeHourly(rows: KeyRows, payload: Payload): void {
  const now = Date.now()
  const hour = hourOf(now)
  if (lastAsked === hour) return
  lastAsked = hour
  const purge = async (): Promise<void> => {
    const isOurs = await rows.insert(`${PREFIX}${hourOf(now + HOUR_MS)}:purge`, { keys: [] })
    if (isOurs) await removeDue(rows, now)
  }
  purge().catch((err: unknown) => payload.logger.warn({ err }, 'galley: old answers could not be removed'))
}
