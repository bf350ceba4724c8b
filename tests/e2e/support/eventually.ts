import { expect } from 'vitest'
import { PATIENCE } from '../../support/wait.ts'

/** Asks again until the matcher that follows holds; fails with its words after PATIENCE. */
export function eventually<T>(read: () => T): ReturnType<typeof expect.poll> {
  return expect.poll(read, { timeout: PATIENCE, interval: 50 })
}
