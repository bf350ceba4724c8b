import type { Bootstrap, LocalAccount, LoginResult, ProbeResult } from '../../../../shared/ipc.ts'

export type Calls = { name: string; input: unknown }[]

/** A main process for the screens before the log-in; all calls are recorded. */
export function installBridge(answers: {
  bootstrap: Bootstrap
  probe: (url: string) => ProbeResult
  login: (input: unknown) => LoginResult
  /** Result of a step besides the log-in; by default success. */
  step?: (name: string) => unknown
  /** Local data of this computer. */
  local?: LocalAccount[]
}): Calls {
  const calls: Calls = []
  const answer = (name: string, input: { url: string }): unknown => {
    if (name === 'app.bootstrap') return answers.bootstrap
    if (name === 'servers.probe') return answers.probe(input.url)
    if (name === 'localData.list') return answers.local ?? []
    if (name === 'localData.export') return { outcome: 'saved', path: '/home/ines/edits.json' }
    if (name === 'servers.remove') return []
    if (name === 'session.login') return answers.login(input)
    if (name.startsWith('session.')) return answers.step?.(name) ?? { outcome: 'done' }
    return undefined
  }
  Object.assign(window, {
    galley: {
      call: (name: string, input: { url: string }) => {
        calls.push({ name, input })
        return Promise.resolve(answer(name, input))
      },
      on: () => () => undefined,
    },
  })
  return calls
}

export const bootstrap: Bootstrap = {
  version: '0.1.0',
  platform: 'linux',
  theme: 'light',
  language: 'en',
  servers: [],
  account: null,
  presetServer: null,
  demoLogin: null,
  notices: [],
  certificateRequests: [],
  policy: {
    decisions: [],
    serverIds: [],
    serverColors: {},
    onlyTheseServers: false,
    keepMegabytes: null,
    export: true,
    outsideLinks: true,
  },
  proxyQuestions: [],
}

export const ok = (url: string): ProbeResult => ({
  outcome: 'ok',
  url,
  name: 'Nordlys Travel',
  payloadVersion: null,
  idempotency: true,
  auth: [{ slug: 'users', label: 'Users', identifier: 'email' }],
  firstUser: null,
  browserLogin: false,
})
