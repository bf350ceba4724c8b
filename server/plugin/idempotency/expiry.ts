import type { Payload } from 'payload'
import type { KeyRows } from './key-rows.ts'

const PREFIX = 'galley-expiry:'
const HOUR_MS = 60 * 60 * 1000
const AT_ONCE = 200

/** An hour as digits, so that a list of keys is in the order of time: 2026112205. */
const hourOf = (time: number): string => new Date(time).toISOString().slice(0, 13).replaceAll(/\D/g, '')

function keysIn(data: unknown): readonly string[] {
  const keys: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'keys') : undefined
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
}

/**
 * Says which rows may go in `ms`: a row whose key begins with the hour. To be written before them, so that nothing is
 * ever there without an end.
 */
export async function expireLater(
  rows: KeyRows,
  name: string,
  keys: readonly string[],
  ms: number,
): Promise<void> {
  // An hour more: never before its time.
  await rows.insert(`${PREFIX}${hourOf(Date.now() + ms + HOUR_MS)}:${name}`, { keys })
}

/** Removes what is due. It reads only that, by the range of its keys. */
async function removeDue(rows: KeyRows, now: number): Promise<void> {
  for (;;) {
    const found = await rows.range(`${PREFIX}0000000000`, `${PREFIX}${hourOf(now)}`, AT_ONCE)
    const due = found.filter(({ key }) => key.startsWith(PREFIX))
    if (due.length === 0) return
    // What expires first and what says so last: a process that ends between the two has only more to do next time.
    await rows.remove(due.flatMap(({ data }) => keysIn(data)))
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
