/** More than this is not waited for in one go; the server says so again if it still means it. */
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
