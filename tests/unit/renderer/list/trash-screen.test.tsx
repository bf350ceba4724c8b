import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { CallInput, ColumnChoice, TrashPage } from '../../../../shared/ipc.ts'
import { checkbox, collection, number, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const posts = collection(
  [text('title', { label: 'Title' }), number('pages', { label: 'Pages' }), checkbox('featured')],
  {
    slug: 'posts',
    trash: true,
    versions: null,
    labels: { singular: 'Post', plural: 'Posts' },
  },
)
const row = (id: string, title: string) => ({
  ref: { kind: 'collection' as const, slug: 'posts', id },
  data: { id, title, pages: 3 },
  status: null,
  deletedAt: '2026-11-20T09:00:00.000Z',
})
const known = (may: boolean) => ({
  answer: null,
  isOfNow: false,
  fulfils: { update: may, delete: may },
})

let chosen: ColumnChoice[] | null = null
let page: TrashPage = { outcome: 'offline' }
const main = bridgeOf({
  'session.get': () => ({
    permissions: { collections: { posts: { update: true, delete: true, read: true } } },
    visible: { collections: ['posts'], globals: [] },
  }),
  'connection.get': () => ({ status: 'online' }),
  'columns.get': () => ({ columns: chosen }),
  'columns.refresh': () => ({ outcome: 'unchanged' }),
  'trash.list': () => page,
  'trash.restore': ({ ids }: CallInput<'trash.restore'>) => ({ outcome: 'done', done: ids, refused: [] }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { TrashScreen } = await import('../../../../renderer/screens/trash/trash-screen.tsx')
const client = createQueryClient()
afterEach(() => {
  cleanup()
  client.clear()
  main.calls.length = 0
})

async function show(): Promise<HTMLElement> {
  await renderInEnglish(
    <MemoryRouter initialEntries={['/collections/posts/trash']}>
      <QueryClientProvider client={client}>
        <SchemaProvider value={{ ...site, collections: [posts] }}>
          <FieldProviders>
            <Routes>
              <Route path="/collections/:slug/trash" element={<TrashScreen />} />
            </Routes>
          </FieldProviders>
        </SchemaProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return screen.findByRole('table', { name: 'Posts in the trash' })
}
const heads = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map((head) => head.textContent)

it('F69 (part) the trash asks for the columns that were chosen for the list, shows them, and follows another choice', async () => {
  page = { outcome: 'done', rows: [row('7', 'Narvik')], totalDocs: 1 }
  chosen = [
    { accessor: 'pages', active: true },
    { accessor: 'title', active: true },
    { accessor: 'featured', active: false },
  ]
  await show()
  expect(heads()).toEqual(['Pages', 'Title', 'Deleted'])
  const asked = () => main.named('trash.list')
  expect(asked()).toEqual([{ slug: 'posts', columns: ['pages', 'title'], page: 1, limit: 50 }])

  chosen = [{ accessor: 'title', active: true }]
  await act(() => client.invalidateQueries({ queryKey: ['columns'] }))
  await waitFor(() => expect(heads()).toEqual(['Title', 'Deleted']))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(asked()[1]).toMatchObject({ columns: ['title'] })
})

it('U32 (part) F59 (part) the menu of a row has what may be done with it, and of one that is chosen with others with all', async () => {
  const rows = [
    { ...row('7', 'Narvik'), permissions: known(false) },
    { ...row('8', 'Bodø'), permissions: known(true) },
  ]
  page = { outcome: 'done', rows, totalDocs: 2 }
  const table = await show()
  const line = (title: string) => within(table).getByText(title)
  const items = async (title: string) => {
    fireEvent.contextMenu(line(title))
    const menu = await screen.findByRole('menu', { name: `Actions for ${title}` })
    const found = within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
    fireEvent.keyDown(menu, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return found
  }
  const NO = 'Your account may not change this document'
  await waitFor(async () =>
    expect(await items('Narvik')).toEqual(['Copy ID', `Restore${NO}`, `Delete for good${NO}`]),
  )
  expect(await items('Bodø')).toEqual(['Copy ID', 'Restore', 'Delete for good'])

  // A click on a row chooses it, and keys do.
  fireEvent.click(line('Narvik'))
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', shiftKey: true })
  expect(await items('Narvik')).toEqual(['Restore', 'Delete for good'])
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(main.named('trash.restore')).toMatchObject([{ ids: ['7', '8'] }]))
})
