import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  Bootstrap,
  LocalAccount,
  LocalFile,
  LoginResult,
  ProbeResult,
  ServerProblem,
} from '../../../../shared/ipc.ts'
import { bootstrap, installBridge, ok } from './connect-bridge.ts'
import { waitFor as waitForClock } from '../../../support/wait.ts'

const preset: Bootstrap = {
  ...bootstrap,
  presetServer: 'http://127.0.0.1:3000',
  demoLogin: { identifier: 'editor@example.com', password: 'demo' },
}
const refused: LoginResult = {
  outcome: 'refused',
  message: 'The email or password provided is incorrect.',
  fields: [],
}

beforeEach(() => vi.resetModules())
afterEach(cleanup)

async function show(options: {
  bootstrap?: Bootstrap
  probe?: (url: string) => ProbeResult
  login?: (input: unknown) => LoginResult
  local?: LocalAccount[]
}) {
  const calls = installBridge({
    bootstrap: options.bootstrap ?? bootstrap,
    probe: options.probe ?? ok,
    login: options.login ?? (() => refused),
    local: options.local ?? [],
  })
  // The screens read the bridge when they are loaded.
  const { ConnectScreen } = await import('../../../../renderer/screens/connect/connect-screen.tsx')
  const { LanguageProvider } = await import('../../../../renderer/i18n/language-context.tsx')
  const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <LanguageProvider language="en">
          <ConnectScreen />
        </LanguageProvider>
      </Suspense>
    </QueryClientProvider>,
  )
  return calls
}

describe('connecting to a server', () => {
  it('asks for an address first and for nothing else', async () => {
    const calls = await show({})
    expect(await screen.findByRole('heading', { level: 1, name: 'Connect to a server' })).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(calls.filter(({ name }) => name === 'servers.probe')).toEqual([])
  })

  it('asks the typed address and shows the log-in when it answers', async () => {
    const calls = await show({})
    fireEvent.change(await screen.findByLabelText(/^Server address/), {
      target: { value: ' https://cms.nordlys.travel ' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('The server answers')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Log in to Nordlys Travel' })).toBeTruthy()
    expect(calls).toContainEqual({ name: 'servers.probe', input: { url: 'https://cms.nordlys.travel' } })
    expect(screen.getByLabelText(/^Email/)).toBeTruthy()
  })

  it.each<[ServerProblem['code'], string]>([
    ['bad-address', 'This is not a web address.'],
    ['unreachable', '127.0.0.1:3000 does not answer.'],
    ['proxy', 'The proxy of your network does not answer'],
    ['proxy-refused', 'does not connect to 127.0.0.1:3000. Ask IT'],
    ['proxy-login', 'wants a log-in before it connects to 127.0.0.1:3000'],
    ['proxy-script', 'the script that names its proxy (PAC file)'],
    ['certificate-date', 'Check the date and time of this computer first.'],
    ['certificate-name', 'belongs to another name'],
    ['certificate-issuer', 'ask IT to install the company’s root certificate'],
    ['tls', 'A safe connection to 127.0.0.1:3000 is not possible'],
    ['not-a-cms', 'but it is not a Payload CMS'],
    ['no-plugin', 'Galley’s companion plugin is missing'],
    ['server-error', 'The server at 127.0.0.1:3000 failed.'],
    ['portal', 'Your network may need a sign-in'],
  ])('says what is wrong and what can be done: %s', async (code, words) => {
    await show({ bootstrap: preset, probe: () => ({ outcome: 'problem', problem: { code, detail: 'd' } }) })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(words)
    expect(alert.textContent).not.toContain('{{')
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    expect(screen.getByLabelText(/^Server address/).getAttribute('aria-invalid')).toBe('true')
  })

  it('F31 says what is at risk without encryption, and goes on only when the person says so', async () => {
    const far = 'http://cms.nordlys.travel'
    let accepted = false
    const calls = await show({
      bootstrap: { ...preset, presetServer: `${far}/old` },
      probe: () =>
        accepted ? ok(far) : { outcome: 'problem', problem: { code: 'plain-http', detail: far } },
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('cms.nordlys.travel has no encryption (http).')
    expect(alert.textContent).toContain('can read your password and your documents')
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    accepted = true
    fireEvent.click(screen.getByRole('button', { name: 'Continue without encryption' }))
    expect(await screen.findByLabelText(/^Password/)).toBeTruthy()
    expect(calls).toContainEqual({
      name: 'servers.probe',
      input: { url: `${far}/old`, acceptPlainHttp: far },
    })
    expect(screen.getByText(/^Not encrypted: others in the network/)).toBeTruthy()
  })

  it('says exactly what to add where the companion is missing, as lines to copy', async () => {
    await show({
      bootstrap: preset,
      probe: () => ({ outcome: 'problem', problem: { code: 'no-plugin', detail: '' } }),
    })
    const alert = within(await screen.findByRole('alert'))
    for (const line of ['npm install @galley/server', 'plugins: [galley()],']) {
      expect(alert.getByText(line)).toBeTruthy()
      expect(alert.getByRole('button', { name: `Copy: ${line}` })).toBeTruthy()
    }
  })
})

describe('logging in', () => {
  it('is filled in for the demo CMS and sent by Enter', async () => {
    const calls = await show({ bootstrap: preset })
    const password = await screen.findByLabelText(/^Password/)
    expect(password).toHaveProperty('value', 'demo')
    fireEvent.submit(password)
    await waitFor(() =>
      expect(calls).toContainEqual({
        name: 'session.login',
        input: {
          url: 'http://127.0.0.1:3000',
          collection: 'users',
          identifier: 'editor@example.com',
          password: 'demo',
          keep: true,
          inPlace: false,
        },
      }),
    )
  })

  it('shows the server’s refusal at the field, which takes the focus', async () => {
    await show({ bootstrap: preset })
    const password = await screen.findByLabelText(/^Password/)
    fireEvent.submit(password)
    const message = await screen.findByText('The email or password provided is incorrect.')
    expect(password.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.contains(message)).toBe(
      true,
    )
    expect(document.activeElement).toBe(password)
  })

  it('says what is missing without asking the server', async () => {
    const calls = await show({ bootstrap: { ...preset, demoLogin: null } })
    fireEvent.submit(await screen.findByLabelText(/^Password/))
    expect(await screen.findByText('Enter your email or username.')).toBeTruthy()
    expect(screen.getByText('Enter your password.')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'session.login')).toBe(false)
  })

  it('keeps what was typed when the server cannot be reached', async () => {
    await show({
      bootstrap: preset,
      login: () => ({ outcome: 'problem', problem: { code: 'unreachable', detail: 'ECONNREFUSED' } }),
    })
    const password = await screen.findByLabelText(/^Password/)
    fireEvent.submit(password)
    expect((await screen.findByRole('alert')).textContent).toContain('nothing answers at this address')
    expect(password).toHaveProperty('value', 'demo')
  })
})

const noAnswer = (code: ServerProblem['code'], detail: string): ProbeResult => ({
  outcome: 'problem',
  problem: { code, detail },
})

describe('F56 a server that does not answer', () => {
  afterEach(() => vi.useRealTimers())

  it('is asked again by itself, which the log-in follows without a press', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let failures = 3
    const calls = await show({
      bootstrap: preset,
      probe: (url) => {
        failures -= 1
        return failures >= 0 ? noAnswer('unreachable', 'ECONNREFUSED') : ok(url)
      },
    })
    await waitForClock(() => expect(screen.getByText('Galley keeps trying.')).toBeTruthy())
    await waitForClock(async () => {
      await vi.advanceTimersByTimeAsync(15_000)
      expect(screen.getByText('The server answers')).toBeTruthy()
    })
    expect(calls.filter(({ name }) => name === 'servers.probe')).toHaveLength(4)
  })

  it('is asked at once when the system says that there is a network', async () => {
    let answer: ProbeResult = noAnswer('unreachable', 'net::ERR_INTERNET_DISCONNECTED')
    await show({ bootstrap: preset, probe: () => answer })
    await screen.findByText('Reason: this computer has no network')
    answer = ok('http://127.0.0.1:3000')
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('The server answers')).toBeTruthy()
  })

  it('does not take the place of another address that is being typed', async () => {
    const calls = await show({ bootstrap: preset, probe: () => noAnswer('unreachable', 'ECONNREFUSED') })
    await screen.findByText('Galley keeps trying.')
    const address = screen.getByLabelText(/^Server address/)
    fireEvent.change(address, { target: { value: 'https://other.example' } })
    const before = calls.length
    fireEvent(window, new Event('online'))
    expect(calls).toHaveLength(before)
    expect(address).toHaveProperty('value', 'https://other.example')
  })

  it('is not asked again where that would mend nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const calls = await show({ bootstrap: preset, probe: () => noAnswer('no-plugin', 'HTTP 404') })
    await waitForClock(() => expect(screen.getByRole('alert')).toBeTruthy())
    await vi.advanceTimersByTimeAsync(600_000)
    expect(calls.filter(({ name }) => name === 'servers.probe')).toHaveLength(1)
  })
})

describe('U5 what the sign-in screen promises', () => {
  it.each([
    'net::ERR_CONNECTION_REFUSED',
    'ECONNREFUSED',
    'net::ERR_NAME_NOT_RESOLVED',
    'net::ERR_SOMETHING_NEW',
    'UND_ERR_CONNECT_TIMEOUT',
  ])('never shows the network’s own name of a failure: %s', async (detail) => {
    await show({ bootstrap: preset, probe: () => noAnswer('unreachable', detail) })
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain('does not answer')
    expect(said).not.toMatch(/ERR|ECONN/)
  })

  it('is that documents open after the log-in', async () => {
    await show({ bootstrap: preset })
    expect(await screen.findByText('Once you are logged in, your documents also open offline.')).toBeTruthy()
  })

  it('is that a log-in needs the server, where that does not answer', async () => {
    const server = {
      id: 's',
      url: 'http://127.0.0.1:3000',
      name: 'Nordlys',
      waiting: null,
      lastIdentifier: null,
    }
    await show({
      bootstrap: { ...preset, servers: [server] },
      probe: () => noAnswer('unreachable', 'ECONNREFUSED'),
    })
    expect(await screen.findByText(/^You need a connection to log in\./)).toBeTruthy()
  })

  it('says that documents on this computer are not encrypted, and what to do', async () => {
    await show({ bootstrap: preset })
    expect(await screen.findByText(/^Documents on this computer are not encrypted yet\./)).toBeTruthy()
  })
})

describe('F33 what is on this computer of a server', () => {
  const server = { id: 'n-0123456789', url: 'https://n', name: 'Nordlys', waiting: 9, lastIdentifier: null }
  const file = (kind: LocalFile['kind'], edits: number | null): LocalFile => ({
    name: kind,
    kind,
    at: '2026-11-20T10:00:00.000Z',
    bytes: 5_000_000,
    edits,
  })
  const local: LocalAccount[] = [
    {
      serverId: server.id,
      id: 'users-1',
      label: 'Ines',
      isOpen: false,
      files: [file('documents', 2), file('copy', 2), file('other-user', 1), file('damaged', 5)],
    },
    { serverId: server.id, id: 'users-2', label: 'Jonas', isOpen: false, files: [file('documents', 1)] },
    {
      serverId: 'old.example-0123456789',
      id: 'users-1',
      label: null,
      isOpen: false,
      files: [file('copy', null)],
    },
  ]
  const open = async (item: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'More about Nordlys' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(item) }))
  }

  it('counts the edits that wait, of every user, on the row', async () => {
    await show({ bootstrap: { ...bootstrap, servers: [server] }, local })
    expect(await screen.findByText('3 edits waiting for you')).toBeTruthy()
  })

  it('is removed after a question that says what is lost, and begins at Cancel', async () => {
    const calls = await show({ bootstrap: { ...bootstrap, servers: [server] }, local })
    await open('^Remove documents from this computer')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('4 edits have not been sent and are lost too.')
    await expect.poll(() => document.activeElement?.textContent).toBe('Cancel')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Export unsent edits…' }))
    await waitFor(() => expect(calls.filter(({ name }) => name === 'localData.export')).toHaveLength(3))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(calls).toContainEqual({
        name: 'localData.remove',
        input: { serverId: server.id, account: null, file: null },
      }),
    )
  })

  it('is listed by user, with what was set aside, and each can be removed', async () => {
    const calls = await show({ bootstrap: { ...bootstrap, servers: [server] }, local })
    await open('^Data on this computer')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Ines, Nordlys')).toBeTruthy()
    expect(within(dialog).getByText('Jonas, Nordlys')).toBeTruthy()
    expect(within(dialog).getByText(/^Documents of an earlier user or another CMS/)).toBeTruthy()
    const [remove] = within(dialog).getAllByRole('button', { name: 'Remove…' })
    if (remove) fireEvent.click(remove)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls.some(({ name }) => name === 'localData.remove')).toBe(true))
  })

  it('goes with the server that leaves the list, which is asked first', async () => {
    const calls = await show({ bootstrap: { ...bootstrap, servers: [server] }, local })
    await open('^Remove from the list')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('4 edits have not been sent and are lost too.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(calls).toContainEqual({ name: 'servers.remove', input: { id: server.id } }))
  })

  it('is there to be removed also where the server is not in the list any more', async () => {
    await show({ bootstrap: { ...bootstrap, servers: [server] }, local })
    expect(await screen.findByText('old.example')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'More about old.example' })).toBeTruthy()
  })
})

describe('servers that the organisation decides', () => {
  const offered = {
    id: 'nordlys',
    url: 'https://cms.nordlys.travel',
    name: 'Nordlys Travel',
    waiting: null,
    lastIdentifier: null,
  }
  const managed: Bootstrap = {
    ...bootstrap,
    servers: [offered],
    policy: { ...bootstrap.policy, serverIds: ['nordlys'], onlyTheseServers: true },
  }

  it('offers them, says who decides, and lets nobody add or type another one', async () => {
    await show({ bootstrap: managed })
    const list = within(await screen.findByRole('navigation', { name: 'Servers' }))
    expect(list.getByRole('button', { name: /Nordlys Travel.*Managed by your organisation/ })).toBeTruthy()
    const add = list.getByRole<HTMLButtonElement>('button', { name: 'Add a server' })
    expect(add.disabled).toBe(true)
    expect(document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Your organisation allows only the servers in this list.',
    )
    const address = await screen.findByLabelText<HTMLInputElement>(/^Server address/)
    expect(address.readOnly).toBe(true)
    expect((await screen.findByRole('button', { name: 'Change' })).getAttribute('aria-disabled')).toBe('true')
  })

  it('marks a server with the colour that they gave it', async () => {
    const policy = { ...managed.policy, serverColors: { nordlys: 'red' as const } }
    await show({ bootstrap: { ...managed, policy } })
    const list = await screen.findByRole('navigation', { name: 'Servers' })
    expect(list.querySelector('[data-letter]')?.className).toMatch(/red/)
  })

  it('names what of the policy cannot be read, before anybody is signed in', async () => {
    const problem = { code: 'unreadable', detail: 'not JSON', holds: 'strict' } as const
    const decisions = ['*', 'export'].map((key) => ({
      key,
      text: key === '*' ? null : 'false',
      source: '/etc/galley/policy.json',
      problem,
    }))
    await show({ bootstrap: { ...managed, policy: { ...managed.policy, decisions } } })
    const list = within(await screen.findByRole('navigation', { name: 'Servers' }))
    expect(
      list.getAllByText('/etc/galley/policy.json cannot be read. The strictest value is used.'),
    ).toHaveLength(1)
    list.getByText('Tell the people who look after this computer.')
  })

  it('says that a server is not allowed', async () => {
    const problem = { code: 'not-allowed', detail: '' } as const
    await show({ bootstrap: { ...managed, ...preset }, probe: () => ({ outcome: 'problem', problem }) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your organisation does not allow 127.0.0.1:3000.',
    )
  })
})
