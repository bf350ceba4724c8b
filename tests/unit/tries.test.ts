import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const TESTS = fileURLToPath(new URL('..', import.meta.url))

it('T2 GALLEY_SEED, GALLEY_PATH and GALLEY_RUNS reach every property: no test says itself how it is tried', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const own = files.filter((name) => /\bnumRuns\s*:/.test(readFileSync(join(TESTS, name), 'utf8')))
  // The soak has options of its own, and a site is drawn once.
  expect(own.map((name) => name.replaceAll('\\', '/')).toSorted()).toEqual([
    'integration/support/access-site.ts',
    'soak/run-round-trip.ts',
    'support/tries.ts',
  ])
})
