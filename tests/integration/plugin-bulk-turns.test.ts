import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ok, startCms } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

const script = path.join(import.meta.dirname, 'support/hook-site.ts')

let dataDir: string
let cms: Cms
let chief: string
let clerk: string
let database: DatabaseSync

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-bulk-'))
  cms = await startCms({ dataDir, script, deadAfterSeconds: 3 })
  chief = (await cms.login('users@example.com')).token
  clerk = (await cms.login('clerk@example.com')).token
  ok(await cms.request('POST', '/wages', { token: chief, body: { name: 'A', rate: 5, boss: 1 } }))
  ok(await cms.request('POST', '/drafts?draft=true', { token: chief, body: { title: 'A' } }))
  database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
  database.exec(`CREATE TABLE made (key TEXT);
    CREATE TRIGGER made AFTER INSERT ON payload_kv BEGIN INSERT INTO made VALUES (NEW.key); END`)
})
afterAll(async () => {
  database.close()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => database.exec('DELETE FROM made'))

/** The leases that were taken, also those that were given back. */
const leases = (): number =>
  database.prepare("SELECT key FROM made WHERE key LIKE 'galley-lease:of:document%'").all().length
const said = ({ status, text }: CmsAnswer): unknown[] => [status, text]
const bulk = (method: string, token: string, target: string): Promise<CmsAnswer> =>
  cms.request(method, target, { token, body: {} })

it.each(['PATCH', 'DELETE'])(
  'SY3 a bulk write by what its user may not ask for is refused alike and takes no turn, whether it fits or not: %s',
  async (method) => {
    const asked: [string, string, string][] = [
      [clerk, '/users?where[hash][exists]=true', '/users?where[hash][equals]=none'],
      [
        clerk,
        '/users?where[or][0][resetPasswordToken][exists]=false',
        '/users?where[or][0][resetPasswordToken][equals]=none',
      ],
      [clerk, '/wages?where[rate][equals]=5', '/wages?where[rate][equals]=6'],
      [clerk, '/wages?where[AND][0][rate][equals]=5', '/wages?where[AND][0][rate][equals]=6'],
      [chief, '/wages?where[boss.hash][exists]=true', '/wages?where[boss.hash][equals]=none'],
    ]
    for (const [token, fits, fitsNot] of asked) {
      const answer = await bulk(method, token, fits)
      expect([fits, answer.status]).toEqual([fits, 400])
      expect(said(await bulk(method, token, fitsNot))).toEqual(said(answer))
    }
    expect(leases()).toBe(0)
  },
)

it('SY3 a bulk write in an order that its user may not ask for takes no turn', async () => {
  const answer = await bulk('PATCH', clerk, '/wages?where[name][exists]=true&sort=-rate&limit=1')
  expect([answer.status, leases()]).toEqual([400, 0])
})

it.each(['/drafts?where[AND][0][title][equals]', '/drafts?draft=true&where[AND][0][title][equals]'])(
  'SY3 a bulk write takes the turns of what it fits and of nothing else: %s',
  async (target) => {
    ok(await bulk('PATCH', clerk, `${target}=none`))
    expect(leases()).toBe(0)
    ok(await bulk('PATCH', clerk, `${target}=A`))
    expect(leases()).toBe(1)
  },
)
