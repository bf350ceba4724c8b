import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { openGeneratedSite } from '../integration/round-trip.ts'
import buildStoreWorker from '../support/build-store-worker.ts'

/*
 * npm run soak -- --round-trip [--seed=N] [--schemas=K] [--runs=M]: documents of generated sites, each opened, left and
 * edited once; K sites with M documents each. What fails is said as small as it can be made, with its seeds.
 */

const { values } = parseArgs({
  options: {
    'round-trip': { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    schemas: { type: 'string', default: '5' },
    runs: { type: 'string', default: '100' },
  },
})
const seed = Number(values.seed)
await buildStoreWorker()
const draws = (most: number) => fc.array(fc.nat(9972), { minLength: 8, maxLength: most })

for (let schema = seed; schema < seed + Number(values.schemas); schema += 1) {
  const seen = { edited: 0, nothing: 0 }
  const site = await openGeneratedSite(schema)
  try {
    const result = await fc.check(
      fc.asyncProperty(
        fc.record({ collection: fc.nat(2), document: draws(200), edit: draws(20) }),
        async (round) => {
          seen[await site.run(round)] += 1
        },
      ),
      { numRuns: Number(values.runs), seed: schema },
    )
    if (result.failed) process.exitCode = 1
    const words = result.failed
      ? `${String(result.errorInstance)}\n${(await fc.asyncDefaultReportMessage(result)) ?? ''}`
      : 'all else as it was'
    process.stdout.write(`schema and seed ${schema}: ${seen.edited} edits, ${words}\n`)
  } finally {
    await site.dispose()
  }
}
