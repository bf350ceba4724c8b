import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRef, refId } from '../../shared/cms/doc-ref.ts'
import { makeTempId } from '../../shared/sync/temp-id.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import { commitOn, entryIn, openTestAccount, set, type TestAccount } from './main-site.ts'
import { at, startCms, type Cms } from './support/cms.ts'

/* The program against a site whose hooks throw, behind the real companion. */

const script = path.join(import.meta.dirname, 'support/hook-site.ts')

let dataDir: string
let cms: Cms
let proxy: FaultProxy
let account: TestAccount
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-hooks-'))
  cms = await startCms({ dataDir, script })
  proxy = await startFaultProxy(cms.url)
  const login = await cms.login('users@example.com')
  token = login.token
  account = await openTestAccount({ url: proxy.url, token, userId: String(login.user['id']) })
  await account.connection.check()
  await account.refreshSchema()
}, 120_000)
afterAll(async () => {
  await account.dispose()
  await proxy.close()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function create(title: string, plan: string): Promise<{ key: string; tempId: string }> {
  const tempId = makeTempId(crypto.randomUUID())
  const ref = await account.site.store.createDocument({ slug: 'things', id: tempId, data: {} })
  const changes = [set('title', null, title, null), set('plan', null, plan, null)]
  return { key: await commitOn(account, ref, 'save', changes, null), tempId }
}
const count = async (title: string): Promise<unknown> =>
  at((await cms.request('GET', `/things/count?where[title][equals]=${title}`, { token })).json, 'totalDocs')
const strike = (fault: Fault) =>
  proxy.addRule({
    match: ({ method, path: asked }) => method === 'POST' && asked.startsWith('/api/things'),
    fault,
    times: 1,
  })

describe('F1 a creation whose hook throws after the row', () => {
  test.each(['afterChange', 'fieldAfterChange'])(
    'is there once, with the server’s words: %s',
    async (point) => {
      const title = `words-${point}`
      const { key, tempId } = await create(title, `refuse ${point}`)
      const outcome = await account.sender.send(key)
      expect(outcome).toMatchObject({ type: 'sent', words: `Refused in ${point}.` })
      expect(await account.sender.send(key)).toEqual({ type: 'gone' })
      expect(await count(title)).toBe(1)
      const ref = await account.site.store.resolveId(makeRef('collection', 'things', tempId))
      expect(refId(ref)).toMatch(/^\d+$/)
    },
  )

  test('is there once where that answer was lost, and the words are heard all the same', async () => {
    const { key } = await create('lost-words', 'refuse afterChange')
    strike({ kind: 'drop-after' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent', words: 'Refused in afterChange.' })
    expect(await count('lost-words')).toBe(1)
  })
})

test('F6 a creation whose hook throws before the row is not there, and waits', async () => {
  const { key } = await create('before', 'throw beforeChange')
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(await count('before')).toBe(0)
})
