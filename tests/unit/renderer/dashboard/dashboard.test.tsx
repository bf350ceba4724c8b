import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { CallInput, ListPage, ListQuery, ListRow, OutboxDocument } from '../../../../shared/ipc.ts'
import { header, post, site as plainSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

/* The dashboard's cards: their content, visibility and order. */

const site = {
  ...plainSite,
  collections: plainSite.collections.map((one) => {
    if (one.slug === 'authors') return { ...one, labels: { singular: 'Writer', plural: 'Writers' } }
    return { ...one, versions: one.versions && { ...one.versions, schedules: true } }
  }),
}
const rights = { read: true, create: true }
const session = {
  user: {},
  permissions: { collections: { posts: rights, authors: rights }, globals: { header: rights } },
  visible: { collections: ['posts', 'authors'], globals: ['header'] },
}
const NOTHING: ListPage = {
  rows: [],
  totalDocs: 0,
  source: 'computer',
  fetchedAt: null,
  coverage: { here: 3, total: 3 },
}
const titles: Record<string, string> = { '1': 'Night train', '2': 'Harbour', '3': 'Kyoto' }
const row = (id: string): ListRow[] =>
  titles[id] === undefined
    ? []
    : [
        {
          ref: post(id),
          data: { id: Number(id), title: { en: titles[id] } },
          updatedAt: '2026-11-20T10:00:00.000Z',
          isNew: false,
          status: 'draft',
          state: { kind: 'saved' },
          complete: true,
        },
      ]
const failed: OutboxDocument = {
  ref: post('3'),
  place: { queued: true, seq: 1 },
  title: { en: 'Kyoto' },
  isNew: false,
  isGone: false,
  hasDraft: false,
  state: { kind: 'failed', problem: problemOf('server-error') },
  entries: [
    {
      key: 'k1',
      seq: 1,
      ref: post('3'),
      create: false,
      mode: 'draft',
      locale: 'en',
      changes: [],
      state: 'parked',
      problem: problemOf('server-error'),
      attempts: 1,
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
      group: null,
      waitsFor: [],
    },
  ],
  moves: [],
}
function problemOf(code: 'server-error' | 'validation') {
  return { code, message: '', status: null, fields: [], conflicts: [] }
}
let drafts: string[] = []
let beforeDrafts: Promise<void> | null = null
let attention: OutboxDocument[] = []
let changed: { ref: DocRef; updatedAt: string }[] = []
let scheduled: { ref: DocRef; plans: unknown[] }[] = []
let newest = '2999-11-28T10:00:00.000Z'
const asked: CallInput<'documents.changedElsewhere'>[] = []

async function list({ where, isCount }: ListQuery): Promise<ListPage> {
  if (isCount === true) return NOTHING
  const text = JSON.stringify(where)
  if (text.includes('_status')) await beforeDrafts
  if (text.includes('_status')) return { ...NOTHING, rows: drafts.flatMap(row), totalDocs: drafts.length }
  const ids = [...(text.match(/"in":\[(.*?)\]/)?.[1] ?? '').matchAll(/\d+/g)].map(([id]) => id)
  return { ...NOTHING, rows: ids.flatMap(row) }
}
const fake = bridgeOf({
  'session.get': () => session,
  'connection.get': () => ({ status: 'offline' }),
  'prefetch.get': () => null,
  'outbox.list': ({ only }: CallInput<'outbox.list'>) => {
    const documents = only === 'attention' ? attention : []
    return { documents, first: 0, total: documents.length, names: [] }
  },
  'outbox.retry': () => ({ outcome: 'released' }),
  'documents.list': list,
  'documents.scheduled': () => scheduled,
  'documents.changedElsewhere': (input: CallInput<'documents.changedElsewhere'>) => {
    asked.push(input)
    return { newest, documents: input.looks === null ? [] : changed }
  },
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { noteEdited } = await import('../../../../renderer/data/own-documents.ts')
const { DashboardScreen } = await import('../../../../renderer/screens/dashboard/dashboard-screen.tsx')

let person = 0
beforeEach(() => {
  cleanup()
  fake.calls.length = 0
  asked.length = 0
  person += 1
  drafts = []
  beforeDrafts = null
  attention = []
  changed = []
  scheduled = []
  newest = '2999-11-28T10:00:00.000Z'
})

const server = { id: 's', url: 'https://cms.example', name: 'S', waiting: 0, lastIdentifier: null }
const account = () => ({ server, collection: 'users', userId: `${person}`, label: 'Ines' })

/** Shows the target of a followed link. */
function Elsewhere() {
  const { pathname, search, state } = useLocation()
  return <output>{JSON.stringify([pathname + search, state])}</output>
}

async function show(client: QueryClient = createQueryClient()): Promise<QueryClient> {
  cleanup()
  await renderInEnglish(
    <FieldProviders>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={['/']}>
          <AccountProvider value={account()}>
            <SchemaProvider value={site}>
              <Routes>
                <Route path="/" element={<DashboardScreen />} />
                <Route path="*" element={<Elsewhere />} />
              </Routes>
            </SchemaProvider>
          </AccountProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </FieldProviders>,
  )
  await screen.findByRole('link', { name: 'Posts' })
  return client
}
const edit = (ref: DocRef) => noteEdited(account(), ref, { path: 'slug', locale: null })
/** Returns the names of the cards, in order. */
const cards = () =>
  screen
    .queryAllByRole('button', { name: /^Options for/ })
    .map((button) => /“(.*)”/.exec(button.getAttribute('aria-label') ?? '')?.[1])
const titlesIn = (name: string) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('link')[0]?.textContent)
async function choose(button: string, item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: button }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('draws no card that has nothing in it, and the way into collections and globals', async () => {
  await show()
  expect(cards()).toEqual([])
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Posts', 'Writers', 'Header'])
})

it('leads from Continue to the field that was edited last, in its locale', async () => {
  edit(header)
  noteEdited(account(), post('2'), { path: 'title', locale: 'de' })
  await show()
  await waitFor(() => expect(titlesIn('Continue')).toEqual(['Harbour', 'Header']))
  fireEvent.click(screen.getByRole('link', { name: 'Harbour' }))
  const [output] = screen.getAllByRole('status')
  expect(JSON.parse(output?.textContent ?? '')).toEqual([
    '/collections/posts/2?locale=de',
    { askedField: { path: 'title', locale: 'de' } },
  ])
})

it('tries again what may go through as it is, and leads into the form where the edit is at fault', async () => {
  attention = [failed]
  await show()
  await waitFor(() => expect(titlesIn('Needs you')).toEqual(['Kyoto']))
  fireEvent.click(screen.getByRole('button', { name: 'Try again: Kyoto' }))
  await waitFor(() => expect(fake.named('outbox.retry')).toEqual([{ key: 'k1', choices: {}, shown: [] }]))

  const problem = problemOf('validation')
  attention = [
    {
      ...failed,
      state: { kind: 'failed', problem },
      entries: failed.entries.map((one) => ({ ...one, problem })),
    },
  ]
  await show()
  const open = await screen.findByRole('link', { name: 'Open: Kyoto' })
  expect(open.getAttribute('href')).toBe('/collections/posts/3')
})

it('shows what needs the person once, and no document that is gone', async () => {
  attention = [failed]
  for (const id of ['3', '404', '1']) edit(post(id))
  drafts = ['1', '2', '3']
  await show()
  await waitFor(() => expect(titlesIn('Continue')).toEqual(['Night train']))
  expect(titlesIn('Drafts waiting')).toEqual(['Harbour'])
  expect(screen.getByRole('link', { name: 'All in Posts (3)' }).getAttribute('href')).toMatch(
    /^\/collections\/posts\?.*_status/,
  )
})

it('tells what changed since the last look, and keeps the look for who comes back from one of them', async () => {
  await show()
  await waitFor(() => expect(asked.map(({ looks }) => looks)).toEqual([null]))
  expect(cards()).toEqual([])
  cleanup()
  newest = '2999-11-29T10:00:00.000Z'
  changed = [{ ref: post('2'), updatedAt: newest }]
  const name = 'Changed elsewhere since you last looked'
  await show()
  await waitFor(() => expect(titlesIn(name)).toEqual(['Harbour']))
  fireEvent.click(within(screen.getByRole('region', { name })).getByRole('link', { name: 'Harbour' }))
  await show()
  await waitFor(() => expect(titlesIn(name)).toEqual(['Harbour']))
  cleanup()
  await show()
  await waitFor(() => expect(asked.at(-1)?.looks?.last).toBe(newest))
})

it('keeps what the person reads as new when more arrives before they open a line and come back', async () => {
  await show()
  await waitFor(() => expect(asked).toHaveLength(1))
  cleanup()
  newest = '2999-11-29T10:00:00.000Z'
  changed = [{ ref: post('2'), updatedAt: newest }]
  const name = 'Changed elsewhere since you last looked'
  const client = await show()
  await waitFor(() => expect(titlesIn(name)).toEqual(['Harbour']))
  const since = asked.at(-1)?.looks?.last
  newest = '2999-11-30T10:00:00.000Z'
  changed = [{ ref: post('1'), updatedAt: newest }, ...changed]
  await act(() => client.invalidateQueries({ queryKey: ['changed-elsewhere'] }))
  await waitFor(() => expect(titlesIn(name)).toEqual(['Night train', 'Harbour']))
  fireEvent.click(within(screen.getByRole('region', { name })).getByRole('link', { name: 'Harbour' }))
  await show()
  await waitFor(() => expect(titlesIn(name)).toEqual(['Night train', 'Harbour']))
  expect(asked.at(-1)?.looks?.last).toBe(since)
})

it('tells of a global that was changed elsewhere', async () => {
  await show()
  await waitFor(() => expect(asked).toHaveLength(1))
  cleanup()
  newest = '2999-11-29T10:00:00.000Z'
  changed = [{ ref: header, updatedAt: newest }]
  await show()
  await waitFor(() => expect(titlesIn('Changed elsewhere since you last looked')).toEqual(['Header']))
  expect(asked.at(-1)).toMatchObject({ slugs: ['posts', 'authors'], globals: ['header'] })
})

/** Returns cards and the collections among them, from top to bottom. */
const parts = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent)
    .filter((text) => text !== 'Globals')

it('shows nothing before this computer has answered for every card', async () => {
  let answer: () => void = () => undefined
  beforeDrafts = new Promise((resolve) => (answer = resolve))
  edit(post('1'))
  drafts = ['2']
  const shown = show()
  await waitFor(() => expect(fake.named('documents.list').length).toBeGreaterThan(1))
  expect(cards()).toEqual([])
  answer()
  await shown
  expect(parts()).toEqual(['Continue', 'Drafts waiting', 'Collections'])
})

it('puts a card that comes later behind what a person reads, and in its place the next time', async () => {
  drafts = ['2']
  const client = await show()
  expect(parts()).toEqual(['Drafts waiting', 'Collections'])
  attention = [failed]
  await act(() => client.invalidateQueries({ queryKey: ['outbox'] }))
  await waitFor(() => expect(parts()).toEqual(['Drafts waiting', 'Collections', 'Needs you']))
  await show()
  expect(parts()).toEqual(['Needs you', 'Drafts waiting', 'Collections'])
})

it('says what the server publishes next, from what is kept here', async () => {
  const plan = { id: 'p', type: 'publish', locale: null, timeZone: null, at: '2999-05-17T08:30:00.000Z' }
  scheduled = [
    { ref: post('1'), plans: [plan] },
    { ref: header, plans: [{ ...plan, at: '2999-06-01T08:30:00.000Z' }] },
  ]
  await show()
  await waitFor(() => expect(titlesIn('Scheduled')).toEqual(['Night train', 'Header']))
  expect(screen.getByRole('region', { name: 'Scheduled' }).textContent).toMatch(/Publishes .*2999/)
})

it('hides, shows and moves cards by their menus, for the next start and this person alone', async () => {
  edit(post('1'))
  drafts = ['2']
  await show()
  await waitFor(() => expect(cards()).toEqual(['Continue', 'Drafts waiting']))
  await choose('Options for “Continue”', 'Move down')
  expect(cards()).toEqual(['Drafts waiting', 'Continue'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Options for “Continue”')
  await choose('Options for “Drafts waiting”', 'Hide this card')
  expect(cards()).toEqual(['Continue'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Cards')
  await show()
  await waitFor(() => expect(cards()).toEqual(['Continue']))
  await choose('Cards', 'Show “Drafts waiting”')
  await waitFor(() => expect(cards()).toEqual(['Drafts waiting', 'Continue']))
  person += 1
  edit(post('1'))
  await show()
  await waitFor(() => expect(cards()).toEqual(['Continue', 'Drafts waiting']))
})

it('opens a long card to all of its lines', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    titles[id] ??= `Post ${id}`
    edit(post(id))
  }
  await show()
  await waitFor(() => expect(titlesIn('Continue')).toHaveLength(6))
  fireEvent.click(screen.getByRole('button', { name: 'Show all 8' }))
  expect(titlesIn('Continue')).toHaveLength(8)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  await act(async () => undefined)
  expect(titlesIn('Continue')).toHaveLength(6)
})
