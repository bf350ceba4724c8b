const BASE_MS = 1_000
const CAP_MS = 60_000

/**
 * Milliseconds until the next try (SY9): full jitter over 1 s, 2 s, 4 s ... at most 60 s, and not less than the
 * server asked for. `attempt`: failed tries, from 1; `random` returns [0, 1).
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: () => number): number {
  const exponent = Math.min(Math.max(1, Math.floor(attempt)) - 1, 16)
  const jitter = Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** exponent))
  return retryAfterMs === null ? jitter : retryAfterMs + Math.floor(jitter / 4)
}
