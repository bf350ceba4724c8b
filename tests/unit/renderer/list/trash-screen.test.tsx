import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Account, TrashPage } from '../../../../shared/ipc.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const may = { create: true, read: true, update: true, delete: true, fields: true }
const deletedAt = '2026-11-20T09:00:00.000Z'
const page: TrashPage = {
  outcome: 'done',
  rows: [
    {
      ref: { kind: 'collection', slug: 'posts', id: '7' },
      data: { id: 7, title: 'Kiruna', deletedAt },
      status: null,
      deletedAt,
    },
  ],
  totalDocs: 1,
}
const main = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'session.get': () => ({
    user: {},
    permissions: { collections: { posts: may } },
    visible: { collections: ['posts'], globals: [] },
  }),
  'trash.list': () => page,
  'listPreference.get': () => ({ columns: null, limit: null, sort: null }),
  'listPreference.refresh': () => ({ outcome: 'unchanged' }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { TrashScreen } = await import('../../../../renderer/screens/trash/trash-screen.tsx')

const account: Account = {
  server: { id: 's', url: 'https://cms.test', name: 'Test', waiting: null, lastIdentifier: null },
  collection: 'users',
  userId: '1',
  label: 'Ines',
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(cleanup)

/** What the menu of a document in the trash has. */
async function menuOf(auth: boolean): Promise<string[]> {
  const entity = collection([text('title', { label: 'Title' })], { trash: true, auth })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={{ ...site, collections: [entity], globals: [] }}>
        <AccountProvider value={account}>
          <FieldProviders>
            <MemoryRouter initialEntries={['/collections/posts/trash']}>
              <Routes>
                <Route path="/collections/:slug/trash" element={<TrashScreen />} />
              </Routes>
            </MemoryRouter>
          </FieldProviders>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^(More|Actions).*/ }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

it('what is in the trash can be looked at', async () => {
  expect(await menuOf(false)).toContain('Show')
})

it('but no account, of which the server tells nothing there', async () => {
  const items = await menuOf(true)
  expect(items).not.toContain('Show')
  expect(items).toContain('Restore')
})
