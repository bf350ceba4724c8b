import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tries } from '../../../support/tries.ts'
import { found } from './form-found.ts'
import { play, step, type Steps } from './form-world.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const runs = tries<[Steps]>(60)

it('SY1 SY6 SY7 DM3 whatever happens below the form, what was done in it stays until the server has it or it was given up', async () => {
  const result = fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 5, maxLength: 60 }), play),
    runs,
  )
  await expect(result).resolves.toBeUndefined()
})

describe('T2 what the property has found', () => {
  it.each(Object.entries(found))('%s', async (_title, steps) => {
    await expect(
      play(steps.map((one) => ('do' in one ? [one, false] : [one[0], true]))),
    ).resolves.toBeUndefined()
  })
})
