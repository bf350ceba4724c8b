import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { ListQuery, ListRow } from '../../../../shared/ipc.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { collection, relation, text } from '../../shared/build-fields.ts'
import { site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The levels of folders: those of all collections. */

const inFolder = relation('folder', { relationTo: ['payload-folders'] })
const posts = collection([text('title'), inFolder], { slug: 'posts', folderField: 'folder' })
const folders = collection([text('name'), inFolder], {
  slug: 'payload-folders',
  useAsTitle: 'name',
  versions: null,
})
const site = {
  ...plainSite,
  collections: [posts, folders],
  folders: { slug: 'payload-folders', browse: true },
}
const rights = { create: true, read: true, update: true, delete: true, fields: true }
const may = { posts: { ...rights }, 'payload-folders': { ...rights } }

const rowOf = (slug: string, id: string, data: JsonObject): ListRow => ({
  ref: { kind: 'collection', slug, id },
  data: { id: Number(id), ...data },
  updatedAt: '2026-11-20T09:00:00.000Z',
  status: null,
  isNew: false,
  state: { kind: 'saved' },
  complete: true,
})
const folderRows = [
  rowOf('payload-folders', '1', { name: 'Winter', folder: null }),
  rowOf('payload-folders', '2', { name: 'Rail', folder: 1 }),
  rowOf('payload-folders', '3', { name: 'Night trains', folder: 2 }),
  rowOf('payload-folders', '4', { name: 'Only media', folder: 1, folderType: ['media'] }),
  rowOf('payload-folders', '5', { name: 'Archive', folder: null }),
]
const page = (rows: ListRow[]) => ({
  rows,
  totalDocs: rows.length,
  source: 'server',
  fetchedAt: '2026-11-20T09:00:00.000Z',
  coverage: { here: rows.length, total: rows.length },
})
const main = bridgeOf({
  'session.get': () => ({
    user: {},
    permissions: { collections: may },
    visible: { collections: ['posts', 'payload-folders'], globals: [] },
  }),
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'documents.list': ({ slug }: ListQuery) => page(slug === 'payload-folders' ? folderRows : []),
  'documents.refreshList': () => ({ outcome: 'updated' }),
  'documents.editMany': () => ({ queued: ['2'], keys: ['e1'], leftOut: [] }),
  'outbox.became': () => [{ is: 'waiting' }],
})
vi.stubGlobal('galley', main.bridge)
vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}))
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createOpenDocuments } = await import('../../../../renderer/form/open-documents.ts')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { FoldersScreen } = await import('../../../../renderer/screens/folders/folders-screen.tsx')

const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
afterEach(() => {
  cleanup()
  main.calls.length = 0
})

async function show(address: string): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={site}>
        <AccountProvider value={account}>
          <OpenDocumentsProvider value={documents}>
            <FieldProviders>
              <MemoryRouter initialEntries={[address]}>
                <Routes>
                  <Route path="/browse-by-folder" element={<FoldersScreen />} />
                  <Route path="/browse-by-folder/:id" element={<FoldersScreen />} />
                </Routes>
              </MemoryRouter>
            </FieldProviders>
          </OpenDocumentsProvider>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Folders' })
}

async function menuOf(folder: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${folder}` }))
  await screen.findByRole('menu')
}

async function places(): Promise<string[]> {
  const picker = await screen.findByRole('dialog')
  return within(picker)
    .getAllByRole('option')
    .map((option) => option.textContent)
}

it('moves a folder by its menu into another one, of which neither itself is offered, nor one in it, nor one that may not hold it', async () => {
  await show('/browse-by-folder/1')
  await menuOf('Rail')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Move to folder' }))
  const picker = await screen.findByRole('dialog', { name: 'Moving Rail from Winter' })
  expect(await places()).toEqual(['No Folder', 'Archive', 'Winter'])
  expect(picker.textContent).toContain('A folder cannot move into itself or into a folder in it.')
  fireEvent.click(within(picker).getByText('Archive'))
  const question = await screen.findByRole('alertdialog', { name: 'Confirm move' })
  expect(question.textContent).toContain('You are about to move Rail to Archive. Are you sure?')
  fireEvent.click(within(question).getByRole('button', { name: 'Move' }))
  await waitFor(() =>
    expect(main.named('documents.editMany')).toEqual([
      expect.objectContaining({
        slug: 'payload-folders',
        ids: ['2'],
        mode: 'keep-status',
        shown: { '2': '2026-11-20T09:00:00.000Z' },
        values: [{ path: 'folder', locale: null, value: 5 }],
      }),
    ]),
  )
})

it('does not move a folder that the user may not change', async () => {
  may['payload-folders'].update = false
  await show('/browse-by-folder/1')
  await menuOf('Rail')
  may['payload-folders'].update = true
  expect(screen.getByRole('menuitem', { name: /^Move to folder/ }).ariaDisabled).toBe('true')
})
