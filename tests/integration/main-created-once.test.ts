import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeRef, refId, makeTempId } from '../../shared/cms/doc-ref.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import { waitUntil } from '../support/wait.ts'
import { commitOn, entryIn, openTestAccount, set, type TestAccount } from './main-site.ts'
import { at, startCms, type Cms } from './support/cms.ts'

/* The program against a site whose hooks throw, behind the real companion. */

const script = path.join(import.meta.dirname, 'support/hook-site.ts')

let dataDir: string
/** While it is there, plans do nothing. */
let calm: string
let cms: Cms
let proxy: FaultProxy
let account: TestAccount
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-hooks-'))
  calm = path.join(dataDir, 'calm')
  cms = await startCms({ dataDir, script, deadAfterSeconds: 3 })
  proxy = await startFaultProxy(cms.url)
  const login = await cms.login('users@example.com')
  token = login.token
  account = await openTestAccount({ url: proxy.url, token, userId: String(login.user['id']) })
  await account.connection.check()
  await account.refreshSchema()
})
afterAll(async () => {
  await account.dispose()
  await proxy.close()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  proxy.clearRules()
  proxy.shiftClock(0)
  await rm(calm, { force: true })
  await account.connection.check()
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
      expect(outcome).toMatchObject({ ref })
      expect(await account.site.store.getDocument(ref)).toMatchObject({ state: { kind: 'saved' } })
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

describe.each([
  ['named', 'SE', 'NO'],
  ['numbered', 46, 47],
] as const)('F58 an id that a person types: %s', (slug, typed, other) => {
  async function createAs(id: string | number) {
    const ref = await account.site.store.createDocument({
      slug,
      id: makeTempId(crypto.randomUUID()),
      data: {},
    })
    return commitOn(account, ref, 'save', [set('id', null, id, null), set('title', null, 'Here', null)], null)
  }
  const problemAt = async (key: string) => (await entryIn(account, key))?.problem

  test('is the id on the server, and one that is taken is said at its field', async () => {
    const key = await createAs(typed)
    const ref = makeRef('collection', slug, String(typed))
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent', ref })
    expect((await cms.request('GET', `/${slug}/${typed}`, { token })).json).toMatchObject({ id: typed })
    expect(await account.site.store.getDocument(ref)).toMatchObject({ state: { kind: 'saved' } })

    const again = await createAs(typed)
    expect(await account.sender.send(again)).toMatchObject({ type: 'parked' })
    expect(await problemAt(again)).toMatchObject({
      code: 'validation',
      fields: [{ path: 'id', message: 'Value must be unique' }],
    })
    const free = await createAs(other)
    expect(await account.sender.send(free)).toMatchObject({ type: 'sent' })
  })
})

test('F6 a creation whose hook throws before the row is not there, and waits', async () => {
  const { key } = await create('before', 'throw beforeChange')
  expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', attempts: 1 })
  expect(await count('before')).toBe(0)
})

describe('F3 SY4 a creation whose server was killed, and whose process left nobody who knows', () => {
  /** Sends what kills the server, and starts it again. */
  async function kill(key: string): Promise<void> {
    expect(await account.sender.send(key)).toMatchObject({ type: expect.stringMatching(/retry|offline/) })
    expect(await entryIn(account, key)).toMatchObject({ state: 'unknown' })
    await cms.stop()
    cms = await startCms({ dataDir, script, deadAfterSeconds: 3 })
    proxy.setTarget(cms.url)
    await account.connection.check()
  }
  /** The companion calls it running for as long as the killed process may be alive. */
  async function sendUntilKnown(key: string) {
    expect(await account.sender.send(key)).toMatchObject({ type: 'retry', reason: 'in progress' })
    return waitUntil(async () => {
      const outcome = await account.sender.send(key)
      return outcome.type === 'retry' ? null : outcome
    })
  }

  test('is made anew where nothing was created since, and is there once', async () => {
    proxy.shiftClock(60 * 60_000)
    await account.connection.check()
    const { key } = await create('killed-before', 'kill row')
    await kill(key)
    await writeFile(calm, '')
    expect(await sendUntilKnown(key)).toMatchObject({ type: 'sent' })
    expect(await count('killed-before')).toBe(1)
  })

  test.each([
    ['may be the one that is there', 'kill afterRow', 1],
    ['may be what somebody else has created since', 'kill row', 0],
  ])('is for a person to decide where it %s', async (_which, plan, there) => {
    const title = plan.replace(' ', '-')
    const { key } = await create(title, plan)
    await kill(key)
    await cms.request('POST', '/things', { token, body: { title: 'Somebody else’s' } })
    expect(await sendUntilKnown(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'outcome-unknown' },
    })
    expect(await count(title)).toBe(there)
  })
})
