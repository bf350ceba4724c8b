import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '../../shared/ipc.ts'
import { listQuery, openListSite, type Listed, type ListSite } from './list-parity.ts'
import { startCms, type Cms } from './support/cms.ts'
import { startPostgres, type Postgres } from './support/postgres.ts'

/* Known differences between lists of the server and of this computer: the table of docs/store.md, row by row. */

let postgres: Postgres
let servers: Cms[]
let sites: ListSite[]

/** Most servers sort by a language's collation; the tests' server does not. */
const byLetters = ['sink', '_sink_v'].map((table) => {
  const column = table === 'sink' ? 'text' : 'version_text'
  return `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE varchar COLLATE "und-x-icu"`
})

beforeAll(async () => {
  postgres = await startPostgres(byLetters)
  servers = [await startCms(), await startCms({ dataDir: postgres.dataDir, args: [`--db=${postgres.url}`] })]
  sites = []
  for (const cms of servers) sites.push(await openListSite(cms, ['kitchen-sink']))
})
afterAll(async () => {
  for (const site of sites) await site.dispose()
  for (const cms of servers) await cms.dispose()
  await postgres.dispose()
})

type Answers = { sqlite: Listed; postgres: Listed; here: Listed }

const among = (ids: string[], parts: Partial<ListQuery>): ListQuery =>
  listQuery('kitchen-sink', { where: { id: { in: ids } }, ...parts })
const listed = (...ids: string[]): Listed => ({ ids, total: ids.length })

/** The rows, by the first column of the table. */
const rows: [difference: string, asked: ListQuery, answers: Answers][] = [
  [
    'an order, of documents without a value',
    among(['3', '4', '6'], { sort: 'number' }),
    { sqlite: listed('6', '3', '4'), postgres: listed('3', '4', '6'), here: listed('6', '3', '4') },
  ],
  [
    'an order by options',
    among(['3', '4', '5'], { sort: 'radio' }),
    { sqlite: listed('4', '5', '3'), postgres: listed('3', '4', '5'), here: listed('4', '5', '3') },
  ],
  [
    'an order by texts',
    among(['3', '5', '6'], { sort: 'text' }),
    { sqlite: listed('6', '3', '5'), postgres: listed('3', '5', '6'), here: listed('6', '3', '5') },
  ],
  [
    'letters beyond A to Z, searched in the other case',
    listQuery('kitchen-sink', { search: 'äpfel' }),
    { sqlite: listed(), postgres: listed('4'), here: listed('4') },
  ],
  [
    'a `\\` that is searched for',
    listQuery('kitchen-sink', { search: '\\' }),
    { sqlite: listed(), postgres: listed('12'), here: listed() },
  ],
  [
    'how many fit, asked behind the last page',
    listQuery('kitchen-sink', { where: { 'array.name': { in: ['apple', 'banana'] } }, page: 2 }),
    { sqlite: listed(), postgres: listed(), here: { ids: [], total: 2 } },
  ],
]

test.each(rows)('M.03 (part) differs for a reason: %s', async (_, asked, expected) => {
  const [onSqlite, onPostgres] = sites
  expect(await onSqlite?.fromServer(asked)).toEqual(expected.sqlite)
  expect(await onPostgres?.fromServer(asked)).toEqual(expected.postgres)
  for (const site of sites) expect(await site.fromHere(asked)).toEqual(expected.here)
})

test('the docs have each of these rows, and no other', async () => {
  const text = await readFile(new URL('../../docs/store.md', import.meta.url), 'utf8')
  const table = text.split('## Lists without the server')[1]?.split('\n## ')[0] ?? ''
  const cells = table
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split('|')[1]?.trim()] : []))
  expect(cells.slice(2)).toEqual(rows.map(([difference]) => difference))
})
