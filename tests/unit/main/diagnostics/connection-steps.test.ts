import { expect, it, test } from 'vitest'
import { connectionSteps, type FoundConnection } from '../../../../main/diagnostics/connection-steps.ts'
import { STEPS } from '../../../../shared/diagnostics.ts'
import { serverProblem, type ServerProblem } from '../../../../shared/ipc.ts'

const found: FoundConnection = {
  proxy: 'DIRECT',
  addresses: ['192.0.2.1'],
  problem: null,
  payload: '3.90.0',
  companion: '0.1.0',
  session: { isSignedIn: true, until: '2027-01-01T00:00:00.000Z' },
}
const states = (change: Partial<FoundConnection>) =>
  Object.fromEntries(connectionSteps({ ...found, ...change }).map(({ step, state }) => [step, state]))
const problem = (code: ServerProblem['code'], detail = '') => ({ problem: { code, detail } })

it('names what was found where the whole way is open', () => {
  expect(connectionSteps(found)).toEqual([
    { step: 'proxy', state: 'ok', detail: 'DIRECT' },
    { step: 'name', state: 'ok', detail: '192.0.2.1' },
    { step: 'connect', state: 'ok', detail: '' },
    { step: 'answer', state: 'ok', detail: '' },
    { step: 'cms', state: 'ok', detail: '3.90.0' },
    { step: 'companion', state: 'ok', detail: '0.1.0' },
    { step: 'session', state: 'ok', detail: '2027-01-01T00:00:00.000Z' },
  ])
})

test.each<[ServerProblem['code'], (typeof STEPS)[number]]>([
  ['proxy', 'proxy'],
  ['proxy-refused', 'proxy'],
  ['proxy-login', 'proxy'],
  ['proxy-script', 'proxy'],
  ['bad-address', 'name'],
  ['unreachable', 'connect'],
  ['certificate-date', 'connect'],
  ['certificate-name', 'connect'],
  ['certificate-issuer', 'connect'],
  ['tls', 'connect'],
  ['plain-http', 'answer'],
  ['server-error', 'answer'],
  ['portal', 'answer'],
  ['not-a-cms', 'cms'],
  ['other-site', 'cms'],
  ['no-plugin', 'companion'],
])('%s: the way ends at %s, with the code of the problem', (code, step) => {
  const steps = connectionSteps({ ...found, ...problem(code, 'detail') })
  const at = STEPS.indexOf(step)
  expect(steps.slice(0, at).every(({ state }) => state === 'ok')).toBe(true)
  expect(steps[at]).toEqual({ step, state: 'failed', detail: 'detail' })
  expect(steps.slice(at + 1).every(({ state }) => state === 'not-reached')).toBe(true)
})

it('knows a step for each problem of the contract', () => {
  for (const code of serverProblem.entries.code.options)
    expect(Object.values(states(problem(code))).filter((state) => state === 'failed')).toHaveLength(1)
})

it('ends at the name where this computer finds no address for it', () => {
  const lost = { ...problem('unreachable', 'net::ERR_NAME_NOT_RESOLVED'), addresses: null }
  expect(states(lost)).toMatchObject({ proxy: 'ok', name: 'failed', connect: 'not-reached' })
})

it('needs no name where a proxy looks it up', () => {
  const proxied = { proxy: 'PROXY proxy.example:3128;DIRECT', addresses: null }
  expect(states(proxied)).toMatchObject({ proxy: 'ok', name: 'unneeded', connect: 'ok' })
  expect(states({ ...proxied, ...problem('unreachable', 'timeout') })).toMatchObject({ connect: 'failed' })
})

it('tells who is signed out from where nobody was asked', () => {
  expect(states({ session: { isSignedIn: false, until: null } })).toMatchObject({ session: 'failed' })
  expect(states({ session: null })).toMatchObject({ session: 'unneeded' })
})

it('names a proxy without what would let somebody in', () => {
  const [step] = connectionSteps({ ...found, proxy: 'PROXY ada:secret@proxy.example:3128; DIRECT' })
  expect(step?.detail).toBe('PROXY proxy.example:3128; DIRECT')
})
