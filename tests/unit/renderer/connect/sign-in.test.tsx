import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProbeResult } from '../../../../shared/ipc.ts'
import { bootstrap, installBridge, ok } from './connect-bridge.ts'

const URL_OF = 'https://cms.nordlys.travel'
const refusal = (message: string) => ({ outcome: 'refused', message, fields: [] })

beforeEach(() => vi.resetModules())
afterEach(cleanup)

async function show(
  options: { probe?: (url: string) => ProbeResult; step?: (name: string) => unknown } = {},
) {
  const calls = installBridge({
    bootstrap: { ...bootstrap, presetServer: URL_OF },
    probe: options.probe ?? ok,
    login: () => ({ outcome: 'refused', message: 'no', fields: [] }),
    ...(options.step && { step: options.step }),
  })
  const { ConnectScreen } = await import('../../../../renderer/screens/connect/connect-screen.tsx')
  const { LanguageProvider } = await import('../../../../renderer/i18n/language-context.tsx')
  const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
  const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense>
        <LanguageProvider language="en">
          <ConnectScreen />
          <ToastRegion />
        </LanguageProvider>
      </Suspense>
    </QueryClientProvider>,
  )
  return calls
}

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('U36 a forgotten password', () => {
  it('is asked for by the name that one signs in with, and leads to the link of the email', async () => {
    const calls = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'Forgot password?' }))
    expect(screen.getByRole('heading', { name: 'Forgot Password' })).toBeTruthy()
    press('Submit')
    expect(await screen.findByText('Enter your email or username.')).toBeTruthy()
    type(/^Email/, 'ines@example.com')
    press('Submit')
    expect(await screen.findByText(/you will receive instructions to reset your password/)).toBeTruthy()
    expect(calls).toContainEqual({
      name: 'session.forgotPassword',
      input: { url: URL_OF, collection: 'users', identifier: 'ines@example.com' },
    })
    press('I have a link from an email')
    type(/^Link or code/, `${URL_OF}/admin/reset/c4b6f0a87d2e`)
    press('Continue')
    type(/^New Password/, 'second')
    type(/^Confirm Password/, 'other')
    press('Reset Password')
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'session.resetPassword')).toBe(false)
    type(/^Confirm Password/, 'second')
    press('Reset Password')
    await waitFor(() =>
      expect(calls).toContainEqual({
        name: 'session.resetPassword',
        input: { url: URL_OF, collection: 'users', token: 'c4b6f0a87d2e', password: 'second', keep: true },
      }),
    )
  })

  it('keeps what was typed where the site refuses the code, and says so in its words', async () => {
    await show({ step: () => refusal('Token is either invalid or has expired.') })
    fireEvent.click(await screen.findByRole('button', { name: 'I have a link from an email' }))
    type(/^Link or code/, 'c4b6f0a87d2e')
    press('Continue')
    type(/^New Password/, 'second')
    type(/^Confirm Password/, 'second')
    press('Reset Password')
    expect((await screen.findByRole('alert')).textContent).toBe('Token is either invalid or has expired.')
    expect(screen.getByLabelText(/^New Password/)).toHaveProperty('value', 'second')
    press('Back to login')
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
  })
})

describe('a link of an email', () => {
  it('that verifies an address is given to the site, and leads back to the log-in', async () => {
    const calls = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'I have a link from an email' }))
    type(/^Link or code/, `${URL_OF}/admin/members/verify/c4b6f0a87d2e`)
    press('Continue')
    expect(await screen.findByText('Email verified successfully.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
    expect(calls).toContainEqual({
      name: 'session.verifyEmail',
      input: { url: URL_OF, collection: 'members', token: 'c4b6f0a87d2e' },
    })
  })

  it('is given to no other host than the one that it leads to', async () => {
    const calls = await show()
    fireEvent.click(await screen.findByRole('button', { name: 'I have a link from an email' }))
    type(/^Link or code/, 'https://elsewhere.example/admin/members/verify/c4b6f0a87d2e')
    press('Continue')
    expect(await screen.findByText(/^This link leads to elsewhere.example/)).toBeTruthy()
    type(/^Link or code/, 'hello there')
    press('Continue')
    expect(await screen.findByText('This is not such a link.')).toBeTruthy()
    expect(calls.filter(({ name }) => name.startsWith('session.'))).toEqual([])
  })
})

describe('S2.09 (create first user)', () => {
  const probe = (url: string): ProbeResult =>
    Object.assign(ok(url), { firstUser: { slug: 'users', adminUrl: `${url}/admin/create-first-user` } })

  it('a site without a user offers to make the first one', async () => {
    const calls = await show({ probe })
    expect(await screen.findByRole('heading', { name: 'Create first user' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
    type(/^Email/, 'ines@example.com')
    type(/^New Password/, 'first')
    type(/^Confirm Password/, 'first')
    press('Create')
    await waitFor(() =>
      expect(calls).toContainEqual({
        name: 'session.firstUser',
        input: {
          url: URL_OF,
          collection: 'users',
          values: { email: 'ines@example.com' },
          password: 'first',
          keep: true,
        },
      }),
    )
  })

  it('that asks for more is made in the site’s own admin', async () => {
    const fields = [{ path: 'team', message: 'This field is required.' }]
    const calls = await show({
      probe,
      step: () => ({ outcome: 'refused', message: 'The following field is invalid: Team', fields }),
    })
    await screen.findByRole('heading', { name: 'Create first user' })
    type(/^New Password/, 'first')
    type(/^Confirm Password/, 'first')
    press('Create')
    expect(await screen.findByText('The following field is invalid: Team')).toBeTruthy()
    press('Open in the browser')
    expect(calls).toContainEqual({
      name: 'app.openExternal',
      input: { url: `${URL_OF}/admin/create-first-user` },
    })
  })
})
