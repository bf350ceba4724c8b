import { beforeEach, expect, test, vi } from 'vitest'
import { createAccounts } from '../../../main/accounts/accounts.ts'
import type { AccountsOptions } from '../../../main/accounts/accounts-options.ts'
import { appHandlers } from '../../../main/ipc/app-handlers.ts'
import { exportsHandlers, filesHandlers } from '../../../main/ipc/files-handlers.ts'
import type { HandlerContext } from '../../../main/ipc/handler-context.ts'
import { silentLog } from '../../../main/log.ts'
import { mayUseServer, offeredServers, proxyConfig } from '../../../main/policy/policy-effects.ts'
import { decidePolicy, windowPolicy } from '../../../main/policy/policy.ts'
import { serverId } from '../../../main/server/address.ts'
import { memoryTokenJar } from '../../../main/server/session/token.ts'
import { createSettings, type SettingsStore } from '../../../main/settings/settings.ts'
import { createOutsideLinks } from '../../../main/windows/guard-contents.ts'

const { opened } = vi.hoisted(() => ({ opened: [] as string[] }))
vi.mock('electron', () => ({
  shell: {
    openExternal: (url: string) => {
      opened.push(url)
      return Promise.resolve()
    },
  },
}))

const reading = (values: Record<string, unknown>) =>
  decidePolicy([{ name: 'policy.json', state: 'read', values }], {})
const serverAt = (url: string, name = url) => ({
  id: serverId(url),
  url,
  name,
  waiting: null,
  lastIdentifier: null,
})
const OTHER = 'https://other.example'
const OWN = 'https://cms.example'

let settings: SettingsStore
beforeEach(() => {
  opened.length = 0
  settings = createSettings({ read: () => null, write: () => undefined }, silentLog)
})

test('servers of the policy stand in the list after those that are known, each once', () => {
  const { policy } = reading({ servers: [OWN, { url: OTHER, name: 'Other' }, `${OTHER}/`] })
  const known = [serverAt(OWN, 'Known'), serverAt('https://c.example')]
  expect(offeredServers(known, policy)).toEqual([...known, serverAt(OTHER, 'Other')])
  expect(offeredServers([], policy).map(({ name }) => name)).toEqual(['cms.example', 'Other'])
})

test('with only these servers no other address may be used, nor one that only looks alike', () => {
  const { policy } = reading({ servers: [`${OWN}/site`], onlyTheseServers: true })
  for (const url of [`${OWN}/site`, `${OWN}/site/cms-api`])
    expect(mayUseServer(url, policy, [serverAt(OTHER)])).toBe(true)
  for (const url of [OWN, `${OWN}/site-2`, OTHER, `http://cms.example/site`, `${OWN}.evil.example/site`])
    expect(mayUseServer(url, policy, [serverAt(OTHER)])).toBe(false)
  expect(mayUseServer(OTHER, reading({ servers: [OWN] }).policy, [])).toBe(true)
  // Without a list it is those that were added before.
  const { policy: closed } = reading({ onlyTheseServers: true })
  expect(mayUseServer(OTHER, closed, [serverAt(OTHER)])).toBe(true)
  expect(mayUseServer(OWN, closed, [serverAt(OTHER)])).toBe(false)
})

test('no way to log in, and no account of the last time, reaches a server that is not allowed', async () => {
  const { policy } = reading({ servers: [OWN], onlyTheseServers: true })
  const asked: string[] = []
  const unused = (): never => {
    throw new Error('nothing of it may be opened')
  }
  settings.putServer(serverAt(OTHER))
  settings.update({
    lastAccount: { serverId: serverId(OTHER), collection: 'users', userId: '1', label: 'Ada' },
  })
  const accounts = createAccounts({
    settings,
    accessFor: ({ url }) => ({
      transport: (address) => {
        asked.push(`${url} ${address}`)
        return Promise.reject(new Error('no network'))
      },
      tokens: memoryTokenJar(),
    }),
    mayUseServer: (url) => mayUseServer(url, policy, settings.get().servers),
    openStore: unused,
    openFiles: unused,
    localData: {} as AccountsOptions['localData'],
    flush: () => Promise.resolve(true),
    reload: unused,
    language: () => 'en',
    sendEvent: unused,
    notify: unused,
    openExternal: unused,
    onOpened: unused,
    onLeft: () => undefined,
    log: silentLog,
  })
  const refused = { outcome: 'problem', problem: { code: 'not-allowed', detail: '' } }
  const way = { url: OTHER, collection: 'users', keep: true, inPlace: false }
  expect(await accounts.probe(OTHER)).toEqual(refused)
  expect(await accounts.login({ ...way, identifier: 'ada', password: 'x' })).toEqual(refused)
  expect(await accounts.browserLogin(way)).toEqual(refused)
  expect(
    await accounts.registerFirstUser({ ...way, values: { email: 'ada@example.com' }, password: 'x' }),
  ).toEqual(refused)
  expect(await accounts.forgotPassword({ ...way, identifier: 'ada' })).toEqual(refused)
  expect(await accounts.resetPassword({ ...way, token: 't', password: 'x' })).toEqual(refused)
  expect(await accounts.verifyEmail({ ...way, token: 't' })).toEqual(refused)
  await accounts.restore()
  expect(accounts.current()).toBe(null)
  expect(asked).toEqual([])
  // The one that is allowed is asked.
  expect(await accounts.probe(OWN)).toMatchObject({ problem: { code: 'unreachable' } })
  expect(asked.length).toBeGreaterThan(0)
})

const contextOf = (values: Record<string, unknown>) => {
  const saved: string[] = []
  const save = (name: string) => {
    saved.push(name)
    return Promise.resolve({ outcome: 'cancelled' })
  }
  const context = {
    reading: reading(values),
    settings,
    accounts: { current: () => null, removeServer: () => Promise.resolve([]) },
    showMenu: () => undefined,
    saveJson: () => save('json'),
    exportUnsent: () => Promise.resolve('{}'),
  } as unknown as HandlerContext
  return { context, saved }
}

test('without exports main writes no file, whatever a window asks for', async () => {
  const { context, saved } = contextOf({ export: false })
  const app = appHandlers(context)
  const files = filesHandlers(context)
  const of = { slug: 'media', id: '1' }
  const calls: (() => unknown)[] = [
    () => app['app.saveJson']({ name: 'a', text: '{}' }),
    () => app['localData.export']({ serverId: 's', account: 'a', file: 'f', name: 'n' }),
    () => files['files.save'](of),
    () => files['files.bring'](of),
    () => files['files.drag']({ id: 'x' }),
    () =>
      exportsHandlers(context)['exports.write'](
        {} as Parameters<ReturnType<typeof exportsHandlers>['exports.write']>[0],
      ),
  ]
  for (const call of calls) await expect((async () => call())()).rejects.toThrow('managed')
  expect(saved).toEqual([])
  const free = contextOf({ export: true })
  await appHandlers(free.context)['app.saveJson']({ name: 'a', text: '{}' })
  expect(free.saved).toEqual(['json'])
})

test('a language of the policy is not changed by a window', () => {
  const set = (values: Record<string, unknown>) =>
    appHandlers(contextOf(values).context)['app.setLanguage']({ language: 'fr' })
  expect(() => set({ language: 'de' })).toThrow('managed')
  expect(settings.get().language).toBe(null)
  void set({})
  expect(settings.get().language).toBe('fr')
})

test('a server of the policy stays in the list when it is removed', async () => {
  const { context } = contextOf({ servers: [OWN] })
  expect(await appHandlers(context)['servers.remove']({ id: serverId(OWN) })).toMatchObject([{ url: OWN }])
})

test('without outside links only addresses of servers are opened, and the person is told', async () => {
  const refused: string[] = []
  const open = (allowed: boolean) =>
    createOutsideLinks({
      allowed,
      isServer: (origin) => origin === OWN,
      onRefused: (address) => refused.push(address),
      log: silentLog,
    })
  for (const url of [`${OWN}/admin`, OTHER, 'mailto:ada@example.com', 'file:///etc/passwd'])
    await open(false)(url)
  expect(opened).toEqual([`${OWN}/admin`])
  expect(refused).toEqual([`${OTHER}/`, 'mailto:ada@example.com'])
  await open(true)(OTHER)
  expect(opened).toEqual([`${OWN}/admin`, `${OTHER}/`])
})

test('a proxy is told to Electron in its terms', () => {
  expect(proxyConfig({ mode: 'system' })).toEqual({ mode: 'system' })
  expect(proxyConfig({ mode: 'direct' })).toEqual({ mode: 'direct' })
  expect(proxyConfig({ mode: 'pac', pacScript: 'https://a.example/x.pac' })).toEqual({
    mode: 'pac_script',
    pacScript: 'https://a.example/x.pac',
  })
  expect(proxyConfig({ mode: 'fixed', proxyRules: 'proxy:3128' })).toEqual({
    mode: 'fixed_servers',
    proxyRules: 'proxy:3128',
    proxyBypassRules: '',
  })
})

test('the window is told by which colours people know the servers', () => {
  const servers = [OWN, { url: OTHER, color: 'red' }]
  expect(windowPolicy(reading({ servers })).serverColors).toEqual({ [serverId(OTHER)]: 'red' })
})

test('the window is told what it may not do', () => {
  expect(windowPolicy(reading({ servers: [OWN], export: false, outsideLinks: false }))).toMatchObject({
    serverIds: [serverId(OWN)],
    onlyTheseServers: false,
    export: false,
    outsideLinks: false,
  })
})
