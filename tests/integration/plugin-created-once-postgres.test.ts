import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, codeOf, startCms } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'
import { startPostgres } from './support/postgres.ts'
import type { Postgres } from './support/postgres.ts'

/* The same as plugin-created-once.test.ts on a database with transactions: the mark of a creation goes with its row. */

let postgres: Postgres
let dataDir: string
let one: Cms
let two: Cms
let token: string

const start = (): Promise<Cms> => {
  const url = new URL(postgres.url)
  // A database of this site's own; Payload makes it.
  url.pathname = '/hooks'
  const script = path.join(import.meta.dirname, 'support/hook-site.ts')
  return startCms({ dataDir, script, args: [`--db=${url.href}`] })
}
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-hooks-'))
  postgres = await startPostgres()
  one = await start()
  two = await start()
  token = (await one.login('users@example.com')).token
})
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()])
  await postgres.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const create = (key: string, plan: string, to = one): Promise<CmsAnswer> =>
  to.request('POST', '/drafts', {
    token,
    headers: { 'idempotency-key': key },
    body: { title: key, plan },
  })
const count = async (key: string): Promise<unknown> =>
  at((await two.request('GET', `/drafts/count?where[title][equals]=${key}`, { token })).json, 'totalDocs')
const stateOf = async (key: string): Promise<unknown> =>
  at((await two.request('GET', `/desktop/writes/${key}`, { token })).json, 'state')
const replayed = (answer: CmsAnswer): string | null => answer.headers.get('idempotency-replayed')
const mended = (): Promise<void> => writeFile(path.join(dataDir, 'calm'), '')
const broken = (): Promise<void> => rm(path.join(dataDir, 'calm'), { force: true })

it.each(['beforeChange', 'row', 'afterRow', 'fieldAfterChange', 'afterChange'])(
  'F1 SY4 a creation whose hook throws is taken back with its mark, and may succeed later: %s',
  async (point) => {
    const key = randomUUID()
    for (let round = 0; round < 2; round += 1) {
      const refused = await create(key, `refuse ${point}`)
      expect([refused.status, codeOf(refused), replayed(refused)]).toEqual([418, undefined, null])
    }
    expect([await count(key), await stateOf(key)]).toEqual([0, 'absent'])
    await mended()
    const done = await create(key, `refuse ${point}`)
    expect([done.status, replayed(done), await count(key), await stateOf(key)]).toEqual([
      201,
      null,
      1,
      'done',
    ])
    await broken()
  },
)

it('SY4 two servers do a creation once, which both get under one key at the same time, forty times', async () => {
  for (let round = 0; round < 40; round += 1) {
    const key = randomUUID()
    const answers = await Promise.all([create(key, ''), create(key, '', two)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(answers.map(replayed)).toEqual(expect.arrayContaining([null, 'partial']))
    expect(new Set(answers.map(({ json }) => at(json, 'doc', 'id'))).size).toBe(1)
    expect(await count(key)).toBe(1)
  }
})

it('SY4 more creations at once than the server has connections are all done', async () => {
  const keys = Array.from({ length: 40 }, () => randomUUID())
  const answers = await Promise.all(keys.map((key) => create(key, '')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ json }) => at(json, 'doc', 'id'))).size).toBe(keys.length)
})

it('F23 SY4 a creation whose server is killed is made by the next who asks, wherever it was', async () => {
  const points = ['row', 'afterRow', 'afterChange'] as const
  const keys = points.map((point) => ({ key: randomUUID(), plan: `kill ${point}` }))
  for (const { key, plan } of keys) {
    await expect(create(key, plan)).rejects.toThrow('fetch failed')
    await one.stop()
    one = await start()
  }
  await mended()
  const answers = await Promise.all(keys.map(({ key, plan }) => create(key, plan)))
  await broken()
  expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual(points.map(() => [201, null]))
  expect(await Promise.all(keys.map(({ key }) => count(key)))).toEqual([1, 1, 1])
})
