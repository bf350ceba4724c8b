import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListQuery, TrashPage } from '../../../../shared/ipc.ts'
import type { ColumnChoice } from '../../../../shared/lists/columns.ts'
import { checkbox, collection, number, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'

const may = { create: true, read: true, update: true, delete: true, fields: true }
const deletedAt = new Date(Date.now() - 2 * 60 * 60_000 - 1000).toISOString()
const page: TrashPage = {
  outcome: 'done',
  rows: [
    {
      ref: { kind: 'collection', slug: 'posts', id: '7' },
      data: { id: 7, title: 'Kiruna', pages: 1.5, featured: true, deletedAt },
      updatedAt: null,
      status: null,
      isNew: false,
      state: { kind: 'saved' },
      complete: true,
    },
  ],
  totalDocs: 1,
}
const asked: ListQuery[] = []
const kept = { columns: null as ColumnChoice[] | null, limit: null, sort: 'title' }
const rights = { delete: true }
const connection = { status: 'online' }
const emptied: unknown[] = []
const main = bridgeOf({
  'connection.get': () => ({ status: connection.status, since: '', lastContact: null, problem: null }),
  'session.get': () => ({
    user: {},
    permissions: { collections: { posts: { ...may, ...rights } } },
    visible: { collections: ['posts'], globals: [] },
  }),
  'trash.emptyAll': (input: unknown) => {
    emptied.push(input)
    return { outcome: 'done', done: ['7', '8'], refused: [{ id: '9', why: 'restored', message: '' }] }
  },
  'trash.list': (query: ListQuery) => {
    asked.push(query)
    if (query.limit === 1) return { ...page, totalDocs: 3 }
    return query.search === '' ? page : { outcome: 'done', rows: [], totalDocs: 0 }
  },
  'listPreference.get': () => kept,
  'listPreference.refresh': () => ({ outcome: 'unchanged' }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { TrashScreen } = await import('../../../../renderer/screens/trash/trash-screen.tsx')

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(cleanup)

/** Renders the trash of posts; `auth`: posts are accounts; `offline`: the trash cannot be read. */
async function open(how: 'auth' | 'offline' | null = null): Promise<void> {
  asked.length = 0
  emptied.length = 0
  const entity = collection(
    [text('title', { label: 'Title' }), number('pages', { label: 'Pages' }), checkbox('featured')],
    { trash: true, auth: how === 'auth', description: 'Stories of the magazine.' },
  )
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
  if (how === 'offline') await screen.findByText('The trash is on the server')
  else await screen.findByRole('table')
}

async function menu(): Promise<string[]> {
  fireEvent.click(screen.getByRole('button', { name: /^(More|Actions).*Kiruna/ }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

const heads = () => screen.getAllByRole('columnheader').map((head) => head.ariaLabel ?? head.textContent)

it('what is in the trash can be looked at, by its title and by its menu', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'Kiruna' }).getAttribute('href')).toBe('/collections/posts/trash/7')
  expect(await menu()).toContain('Show')
})

it('says what the site says of the collection', async () => {
  await open()
  expect(screen.getByText('Stories of the magazine.')).toBeTruthy()
})

it('but no account, of which the server tells nothing there', async () => {
  await open('auth')
  expect(screen.queryByRole('link', { name: 'Kiruna' })).toBeNull()
  const items = await menu()
  expect(items).not.toContain('Show')
  expect(items).toContain('Restore')
})

it('F69 (part) has the columns of the list, and how long ago each was deleted', async () => {
  await open()
  expect(heads()).toEqual(expect.arrayContaining(['Title', 'Pages', 'featured', 'Deleted']))
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toMatch(/Kiruna.*1\.5.*true.*2 hours ago/)
})

it('F69 (part) has the columns that were chosen for the list', async () => {
  kept.columns = [
    { accessor: 'title', active: true },
    { accessor: 'pages', active: true },
  ]
  await open()
  kept.columns = null
  expect(heads()).toEqual(['Title', 'Pages', 'Deleted'])
})

it('what was deleted last stands first, whatever the list is sorted by, until another order is chosen', async () => {
  await open()
  expect(asked.at(-1)).toMatchObject({ slug: 'posts', page: 1, limit: 10, sort: '-deletedAt' })
  expect(screen.getByRole('columnheader', { name: 'Deleted' }).ariaSort).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: 'Pages' }))
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'pages' }))
  await vi.waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Pages' }).ariaSort).toBe('ascending'),
  )
})

it('is searched as the list is; where nothing fits it says so, and the way back is there', async () => {
  await open()
  const box = screen.getByRole('searchbox', { name: 'Search by Title' })
  fireEvent.change(box, { target: { value: 'Narvik' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await screen.findByText('No Posts in the trash match')
  expect(asked.at(-1)).toMatchObject({ search: 'Narvik' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByRole('table')
})

it('nothing of what is asked there is about unsent edits', async () => {
  await open()
  const box = screen.getByRole('searchbox')
  fireEvent.change(box, { target: { value: 'is:unsent' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await screen.findByText(/“is:unsent”/)
  expect(asked.at(-1)).toMatchObject({ search: '', where: null })
})

const emptyButton = () => screen.getByRole('button', { name: 'Empty trash' })

it('empties the whole trash after a question with the number of what the server has in it, and says what was left', async () => {
  await open()
  fireEvent.click(emptyButton())
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 3 documents for good?' })
  expect(asked.at(-1)).toMatchObject({ where: null, search: '', sort: '-deletedAt', limit: 1 })
  expect(dialog.textContent).not.toContain('your search or filter hides')
  expect(emptied).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(emptied).toEqual([{ slug: 'posts', until: deletedAt, count: 3 }])
})

it('says in the question that a search hides some of what goes', async () => {
  await open()
  const box = screen.getByRole('searchbox', { name: 'Search by Title' })
  fireEvent.change(box, { target: { value: 'Narvik' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  await screen.findByText('No Posts in the trash match')
  fireEvent.click(emptyButton())
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('This includes documents that your search or filter hides.')
})

it('who may not delete for good has no button for it', async () => {
  rights.delete = false
  await open()
  rights.delete = true
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull()
})

it('without the server the button says what it needs, and does nothing', async () => {
  connection.status = 'offline'
  await open('offline')
  connection.status = 'online'
  expect(emptyButton().ariaDisabled).toBe('true')
  fireEvent.click(emptyButton())
  expect(asked).toEqual([])
})
