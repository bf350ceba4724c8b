import { vi } from 'vitest'

/** Types in one burst: the clock stands still, so that no pause ends it, however busy the machine is. */
export function inOneBurst(type: () => void): void {
  if (vi.isFakeTimers()) return type()
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    type()
  } finally {
    vi.useRealTimers()
  }
}
