import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bootstrap, LoginResult, ProbeResult, ServerProblem } from '../../../../shared/ipc.ts'
import { bootstrap, installBridge, ok } from './connect-bridge.ts'

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
}) {
  const calls = installBridge({
    bootstrap: options.bootstrap ?? bootstrap,
    probe: options.probe ?? ok,
    login: options.login ?? (() => refused),
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
    ['unreachable', 'No answer from 127.0.0.1:3000.'],
    ['tls', 'its certificate is not trusted'],
    ['not-a-cms', 'but not as Payload CMS does'],
    ['no-plugin', 'Galley’s companion is missing'],
    ['server-error', 'The server at 127.0.0.1:3000 failed.'],
    ['portal', 'This network may ask for a sign-in first'],
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
    expect(alert.textContent).toContain('cms.nordlys.travel can only be reached without encryption (http).')
    expect(alert.textContent).toContain('can read your password and your documents')
    expect(screen.queryByLabelText(/^Password/)).toBeNull()
    accepted = true
    fireEvent.click(screen.getByRole('button', { name: 'Go on without encryption' }))
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
    expect(await screen.findByText('Enter who you are.')).toBeTruthy()
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
    expect((await screen.findByRole('alert')).textContent).toContain('ECONNREFUSED')
    expect(password).toHaveProperty('value', 'demo')
  })
})
