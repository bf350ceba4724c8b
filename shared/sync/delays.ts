const BASE_MS = 1_000
const CAP_MS = 60_000

/**
 * Milliseconds until the next try (SY9): full jitter over 1 s, 2 s, 4 s ... at most 60 s, and not less than the
 * server asked for. `attempt`: failed tries, from 1; `random` returns [0, 1).
 */
export function retryDelayMs(attempt: number, askedMs: number | null, random: () => number): number {
  const exponent = Math.min(Math.max(1, Math.floor(attempt)) - 1, 16)
  const jitter = Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** exponent))
  return askedMs === null ? jitter : askedMs + Math.floor(jitter / 4)
}

/** Longest delay of setTimeout in milliseconds: a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/** Longest wait for a Retry-After, in milliseconds. A server that needs more time says so again. */
const LONGEST_MS = 60 * 60 * 1000

/**
 * Retry-After in milliseconds, null if it is not usable. Seconds, or an HTTP date, which is compared with the
 * answer's Date header: this computer's clock decides nothing (SY11).
 */
export function retryAfterMs(retryAfter: string | null, date: string | null): number | null {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_MS)
  const until = httpDate(text)
  const now = httpDate(date ?? '')
  return until === null || now === null ? null : Math.min(Math.max(0, until - now), LONGEST_MS)
}

/** Milliseconds of a date as HTTP writes them, null for other texts, which are dates to some engines. */
export function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8}, .*GMT$/.test(text)) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}
