import { expect } from 'vitest'

/** Asks again until the matcher that follows holds; fails with its words after 20 s. */
export function eventually<T>(read: () => T): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: 20_000, interval: 50 })
}
