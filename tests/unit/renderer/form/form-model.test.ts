import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { step, World } from './form-world.ts'
import { settle } from './real-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it(
  'SY1 SY6 DM3 whatever happens below the form, what was done in it stays until the server has it or it was given up',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 60 }),
        async (steps) => {
          const world = new World()
          try {
            await world.open()
            for (const [action, isQuick] of steps) {
              await world.take(action)
              // Before what it brought about is over, the next comes.
              if (isQuick) continue
              await settle()
              expect(world.missing()).toEqual([])
            }
            await settle()
            expect(world.missing()).toEqual([])
          } finally {
            world.end()
          }
        },
      ),
      { numRuns: 60 },
    )
  },
)
