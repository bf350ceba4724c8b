import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { openListSite } from '../integration/list-parity.ts'
import { addForRandomLists, LISTED, randomLists, type Database } from '../integration/random-lists.ts'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startPostgres } from '../integration/support/postgres.ts'
import buildStoreWorker from '../support/build-store-worker.ts'
import { seeded } from './random.ts'

/*
 * npm run soak -- --lists [--seed=N] [--count=M] [--database=sqlite|postgres]: random lists, asked of the CMS and of
 * what is on this computer, on SQLite and on PostgreSQL. Prints each one that is answered differently.
 */

const { values } = parseArgs({
  options: {
    lists: { type: 'boolean' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    count: { type: 'string', default: '5000' },
    database: { type: 'string', default: 'sqlite,postgres' },
  },
})
const seed = Number(values.seed)
await buildStoreWorker()

/** The demo on that database, and its end. */
async function startOn(database: Database): Promise<{ cms: Cms; dispose: () => Promise<void> }> {
  if (database === 'sqlite') {
    const cms = await startCms()
    return { cms, dispose: cms.dispose }
  }
  const postgres = await startPostgres()
  const cms = await startCms({ dataDir: postgres.dataDir, args: [`--db=${postgres.url}`] })
  return {
    cms,
    dispose: async () => {
      await cms.dispose()
      await postgres.dispose()
    },
  }
}

for (const database of v.parse(v.array(v.picklist(['sqlite', 'postgres'])), values.database.split(','))) {
  const { cms, dispose } = await startOn(database)
  const site = await openListSite(cms, LISTED, addForRandomLists)
  try {
    const asked = await randomLists(seeded(seed), site, database, Number(values.count))
    let withRows = 0
    const found = await site.differences(asked, ({ ids }) => (withRows += ids.length > 0 ? 1 : 0))
    for (const one of found) process.stdout.write(`${JSON.stringify(one)}\n`)
    process.stdout.write(
      `lists: seed ${seed}, ${asked.length} on ${database}, ${withRows} with rows, ${found.length} answered differently\n`,
    )
    if (found.length > 0) process.exitCode = 1
  } finally {
    await site.dispose()
    await dispose()
  }
}
