import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../soak/random.ts'
import { openListSite, type ListSite } from './list-parity.ts'
import { addForRandomLists, LISTED, randomLists } from './random-lists.ts'
import { startCms, type Cms } from './support/cms.ts'

/* `npm run soak -- --lists` asks 5,000 of them, on SQLite and on PostgreSQL. */

const SEED = 20_261_128

let cms: Cms
let site: ListSite

beforeAll(async () => {
  cms = await startCms()
  site = await openListSite(cms, LISTED, addForRandomLists)
})
afterAll(async () => {
  await site.dispose()
  await cms.dispose()
})

test(`M.03 (part) 200 random lists are the server's: rules, orders, pages and searches of seed ${SEED}`, async () => {
  const asked = await randomLists(seeded(SEED), site, 'sqlite', 200)
  let withRows = 0
  expect(await site.differences(asked, ({ ids }) => (withRows += ids.length > 0 ? 1 : 0))).toEqual([])
  expect(withRows).toBeGreaterThan(50)
})
