import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Became, ListRow } from '../../../../shared/ipc.ts'
import type { CellContext } from '../../../../renderer/fields/document-columns/use-cell-context.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { collection, relation, text } from '../../shared/build-fields.ts'
import { site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The folder cell of a row, and moving its document into another folder. */

const posts = collection([text('title'), relation('folder', { relationTo: ['payload-folders'] })], {
  slug: 'posts',
  folderField: 'folder',
})
const folders = collection([text('name')], { slug: 'payload-folders', useAsTitle: 'name', versions: null })
const site = {
  ...plainSite,
  collections: [posts, folders],
  folders: { slug: 'payload-folders', browse: true },
}
const NAMES: Record<string, string> = { '3': 'Rail', '4': 'Archive' }
const row = (folder: number | null): ListRow => ({
  ref: { kind: 'collection', slug: 'posts', id: '7' },
  updatedAt: '2026-11-20T09:00:00.000Z',
  status: 'published',
  state: { kind: 'saved' },
  complete: true,
  isNew: false,
  data: { title: 'Night train', folder },
})
const rights = { read: true, update: true }
const session = { permissions: { collections: { posts: rights, 'payload-folders': rights }, globals: {} } }

let became: Became[] = []
let queue: () => void = () => undefined
const fake = bridgeOf({
  'session.get': () => session,
  'connection.get': () => ({ status: 'online' }),
  'documents.list': () => ({
    rows: Object.entries(NAMES).map(([id, name]) => ({
      ...row(null),
      ref: { kind: 'collection', slug: 'payload-folders', id },
      data: { id: Number(id), name },
    })),
    totalDocs: 2,
    source: 'server',
    fetchedAt: '2026-11-20T09:00:00.000Z',
    coverage: { here: 2, total: 2 },
  }),
  'documents.refreshList': () => ({ outcome: 'updated' }),
  'documents.editMany': () =>
    new Promise((resolve) => {
      queue = () => resolve({ queued: ['7'], keys: [['e1']], leftOut: [] })
    }),
  'outbox.became': () => became,
})
vi.stubGlobal('galley', fake.bridge)
const { valueContext } = await import('../support/value-context.ts')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { FolderCell } = await import('../../../../renderer/fields/folder/folder-cell.tsx')
const { folderOf } = await import('../../../../renderer/fields/folder/folder-tree.ts')
const { useMoveToFolder } = await import('../../../../renderer/fields/folder/use-move-to-folder.tsx')
const { createOpenDocuments } = await import('../../../../renderer/form/open-documents.ts')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { useT } = await import('../../../../renderer/i18n/use-t.ts')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')

const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
afterEach(() => {
  cleanup()
  toastQueue.clear()
  fake.calls.length = 0
  vi.restoreAllMocks()
})

/** The cell of a row as a list or the trash renders it. */
function Cell({ of, inTrash }: { of: ListRow; inTrash: boolean }) {
  const { t } = useT()
  const moves = useMoveToFolder(posts, 'en')
  const context: CellContext = {
    ...valueContext({ t, nameOf: (_slug, id) => NAMES[id] ?? null }),
    collection: posts,
    locale: 'en',
    fallbacks: [],
    columnLabel: () => 'Folder',
    picture: null,
    isReading: false,
    move: inTrash
      ? { ask: () => undefined, whyNot: () => t('galley:list.folders.inTrash') }
      : {
          ask: (asked) =>
            moves.ask({ documents: [asked], one: { title: 'Night train', from: folderOf(posts, asked) } }),
          whyNot: (asked) => moves.whyNot([asked]),
        },
  }
  return (
    <>
      <div data-testid="cell">
        <FolderCell row={of} context={context} />
      </div>
      {moves.dialog}
    </>
  )
}

async function show(of: ListRow, inTrash = false): Promise<void> {
  cleanup()
  await renderInEnglish(
    <FieldProviders>
      <QueryClientProvider client={createQueryClient()}>
        <SchemaProvider value={site}>
          <OpenDocumentsProvider value={documents}>
            <Cell of={of} inTrash={inTrash} />
            <ToastRegion />
          </OpenDocumentsProvider>
        </SchemaProvider>
      </QueryClientProvider>
    </FieldProviders>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
}
const button = () => screen.getByRole('button', { name: 'Move to folder' })
const sent = () => fake.named('documents.editMany')
/** Chooses a folder in the picker; returns the picker's title. */
async function pick(place: string): Promise<string> {
  fireEvent.click(button())
  const picker = await screen.findByRole('dialog')
  const title = within(picker).getByRole('heading').textContent
  fireEvent.click(await within(picker).findByText(place))
  return title
}
const question = () => screen.findByRole('alertdialog', { name: 'Confirm move' })
/** Sends the server's result: stored or refused. */
async function answer(one: Became): Promise<void> {
  became = [{ is: 'waiting' }]
  await act(async () => queue())
  became = [one]
  act(() => fake.emit('outbox.changed', undefined))
}
const moved: Became = { is: 'sent', mode: 'draft', notTaken: false }

it('S2.60 the folder of a row has a button that asks for another one and then whether it is meant, says Moving, sends nothing where nothing changes, says what came of it, and is off in the trash', async () => {
  await show(row(3))
  expect(screen.getByTestId('cell').textContent).toBe('Rail')
  expect(await pick('Archive')).toBe('Moving Night train from Rail')
  const asked = await question()
  expect(within(asked).getByRole('heading').textContent).toBe('Confirm move')
  expect(asked.textContent).toContain('You are about to move Night train to Archive. Are you sure?')
  expect(
    within(asked)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(expect.arrayContaining(['Cancel', 'Move']))
  // A cancelled move is not sent, and the folder can be chosen again.
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Confirm move' })).toBeNull())
  expect(sent()).toEqual([])

  await show(row(3))
  await pick('Archive')
  fireEvent.click(within(await question()).getByRole('button', { name: 'Move' }))
  await within(await question()).findByText('Moving')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    slug: 'posts',
    ids: ['7'],
    mode: 'keep-status',
    values: [{ path: 'folder', value: 4 }],
  })
  expect(screen.queryByText(/has been moved/)).toBeNull()
  await answer(moved)
  await screen.findByText('Night train has been moved to "Archive"')
  expect(screen.queryByRole('alertdialog', { name: 'Confirm move' })).toBeNull()

  // To no folder, the root.
  await show(row(3))
  await pick('No Folder')
  expect((await question()).textContent).toContain(
    'You are about to move Night train to the root folder. Are you sure?',
  )
  fireEvent.click(within(await question()).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ values: [{ path: 'folder', value: null }] })
  await answer(moved)
  await screen.findByText('Night train has been moved to the root folder')

  // Its present folder, or none.
  await show(row(3))
  await pick('Rail')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await show(row(null))
  expect(await pick('No Folder')).toBe('Moving Night train from No Folder')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog', { name: 'Confirm move' })).toBeNull()
  expect(sent()).toHaveLength(2)

  await show(row(3), true)
  expect(button().getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('S4.35 (part) S8.08 (part) what the server refuses is logged and not said over the list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await show(row(3))
  await pick('Archive')
  fireEvent.click(within(await question()).getByRole('button', { name: 'Move' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  await answer({ is: 'needs-you' })
  await waitFor(() => expect(logged).toHaveBeenCalledWith('Error moving document to folder', 1))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText(/has been moved/)).toBeNull()
})
