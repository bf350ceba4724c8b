const BASE_MS = 1_000
const CAP_MS = 60_000

/**
 * How long to wait before the next try, in milliseconds (SY9): full jitter over 1 s, 2 s, 4 s ... at most 60 s, and
 * never less than the server asked for. `attempt` counts tries that failed, from 1; `random` gives [0, 1).
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: () => number): number {
  const exponent = Math.min(Math.max(1, Math.floor(attempt)) - 1, 16)
  const jitter = Math.floor(random() * Math.min(CAP_MS, BASE_MS * 2 ** exponent))
  return retryAfterMs === null ? jitter : retryAfterMs + Math.floor(jitter / 4)
}
