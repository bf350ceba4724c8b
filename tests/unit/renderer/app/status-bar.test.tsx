import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Account, ConnectionState } from '../../../../shared/ipc.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { bridgeOf } from '../form/form-fixtures.ts'

const other: ConnectionState = {
  status: 'offline',
  since: '2026-11-28T10:00:00.000Z',
  lastContact: null,
  problem: { code: 'other-site', detail: '' },
}
const account: Account = {
  server: { id: 's', url: 'https://cms.example', name: 'Ours', waiting: null, lastIdentifier: null },
  collection: 'users',
  userId: '1',
  label: 'Nora',
}
const checks = vi.fn<() => ConnectionState>(() => other)
const accepted = vi.fn<() => ConnectionState>(() => other)
const main = bridgeOf({
  'connection.acceptSite': accepted,
  'connection.get': () => other,
  'connection.check': checks,
  'outbox.counts': () => ({
    waiting: 2,
    sending: 0,
    conflict: 0,
    failed: 0,
    failing: 0,
    onThisComputer: 0,
    forms: 0,
    differs: 0,
  }),
  'prefetch.get': () => null,
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { StatusBar } = await import('../../../../renderer/app/shell/status-bar.tsx')

afterEach(cleanup)

beforeEach(async () => {
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <LanguageProvider language="en">
          <MemoryRouter>
            <AccountProvider value={account}>
              <StatusBar />
            </AccountProvider>
          </MemoryRouter>
        </LanguageProvider>
      </QueryClientProvider>,
    )
  })
})

it('takes the other CMS for the own one after a question, which destroys nothing by Enter (U41 window)', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'It is the same CMS' }))
  const question = await screen.findByRole('alertdialog', { name: 'Is this your CMS?' })
  expect(question.textContent).toContain('Go on only if it is your CMS.')
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(cancel)
  fireEvent.click(cancel)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(accepted).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'It is the same CMS' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use this CMS' }))
  await waitFor(() => expect(accepted).toHaveBeenCalledTimes(1))
})

it('says that another CMS answers, that nothing is saved there, and what can be done (U41 window)', async () => {
  const bar = await screen.findByText('Another CMS answers at this address')
  expect(bar.parentElement?.textContent).toContain(
    'Nothing is saved there. Your edits are saved on this computer.',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(checks).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    '2 edits are not sent yet. They stay on this computer. If you log in to the CMS that answers now, they are moved aside',
  )
})
