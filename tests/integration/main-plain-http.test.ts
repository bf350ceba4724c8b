import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { transport } from './main-site.ts'
import { editorLogin, install, type Installation } from './main-starts.ts'
import { startCms, type Cms } from './support/cms.ts'

/** A host that is not this computer; the transport of these tests leads it to the proxy. */
const FAR = 'http://cms.nordlys.test'
let cms: Cms
let proxy: FaultProxy
let installation: Installation

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
})
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})
beforeEach(async () => {
  proxy.seen.length = 0
  installation = await install((url, init) => transport(url.replace(FAR, proxy.url), init))
})
afterEach(() => installation.dispose())

const login = editorLogin(FAR)
const refusal = { outcome: 'problem', problem: { code: 'plain-http', detail: FAR } }

test('F31 http to another computer is not used before the person has accepted it: no password leaves', async () => {
  const { accounts } = await installation.start()
  expect(await accounts.probe(`${FAR}/admin`)).toEqual(refusal)
  expect(await accounts.login(login)).toEqual(refusal)
  expect(proxy.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/desktop'])
})

test('F31 what the person accepted of one address does not hold for another', async () => {
  const { accounts } = await installation.start()
  expect(await accounts.probe(FAR, 'http://cms.nordlys.other')).toEqual(refusal)
  expect(await accounts.login(login)).toEqual(refusal)
})

test('F31 what was accepted is remembered, until the server leaves the list', async () => {
  const first = await installation.start()
  expect(await first.accounts.probe(FAR, FAR)).toMatchObject({ outcome: 'ok', url: FAR })
  expect(await first.accounts.login(login)).toMatchObject({ outcome: 'ok' })

  const second = await installation.start()
  await second.accounts.restore()
  expect(second.accounts.current()?.account.server.url).toBe(FAR)
  expect(await second.accounts.probe(FAR)).toMatchObject({ outcome: 'ok' })
  await second.accounts.logout()
  await second.accounts.removeServer(second.settings.get().servers[0]?.id ?? '')
  expect(await second.accounts.probe(FAR)).toEqual(refusal)
})

test('F31 an account that was opened over http before anybody was asked is not opened again', async () => {
  const first = await installation.start()
  await first.accounts.probe(FAR, FAR)
  await first.accounts.login(login)
  first.settings.update({ sites: [] })
  // Its pending requests do not belong to the next start.
  await first.accounts.close()
  proxy.seen.length = 0

  const { accounts } = await installation.start()
  await accounts.restore()
  expect(accounts.current()).toBeNull()
  expect(proxy.seen).toEqual([])
})

test('F31 this computer itself needs no encryption', async () => {
  const { accounts } = await installation.start()
  expect(await accounts.probe(proxy.url)).toMatchObject({ outcome: 'ok' })
  expect(await accounts.login({ ...login, url: proxy.url })).toMatchObject({ outcome: 'ok' })
})
