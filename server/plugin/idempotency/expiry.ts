import type { Payload } from 'payload'
import type { KeyRows } from './key-rows.ts'

const PREFIX = 'galley-expiry:'
const HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 200

/** An hour as digits, so that a list of keys is in the order of time: 2026112205. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13).replaceAll(/\D/g, '')

/** Which rows may go, by their keys, unless they were made after `at`. */
type Expiry = { readonly keys: readonly string[]; readonly at: number }

/** When a row was made; `null`: it does not say. */
export function timeOf(data: unknown): number | null {
  const at: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'at') : null
  return typeof at === 'number' ? at : null
}

function expiryIn(data: unknown): Expiry {
  const keys: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'keys') : undefined
  const names = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  return { keys: names, at: timeOf(data) ?? Infinity }
}

/** Key of the row that says when what was made at `at` under a name may go. An hour more: never before its time. */
export const expiryKey = (name: string, at: number, ms: number): string =>
  `${PREFIX}${hourOf(at + ms + HOUR_MS)}:${name}`

/**
 * Says which rows, which carry `at`, may go `ms` after that: a row whose key begins with the hour. To be written before
 * them, so that nothing is ever there without an end.
 */
export async function expireLater(
  rows: KeyRows,
  name: string,
  { keys, at }: Expiry,
  ms: number,
): Promise<void> {
  await rows.write(expiryKey(name, at, ms), { keys, at })
}

/** Of what is due, the keys of rows that were not made again since, by a later attempt with an end of its own. */
async function goneWith(rows: KeyRows, due: readonly Expiry[]): Promise<string[]> {
  const asked = due.flatMap(({ keys }) => keys)
  const found = asked.length === 0 ? [] : await rows.readAll(asked)
  const madeAt = new Map(found.map(({ key, data }) => [key, timeOf(data)]))
  return due.flatMap(({ keys, at }) => (keys.some((key) => (madeAt.get(key) ?? 0) > at) ? [] : keys))
}

/** Removes what is due. It reads only that, by the range of its keys. */
async function removeDue(rows: KeyRows, now: number): Promise<void> {
  for (;;) {
    const found = await rows.range(`${PREFIX}0000000000`, `${PREFIX}${hourOf(now)}`, AT_ONCE)
    const due = found.filter(({ key }) => key.startsWith(PREFIX))
    if (due.length === 0) return
    const gone = await goneWith(
      rows,
      due.map(({ data }) => expiryIn(data)),
    )
    // What expires first and what says so last: a process that ends between the two has only more to do next time.
    await rows.remove(gone)
    await rows.remove(due.map(({ key }) => key))
  }
}

let lastAsked: string | null = null

/**
 * Removes what is due in the background: once an hour among all processes of a site, by a row that only one of them can
 * make and that expires itself. A failure is logged; the next hour makes up for it.
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
