import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { CallInput, CallOutput, OwnSession } from '../../../../shared/ipc.ts'
import { site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The own account among the settings: who is signed in, where, and what they may change of themselves. */

const site = {
  ...plainSite,
  collections: plainSite.collections.map((one) =>
    one.slug === 'users' ? { ...one, credentials: { password: true, apiKey: false, lock: false } } : one,
  ),
}
let users: { [operation: string]: unknown }
let status: 'online' | 'offline'
let sessions: CallOutput<'ownSessions.list'>
const changed: CallInput<'credentials.change'>[] = []
const ended: string[] = []
const edit = vi.fn<(ref: DocRef) => void>()

const { bridge } = bridgeOf({
  'session.get': () => ({
    user: { id: '1', email: 'ines@example.com', username: 'ines' },
    permissions: { collections: { users }, globals: {} },
    // The web admin does not show them the collection of users either.
    visible: { collections: [], globals: [] },
  }),
  'connection.get': () => ({ status, since: '', lastContact: null, problem: null }),
  'credentials.change': (input: CallInput<'credentials.change'>) => {
    changed.push(input)
    return { outcome: 'done' }
  },
  'ownSessions.list': () => sessions,
  'ownSessions.end': ({ ids }: CallInput<'ownSessions.end'>) => {
    ended.push(...ids)
    return sessions.outcome === 'listed'
      ? { ...sessions, list: sessions.list?.filter(({ id }) => !ids.includes(id)) ?? null }
      : sessions
  },
})
vi.stubGlobal('galley', bridge)
const { OwnAccount } = await import('../../../../renderer/screens/settings/own-account.tsx')
const { OwnSessions } = await import('../../../../renderer/screens/settings/own-sessions.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { DocumentDrawersProvider } = await import('../../../../renderer/data/document-drawers-context.ts')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')

beforeEach(() => {
  users = { read: true, update: true, fields: true }
  status = 'online'
  sessions = { outcome: 'listed', list: [session('own', true), session('phone', false)] }
  changed.length = 0
  ended.length = 0
  edit.mockClear()
})
afterEach(cleanup)

const session = (id: string, isOwn: boolean): OwnSession => ({
  id,
  isOwn,
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2999-11-20T10:00:00.000Z',
})

const show = () =>
  renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <AccountProvider value={account}>
        <SchemaProvider value={site}>
          <DocumentDrawersProvider value={{ edit, create: () => undefined, readAhead: () => undefined }}>
            <OwnAccount onSignOut={() => undefined} />
            <OwnSessions />
          </DocumentDrawersProvider>
        </SchemaProvider>
      </AccountProvider>
    </QueryClientProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('U36 whoever may change their own document sets their own password, and opens it with all its fields', async () => {
  await show()
  expect(await screen.findByText('ines@example.com')).toBeTruthy()
  press('Edit account…')
  const ref = { kind: 'collection', slug: 'users', id: '1' }
  expect(edit).toHaveBeenCalledWith(ref)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Change Password' }).getAttribute('aria-disabled')).not.toBe(
      'true',
    ),
  )
  press('Change Password')
  type(/^New Password/, 'second')
  type(/^Confirm Password/, 'other')
  press('Change Password')
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  expect(changed).toEqual([])
  type(/^Confirm Password/, 'second')
  press('Change Password')
  expect(await screen.findByRole('button', { name: 'Edit account…' })).toBeTruthy()
  expect(changed).toEqual([{ ref, change: { kind: 'password', password: 'second' } }])
})

it('whoever may only read their own document sees it, and is offered no password', async () => {
  users = { read: true }
  await show()
  expect(await screen.findByRole('button', { name: 'Show account…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull()
})

it('sessions are ended one by one, but for that of this computer', async () => {
  await show()
  const list = await screen.findByRole('list', { name: 'Where you are signed in' })
  expect(list.textContent).toMatch(/^This computer since /)
  const [button, ...more] = screen.getAllByRole('button', { name: 'End' })
  expect(more).toEqual([])
  if (button) fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End' })).toBeNull())
  expect(ended).toEqual(['phone'])
})

it('without the server it is said that only the server knows of sessions; a site that keeps none has no list', async () => {
  status = 'offline'
  await show()
  expect(await screen.findByText(/^Where else you are signed in is known to the server only/)).toBeTruthy()
  cleanup()
  status = 'online'
  sessions = { outcome: 'listed', list: null }
  await show()
  await screen.findByText('ines@example.com')
  expect(screen.queryByRole('list')).toBeNull()
})
