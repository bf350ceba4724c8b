import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGeneratedSite, type GeneratedSite } from './round-trip.ts'
import { tries } from '../support/tries.ts'

/** Which schema, and which documents and edits; `npm run soak -- --round-trip` takes others. */
const SCHEMA = 20_261_122
const SEED = 20_261_122
const RUNS = 40

let site: GeneratedSite

beforeAll(async () => {
  site = await openGeneratedSite(SCHEMA)
})
afterAll(() => site.dispose())

const draws = (most: number) => fc.array(fc.nat(9972), { minLength: 8, maxLength: most })

test('of any document of a generated site any single edit sends what was edited, and all else is as it was', async () => {
  const seen = { edited: 0, nothing: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.record({ collection: fc.nat(2), document: draws(200), edit: draws(20) }),
      async (round) => {
        seen[await site.run(round)] += 1
      },
    ),
    tries(RUNS, { seed: SEED, endOnFailure: false }),
  )
  expect(seen.edited).toBeGreaterThan(RUNS / 2)
})
