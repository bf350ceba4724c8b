import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { BulkOptions, CreateOptions } from '../../../../renderer/data/document-drawers-context.ts'
import type { ListQuery, ListRow } from '../../../../shared/ipc.ts'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { NOTHING_KEPT } from '../../../../shared/lists/list-preference.ts'
import { collection, relation, select, text } from '../../shared/build-fields.ts'
import { site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The levels of folders: of all collections, and of one. */

const inFolder = relation('folder', { relationTo: ['payload-folders'] })
const inFolders = { folderField: 'folder', isInFolders: true }
const posts = collection([text('title'), inFolder], { slug: 'posts', trash: true, ...inFolders })
const media = collection([text('title'), inFolder], {
  slug: 'media',
  ...inFolders,
  upload: parseUpload({}, { maxBytes: null, clientUpload: null }),
  labels: { singular: 'Picture', plural: 'Pictures' },
})
const notes = collection([text('title'), inFolder], {
  slug: 'notes',
  folderField: 'folder',
  isInFolders: false,
  labels: { singular: 'Note', plural: 'Notes' },
})
const folders = collection(
  [text('name'), inFolder, select('folderType', ['posts', 'media', 'notes'], { hasMany: true })],
  {
    slug: 'payload-folders',
    useAsTitle: 'name',
    versions: null,
  },
)
const site = {
  ...plainSite,
  collections: [posts, media, notes, folders],
  folders: { slug: 'payload-folders', browse: true },
}
const rights = { create: true, read: true, update: true, delete: true, fields: true }
const may = {
  posts: { ...rights },
  media: { ...rights },
  notes: { ...rights },
  'payload-folders': { ...rights },
}

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
/** Collections whose documents were queried. */
const asked = new Set<string>()
const lying: { [slug: string]: JsonObject } = {
  posts: { title: 'A post', folder: 1 },
  media: { title: 'A picture', folder: 1 },
  notes: { title: 'A note', folder: 1 },
}
const main = bridgeOf({
  'session.get': () => ({
    user: {},
    permissions: { collections: may },
    visible: { collections: ['posts', 'media', 'notes', 'payload-folders'], globals: [] },
  }),
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'documents.list': ({ slug, where }: ListQuery) => {
    asked.add(slug)
    if (slug === 'payload-folders') return page(folderRows)
    return page(JSON.stringify(where).includes('@unsent') ? [] : [rowOf(slug, '70', lying[slug] ?? {})])
  },
  'listPreference.get': () => NOTHING_KEPT,
  'listPreference.refresh': () => ({ outcome: 'unchanged' }),
  'documents.refreshList': () => ({ outcome: 'updated' }),
  'documents.editMany': () => ({ queued: ['2'], keys: [['e1']], leftOut: [] }),
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
const { DocumentDrawersProvider } = await import('../../../../renderer/data/document-drawers-context.ts')
const { BulkUploadProvider } = await import('../../../../renderer/data/document-drawers-context.ts')
const { CollectionFoldersScreen, FoldersScreen } =
  await import('../../../../renderer/screens/folders/folders-screen.tsx')

const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
/** Creations in a drawer, with initial values. */
const made: unknown[] = []
const drawers = {
  edit: () => undefined,
  create: (slug: string, { initial }: CreateOptions = {}) => void made.push([slug, initial]),
  readAhead: () => undefined,
}
/** Uploads, with the initial values of their documents. */
const brought: unknown[] = []
const bring = (slug: string, { files = [], initial, place }: BulkOptions = {}) =>
  void brought.push([slug, files.map(({ name }) => name), initial, place])
afterEach(() => {
  cleanup()
  brought.length = 0
  made.length = 0
  asked.clear()
  main.calls.length = 0
})

async function show(address: string): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={site}>
        <AccountProvider value={account}>
          <OpenDocumentsProvider value={documents}>
            <FieldProviders>
              <DocumentDrawersProvider value={drawers}>
                <BulkUploadProvider value={bring}>
                  <MemoryRouter initialEntries={[address]}>
                    <Routes>
                      <Route path="/browse-by-folder" element={<FoldersScreen />} />
                      <Route path="/browse-by-folder/:id" element={<FoldersScreen />} />
                      <Route
                        path="/collections/:slug/payload-folders/:id?"
                        element={<CollectionFoldersScreen />}
                      />
                      <Route path="/collections/:slug" element="The list" />
                    </Routes>
                  </MemoryRouter>
                </BulkUploadProvider>
              </DocumentDrawersProvider>
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

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const foldersHere = () =>
  within(screen.getByRole('region', { name: 'Folders' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

it('makes a document in the folder that is shown, of each collection whose documents it may hold', async () => {
  await show('/browse-by-folder/1')
  press('Create New')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Post', 'Picture'])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Picture' }))
  expect(made).toEqual([['media', { folder: 1 }]])
})

it('brings files into the folder that is shown, chosen or dropped on it', async () => {
  await show('/browse-by-folder/1')
  press('Bulk Upload')
  const file = new File(['x'], 'lake.svg', { type: 'image/svg+xml' })
  const dataTransfer = { files: [file], items: [], types: ['Files'] }
  fireEvent.dragOver(screen.getByRole('heading', { name: 'Folders' }), { dataTransfer })
  expect(screen.getByText('Drop files or folders here to add them to Pictures')).toBeTruthy()
  fireEvent.drop(screen.getByRole('heading', { name: 'Folders' }), { dataTransfer })
  expect(brought).toEqual([
    ['media', [], { folder: 1 }, 'folder 1'],
    ['media', ['lake.svg'], { folder: 1 }, 'folder 1'],
  ])
})

it('brings no files in where the user may make none, nor where no collection is meant', async () => {
  await show('/browse-by-folder')
  expect(screen.queryByRole('button', { name: 'Bulk Upload' })).toBeNull()
  cleanup()
  may.media.create = false
  await show('/browse-by-folder/1')
  may.media.create = true
  expect(screen.queryByRole('button', { name: 'Bulk Upload' })).toBeNull()
})

it('makes a folder in the one that is shown, which may hold what that one may', async () => {
  await show('/browse-by-folder/1')
  press('New Folder')
  expect(made).toEqual([['payload-folders', { folder: 1 }]])
  cleanup()
  made.length = 0
  folderRows.push(rowOf('payload-folders', '6', { name: 'Inside', folder: 4, folderType: ['media'] }))
  await show('/browse-by-folder/4')
  folderRows.pop()
  press('New Folder')
  press('Create New')
  expect(made).toEqual([
    ['payload-folders', { folder: 4, folderType: ['media'] }],
    ['media', { folder: 4 }],
  ])
})

it('makes documents in a folder only, and what the user may make', async () => {
  await show('/browse-by-folder')
  expect(screen.queryByRole('button', { name: 'Create New' })).toBeNull()
  press('New Folder')
  expect(made).toEqual([['payload-folders', {}]])
  cleanup()
  may.posts.create = false
  await show('/browse-by-folder/1')
  may.posts.create = true
  press('Create New')
  expect(made.at(-1)).toEqual(['media', { folder: 1 }])
})

it('leaves out where all are browsed a collection that the site leaves out there', async () => {
  await show('/browse-by-folder/1')
  await screen.findByText('A picture')
  expect(screen.queryByText('A note')).toBeNull()
  expect(asked.has('notes')).toBe(false)
})

it('shows of one collection the folders that may hold its documents, and these documents alone', async () => {
  await show('/collections/posts/payload-folders/1')
  await screen.findByText('A post')
  expect(screen.queryByText('A picture')).toBeNull()
  expect(foldersHere()).toEqual([['Rail', '/collections/posts/payload-folders/2?locale=en']])
  expect(screen.getByRole('link', { name: 'Posts' }).getAttribute('href')).toBe(
    '/collections/posts/payload-folders?locale=en',
  )
  expect(screen.getByRole('link', { name: 'Trash' }).getAttribute('href')).toBe(
    '/collections/posts/trash?locale=en',
  )
  press('Create New')
  press('New Folder')
  expect(made).toEqual([
    ['posts', { folder: 1 }],
    ['payload-folders', { folder: 1, folderType: ['posts'] }],
  ])
})

it('leads from the folders of a collection to its list, which is shown from now on', async () => {
  await show('/collections/notes/payload-folders')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Notes')
  press('All Notes')
  await screen.findByText('The list')
  expect(main.named('listPreference.set')).toEqual([{ slug: 'notes', choice: { listViewType: 'list' } }])
})
