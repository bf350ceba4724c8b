/** Milliseconds without activity of the person before background work goes on. */
const QUIET_MS = 1000

/** Pauses background work while the person is active. */
export type IdleGate = {
  /** The person does something, so background work pauses. */
  personActs: () => void
  /** Resolves when the person has paused; at once if they are away, or when `signal` is aborted. */
  pass: (signal: AbortSignal) => Promise<void>
}

/** `now`: a clock that only goes forward, in milliseconds. */
export function createIdleGate(options: { quietMs?: number; now?: () => number } = {}): IdleGate {
  const { quietMs = QUIET_MS, now = () => performance.now() } = options
  let lastAct = Number.NEGATIVE_INFINITY
  return {
    personActs: () => {
      lastAct = now()
    },
    async pass(signal) {
      while (!signal.aborted) {
        const left = lastAct + quietMs - now()
        if (left <= 0) return
        await pause(left, signal)
      }
    },
  }
}

/** Waits that long, or until `signal` is aborted. Its timer keeps no process alive. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    signal.addEventListener('abort', done)
  })
}
