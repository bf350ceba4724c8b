import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
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
const main = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'session.get': () => ({
    user: {},
    permissions: { collections: { posts: may } },
    visible: { collections: ['posts'], globals: [] },
  }),
  'trash.list': (query: ListQuery) => {
    asked.push(query)
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

/** The trash of posts, of an account where nobody may open what is in it. */
async function open(auth = false): Promise<void> {
  asked.length = 0
  const entity = collection(
    [text('title', { label: 'Title' }), number('pages', { label: 'Pages' }), checkbox('featured')],
    { trash: true, auth },
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
  await screen.findByRole('table')
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

it('but no account, of which the server tells nothing there', async () => {
  await open(true)
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
