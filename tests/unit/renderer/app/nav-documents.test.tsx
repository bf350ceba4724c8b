import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { ListPage, ListQuery, ListRow } from '../../../../shared/ipc.ts'
import { NAV_OPEN, withNavChoice, type NavChoice } from '../../../../shared/nav-preference.ts'
import { makeTempId } from '../../../../shared/cms/doc-ref.ts'
import { header, post, site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* Favourite and recent documents and counts of drafts, in the real sidebar. */

const read = { read: true }
const rights = {
  permissions: { collections: { posts: read, authors: read }, globals: { header: read } },
  visible: { collections: ['posts', 'authors'], globals: ['header'] },
}
const NOTHING_WAITS = {
  waiting: 0,
  sending: 0,
  conflict: 0,
  failed: 0,
  failing: 0,
  onThisComputer: 0,
  forms: 0,
  differs: 0,
}
const site = {
  ...plainSite,
  collections: plainSite.collections.map((one) =>
    one.slug === 'authors' ? { ...one, labels: { singular: 'Writer', plural: 'Writers' } } : one,
  ),
}
let nav = NAV_OPEN
let session = rights
let status = 'offline'
/** Titles of the documents on this computer, by collection and id. */
let titles: Record<string, string> = {}
let states: Record<string, ListRow['state']> = {}
let bySlug: Record<string, { waiting: number; attention: number }> = {}
let drafts: Partial<ListPage> = {}

const keyOf = (ref: DocRef) => (ref.kind === 'global' ? ref.slug : `${ref.slug}/${ref.id}`)
const row = (slug: string, id: string): ListRow[] => {
  const title = titles[`${slug}/${id}`]
  if (title === undefined) return []
  return [
    {
      ref: { kind: 'collection', slug, id },
      data: { id, title, name: title },
      updatedAt: null,
      isNew: false,
      status: null,
      state: states[`${slug}/${id}`] ?? { kind: 'saved' },
      complete: true,
    },
  ]
}
function list({ slug, where, isCount }: ListQuery): ListPage {
  const page: ListPage = {
    rows: [],
    totalDocs: 0,
    source: 'computer',
    fetchedAt: null,
    coverage: { here: 0, total: null },
  }
  if (isCount === true) return { ...page, ...(slug === 'posts' && drafts) }
  const ids = JSON.stringify(where).match(/"in":\[(.*?)\]/)?.[1] ?? ''
  return { ...page, rows: ids.split(',').flatMap((id) => row(slug, id.replaceAll('"', ''))) }
}
let isSlow: Promise<void> | null = null
const fake = bridgeOf({
  'session.get': () => session,
  'connection.get': () => ({ status }),
  'outbox.counts': () => ({ ...NOTHING_WAITS, bySlug }),
  'nav.get': () => nav,
  'nav.set': (choice: NavChoice) => void (nav = withNavChoice(nav, choice)),
  'documents.list': async (query: ListQuery) => {
    await isSlow
    return list(query)
  },
  'documents.refreshList': () => ({ outcome: 'updated' }),
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { useFollowedIds, useNoteOpened } = await import('../../../../renderer/data/own-documents.ts')
const { Sidebar } = await import('../../../../renderer/app/shell/sidebar.tsx')
const { FavouriteButton } = await import('../../../../renderer/screens/edit/document-header.tsx')

let person = 0
beforeEach(() => {
  cleanup()
  fake.calls.length = 0
  person += 1
  nav = NAV_OPEN
  session = rights
  status = 'offline'
  states = {}
  bySlug = {}
  drafts = {}
  titles = { 'posts/1': 'Night train', 'posts/2': 'Harbour', 'authors/7': 'Ines' }
})

const server = { id: 's', url: 'https://cms.example', name: 'S', waiting: 0, lastIdentifier: null }
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))
const author: DocRef = { kind: 'collection', slug: 'authors', id: '7' }

/** A window with a document: the star of its header, recorded as opened, and the navigation. */
function Opened({ docRef, isReady = true }: { docRef: DocRef; isReady?: boolean }) {
  useFollowedIds()
  useNoteOpened(docRef, isReady)
  return <FavouriteButton docRef={docRef} />
}

async function show(
  docRef: DocRef,
  { address = '/', userId = `${person}`, isReady = true } = {},
): Promise<void> {
  cleanup()
  await renderInEnglish(
    <FieldProviders>
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <AccountProvider value={{ server, collection: 'users', userId, label: 'Ines' }}>
            <SchemaProvider value={site}>
              <Sidebar overlay={false} onClose={() => undefined} />
              <Opened docRef={docRef} isReady={isReady} />
            </SchemaProvider>
          </AccountProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </FieldProviders>,
  )
  await settled()
}
const star = () => screen.getByRole('button', { name: 'Favourite' })
const section = (name: string) => screen.queryByRole('group', { name })
const inSection = (name: string) =>
  within(section(name) ?? document.createElement('div'))
    .queryAllByRole('link')
    .map((link) => link.textContent)
/** Marks documents as favourites, one after another. */
async function mark(...refs: DocRef[]): Promise<void> {
  for (const ref of refs) {
    await show(ref)
    fireEvent.click(star())
  }
  await settled()
}

it('puts a document under favourites by its star, with its title, collection and address, and takes it out by it', async () => {
  await show(post('1'))
  expect(section('Favourites')).toBeNull()
  expect(star().getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(star())
  await waitFor(() => expect(inSection('Favourites')).toEqual(['Night train, Post']))
  expect(star().getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('link', { name: 'Night train, Post' }).getAttribute('href')).toBe(
    '/collections/posts/1',
  )
  await mark(header, author)
  expect(inSection('Favourites')).toEqual(['Night train, Post', 'Header', 'Ines, Writer'])
  fireEvent.click(star())
  await waitFor(() => expect(inSection('Favourites')).toEqual(['Night train, Post', 'Header']))
})

it('keeps favourites of each person apart, and has them again without the server', async () => {
  await mark(post('1'))
  await show(post('2'), { userId: 'somebody else' })
  expect(section('Favourites')).toBeNull()
  await show(post('2'))
  expect(inSection('Favourites')).toEqual(['Night train, Post'])
})

it('says the title of now, and leaves out what is deleted or may not be read', async () => {
  await mark(post('1'), post('2'), author)
  titles = { ...titles, 'posts/1': 'Night train, second edition' }
  act(() => fake.emit('documents.listChanged', { slug: 'posts' }))
  await waitFor(() =>
    expect(inSection('Favourites')).toEqual([
      'Night train, second edition, Post',
      'Harbour, Post',
      'Ines, Writer',
    ]),
  )
  delete titles['posts/2']
  session = { ...rights, permissions: { ...rights.permissions, collections: { posts: read } as never } }
  await show(post('1'))
  expect(inSection('Favourites')).toEqual(['Night train, second edition, Post'])
  delete titles['posts/1']
  await show(post('1'))
  expect(section('Favourites')).toBeNull()
})

it('leaves favourites where they are while the title of another one is read', async () => {
  await mark(post('1'))
  await show(author)
  let answer: () => void = () => undefined
  isSlow = new Promise((resolve) => (answer = resolve))
  fireEvent.click(star())
  await settled()
  expect(inSection('Favourites')).toEqual(['Night train, Post'])
  act(() => answer())
  isSlow = null
  await waitFor(() => expect(inSection('Favourites')).toEqual(['Night train, Post', 'Ines, Writer']))
})

it('marks favourites that are not sent or in conflict', async () => {
  await mark(post('1'), post('2'), header)
  states = { 'posts/1': { kind: 'conflict', fields: 1 }, 'posts/2': { kind: 'waiting', count: 2 } }
  bySlug = { 'globals:header': { waiting: 1, attention: 0 } }
  await show(post('1'))
  expect(inSection('Favourites')).toEqual([
    'Night train, Post, Conflict',
    'Harbour, Post, Waiting to send (2)',
    'Header1, 1 edit waiting',
  ])
})

it('follows a favourite that was made here to the id that the server gives it', async () => {
  const temp = makeTempId('6f1c2b1e-0d5a-4a53-9d0e-1a2b3c4d5e6f')
  titles = { [`posts/${temp}`]: 'New here', 'posts/31': 'New here' }
  await mark(post(temp))
  expect(inSection('Favourites')).toEqual(['New here, Post'])
  act(() => fake.emit('documents.idAssigned', { slug: 'posts', tempId: temp, id: '31', value: 31 }))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'New here, Post' }).getAttribute('href')).toBe(
      '/collections/posts/31',
    ),
  )
})

it('removes a favourite by its own button, and gives the focus to the next one', async () => {
  await mark(post('1'), post('2'))
  await settled()
  fireEvent.click(screen.getByRole('button', { name: 'Remove “Night train” from favourites' }))
  await waitFor(() => expect(inSection('Favourites')).toEqual(['Harbour, Post']))
  expect(document.activeElement?.textContent).toContain('Harbour')
  fireEvent.click(screen.getByRole('button', { name: 'Remove “Harbour” from favourites' }))
  await waitFor(() => expect(section('Favourites')).toBeNull())
  expect(document.activeElement?.closest('#sidebar')).not.toBeNull()
})

it('folds the favourites, and keeps that as that of other groups', async () => {
  await mark(post('1'))
  fireEvent.click(screen.getByRole('button', { name: 'Favourites', expanded: true }))
  await settled()
  expect(nav.groups).toEqual({ 'galley-favourites': { open: false } })
  await show(post('1'))
  expect(screen.getByRole('button', { name: 'Favourites', expanded: false })).toBeTruthy()
})

it('has up to seven documents that were opened last once somebody opens the section, the newest first and each once', async () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  for (const id of ids) titles[`posts/${id}`] = `Post ${id}`
  await show(post('new'), { isReady: false })
  expect(section('Recent')).toBeNull()
  for (const id of [...ids, '5']) await show(post(id))
  // Closed sections ask nothing.
  expect(fake.named('documents.list').some((query) => JSON.stringify(query).includes('"in"'))).toBe(false)
  expect(inSection('Recent')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Recent', expanded: false }))
  await waitFor(() =>
    expect(inSection('Recent')).toEqual(['5', '9', '8', '7', '6', '4', '3'].map((id) => `Post ${id}, Post`)),
  )
  // A deleted document makes room for an older one.
  delete titles['posts/9']
  await show(post('5'), { address: '/collections/posts/5' })
  expect(inSection('Recent')).toEqual(['5', '8', '7', '6', '4', '3', '2'].map((id) => `Post ${id}, Post`))
  expect(screen.getByRole('link', { name: 'Post 5, Post' }).getAttribute('aria-current')).toBe('page')
  await show(header)
  expect(inSection('Recent')[0]).toBe('Header')
})

it('says how many drafts a collection has, where that is known, and leads to them', async () => {
  const link = () => screen.queryByRole('link', { name: /^\d drafts?$/ })
  // Its list was never loaded, so it is not asked for.
  status = 'online'
  drafts = { totalDocs: 0, coverage: { here: 0, total: 9 } }
  await show(post('1'))
  expect(link()).toBeNull()
  expect(fake.named('documents.refreshList')).toEqual([])
  // All of it is here, so this computer knows the number.
  drafts = { totalDocs: 3, coverage: { here: 9, total: 9 } }
  await show(post('1'))
  expect(link()?.textContent).toBe('33 drafts')
  expect(link()?.getAttribute('aria-describedby')).toBe('nav-posts')
  const query = new URLSearchParams(link()?.getAttribute('href')?.split('?')[1])
  expect(query.get('where[or][0][and][0][_status][equals]')).toBe('draft')
  expect(fake.named('documents.refreshList')).toEqual([])
  // A part of it is here: the server is asked, and its number shown.
  drafts = { totalDocs: 3, coverage: { here: 2, total: 9 } }
  await show(post('1'))
  expect(link()).toBeNull()
  await waitFor(() => expect(fake.named('documents.refreshList')).toHaveLength(1))
  drafts = { ...drafts, totalDocs: 1, source: 'server' }
  await show(post('1'))
  expect(link()?.textContent).toBe('11 draft')
  expect(document.getElementById('nav-posts')?.textContent).toBe('Posts')
})

it('keeps what it keeps as ids, without titles', async () => {
  await mark(post('1'))
  const kept = Object.entries(localStorage).filter(([key]) => /favourites|recent/.test(key))
  expect(kept).toHaveLength(2)
  expect(JSON.stringify(kept)).not.toContain('Night train')
  expect(keyOf(post('1'))).toBe('posts/1')
})
