import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Collection } from '../../../../shared/cms/schema-model.ts'
import { LAST_STATE } from '../../../../shared/document/versions.ts'
import type { CallOutput, KeptVersion } from '../../../../shared/ipc.ts'
import { collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'

const kept: KeptVersion = {
  version: {
    id: LAST_STATE,
    updatedAt: '2026-11-19T09:00:00.000Z',
    status: 'draft',
    autosave: false,
    publishedLocale: null,
    latest: true,
  },
  data: { id: 7, title: 'As it was here' },
}
const inTrash = { id: 7, title: 'As it is in the trash', deletedAt: '2026-11-20T09:00:00.000Z' }

let there: CallOutput<'trash.read'>
let rows: KeptVersion['version'][]
let emptied: CallOutput<'trash.empty'>
const may = { create: true, read: true, update: true, delete: true, readVersions: true, fields: true }
const main = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'session.get': () => ({
    user: {},
    permissions: { collections: { posts: may } },
    visible: { collections: ['posts'], globals: [] },
  }),
  'trash.read': () => there,
  'documents.deleted': () => rows,
  'versions.kept': () => kept,
  'trash.restore': () => {
    there = { outcome: 'restored' }
    return { outcome: 'done', done: ['7'], refused: [] }
  },
  'trash.empty': () => emptied,
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { DeletedScreen } = await import('../../../../renderer/screens/edit/deleted/deleted-screen.tsx')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  there = { outcome: 'done', data: inTrash }
  rows = [kept.version]
  emptied = { outcome: 'done', done: ['7'], refused: [] }
})
afterEach(cleanup)

async function open(more: Partial<Collection> = {}) {
  const entity = collection([text('title', { label: 'Title' })], { trash: true, ...more })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={{ ...site, collections: [entity], globals: [] }}>
        <AccountProvider value={account}>
          <FieldProviders>
            <MemoryRouter initialEntries={['/collections/posts/trash/7']}>
              <Routes>
                <Route path="/collections/:slug/trash/:id" element={<DeletedScreen />} />
                <Route path="/collections/:slug/trash" element={<p>The trash itself</p>} />
                <Route path="/collections/:slug/:id" element={<p>The document itself</p>} />
              </Routes>
            </MemoryRouter>
          </FieldProviders>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>,
  )
}

it('a document that was restored leads to the document', async () => {
  there = { outcome: 'restored' }
  await open()
  expect(await screen.findByText('The document itself')).toBeTruthy()
})

it('what the server refuses to tell of its trash is said with its words above what is kept, and can be tried again', async () => {
  there = { outcome: 'refused', message: 'You may not read the trash.' }
  await open()
  expect(await screen.findByDisplayValue('As it was here')).toBeTruthy()
  expect(screen.getByText('You may not read the trash.')).toBeTruthy()
  there = { outcome: 'done', data: inTrash }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByDisplayValue('As it is in the trash')).toBeTruthy()
  expect(screen.queryByText('You may not read the trash.')).toBeNull()
})

it('so it is where nothing is kept here; that it is not on the server is no failure', async () => {
  rows = []
  there = { outcome: 'refused', message: 'You may not read the trash.' }
  await open()
  expect(await screen.findByText('You may not read the trash.')).toBeTruthy()
  there = { outcome: 'gone' }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing is left of this document here')).toBeTruthy()
})

it('what is in the trash can be restored and deleted for good where it is looked at', async () => {
  await open()
  const dialog = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name }))
    return within(await screen.findByRole('alertdialog'))
  }
  fireEvent.click((await dialog('Restore')).getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('The document itself')).toBeTruthy()
  cleanup()
  there = { outcome: 'done', data: inTrash }
  await open()
  const question = await dialog('Delete for good')
  fireEvent.click(question.getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('The trash itself')).toBeTruthy()
})

it('what the server refuses to delete stays on the screen', async () => {
  emptied = { outcome: 'done', done: [], refused: [{ id: '7', why: 'refused', message: 'Ask first.' }] }
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }))
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(screen.getByDisplayValue('As it is in the trash')).toBeTruthy()
})

it('what is kept here alone can be neither', async () => {
  there = { outcome: 'gone' }
  await open()
  expect(await screen.findByDisplayValue('As it was here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
})
