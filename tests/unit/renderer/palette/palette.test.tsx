import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, ListPage, ListQuery, ListRow, SchedulePlan } from '../../../../shared/ipc.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const schema: SiteSchema = {
  ...site,
  collections: site.collections
    .filter(({ slug }) => slug === 'posts')
    .map((one) => ({ ...one, versions: one.versions && { ...one.versions, schedules: true } })),
}

const twoCollections: SiteSchema = {
  ...schema,
  collections: [
    ...schema.collections,
    ...site.collections
      .filter(({ slug }) => slug === 'authors')
      .map((one) => ({ ...one, labels: { singular: 'Author', plural: 'Authors' } })),
  ],
}

const rowOf = (id: string, more: Partial<ListRow> = {}): ListRow => ({
  ref: { kind: 'collection', slug: 'posts', id },
  data: { id, title: { en: `Train ${id}` } },
  status: null,
  updatedAt: null,
  state: { kind: 'saved' },
  isNew: false,
  complete: true,
  ...more,
})
let rows: ListRow[] = []
let plans: SchedulePlan[] = []
let isOnline = false
/** Documents of each collection: on this computer, and on the server. */
let coverage: ListPage['coverage'] = { here: 0, total: 0 }
let answer: () => Promise<unknown> = () => Promise.resolve()
const permission = { create: true, read: true, update: true, fields: true }
const fake = bridgeOf({
  'app.bootstrap': () => ({}),
  'connection.get': () => ({
    status: isOnline ? 'online' : 'offline',
    since: '',
    lastContact: null,
    problem: null,
  }),
  'session.get': () => ({
    permissions: { collections: { posts: permission, authors: permission }, globals: {} },
    visible: { collections: ['posts', 'authors'], globals: [] },
  }),
  'documents.find': async ({ words }: CallInput<'documents.find'>) => {
    if (words === '') return []
    await answer()
    return rows
  },
  'documents.list': (query: ListQuery) => ({
    rows: rows.map((row) => row),
    totalDocs: rows.length,
    source: 'computer',
    fetchedAt: null,
    coverage,
    query,
  }),
  'documents.editMany': ({ ids }: CallInput<'documents.editMany'>) => ({
    queued: ids,
    keys: [['k']],
    leftOut: [],
  }),
  'documents.schedules': ({ ids }: CallInput<'documents.schedules'>) => ids.map((id) => ({ id, plans })),
  'documents.schedule': () => ({ outcome: 'done', plans: [] }),
  'documents.get': () => null,
  'outbox.sent': () => [{ key: 'k', mode: 'publish' }],
  'outbox.became': () => [{ is: 'sent', mode: 'publish', notTaken: false }],
  'documents.create': () => ({ ref: { kind: 'collection', slug: 'posts', id: 'new-1' } }),
  'drafts.put': () => ({ savedAt: '2026-11-20T09:00:00.000Z' }),
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { useNoteOpened } = await import('../../../../renderer/data/own-documents.ts')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createOpenDocuments } = await import('../../../../renderer/form/open-documents.ts')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { commands } = await import('../../../../renderer/commands/command-registry.ts')
const { usePlaceCommands } = await import('../../../../renderer/palette/use-place-commands.ts')
const { Palette } = await import('../../../../renderer/palette/palette.tsx')

afterEach(() => {
  cleanup()
  rows = []
  plans = []
  isOnline = false
  coverage = { here: 0, total: 0 }
  answer = () => Promise.resolve()
  fake.calls.length = 0
  localStorage.clear()
})

function Address() {
  const { pathname, search } = useLocation()
  const searched = new URLSearchParams(search).get('search')
  return <p>{`at ${pathname}${searched === null ? '' : ` for ${searched}`}`}</p>
}

/** A document that was opened before. */
function Opened({ id }: { id: string }) {
  useNoteOpened({ kind: 'collection', slug: 'posts', id }, true)
  return null
}

function Places() {
  usePlaceCommands()
  return null
}

/** As the shell: the question is asked where the palette was. */
function Questioned() {
  const [question, setQuestion] = useState<ReactNode>(null)
  return question ?? <Palette onClose={closed} ask={setQuestion} />
}

const closed = vi.fn<() => void>()

async function show(of: SiteSchema | null, opened: readonly string[] = []): Promise<void> {
  closed.mockClear()
  const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/start']}>
        <AccountProvider value={account}>
          <SchemaProvider value={of}>
            <FieldProviders>
              <OpenDocumentsProvider value={documents}>
                {opened.map((id) => (
                  <Opened key={id} id={id} />
                ))}
                <Places />
                <Questioned />
                <Address />
              </OpenDocumentsProvider>
            </FieldProviders>
          </SchemaProvider>
        </AccountProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await settled()
}

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)))
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(field(), { key })
const said = () => screen.getByRole('status', { hidden: true }).textContent
const address = () => screen.getByText(/^at /).textContent
const options = () => screen.getAllByRole('option').map((one) => one.textContent ?? '')
const groups = () => screen.getAllByRole('group').map((one) => one.firstChild?.textContent ?? '')

async function find(typed: string): Promise<void> {
  type(typed)
  await settled()
  await settled()
}

/** Documents are looked for until the function that comes back is called. */
function holdAnswer(): () => Promise<void> {
  let go: () => void = () => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  answer = () => held
  return async () => {
    go()
    await settled()
  }
}

it('opens before the schema is here, with what there is without one', async () => {
  await show(null)
  expect(screen.getByRole('option', { name: /Dashboard/ })).toBeDefined()
})

it('says why a command does nothing now', async () => {
  const removeCommand = commands.register({
    id: 'document.save',
    title: 'general:save',
    idleReason: 'There is nothing to save',
    run: () => undefined,
  })
  onTestFinished(removeCommand)
  await show(schema)
  expect(screen.getByRole('option', { name: /^Save.*There is nothing to save/ })).toBeDefined()
})

it('says that nothing was found, and does not count what it offers instead', async () => {
  await show(schema)
  type('zzzz')
  await settled()
  expect(said()).toBe('Nothing matches “zzzz”')
  type('Dashb')
  await settled()
  expect(said()).toBe('1 result')
})

it('says that only this computer was searched while the server has more', async () => {
  await show(schema)
  await find('zzzz')
  expect(screen.queryByText('Only documents on this computer were searched')).toBeNull()
  cleanup()
  coverage = { here: 3, total: 9 }
  await show(schema)
  await find('zzzz')
  expect(screen.getByText('Only documents on this computer were searched')).toBeDefined()
  expect(said()).toBe('Nothing matches “zzzz”. Only documents on this computer were searched')
})

it('of what has some of the words only it is said that it is not what was looked for, and that may be created', async () => {
  await show(schema)
  rows = [rowOf('1')]
  await find('train zeppelin')
  expect(groups()).toEqual(['With some of these words', 'Search the lists', 'Create'])
  expect(said()).toBe('Nothing matches “train zeppelin”')
  await find('train 1')
  expect(groups()).toEqual(['Documents'])
})

it('searches a list on the server where another document was found', async () => {
  coverage = { here: 3, total: 9 }
  isOnline = true
  await show(schema)
  rows = [rowOf('1')]
  await find('train 1')
  expect(groups()).toEqual(['Documents', 'Only documents on this computer were searched'])
  expect(said()).toBe('1 result')
  expect(options().at(-1)).toBe('Search Posts for “train 1”')
  press('ArrowUp')
  press('Enter')
  expect(address()).toBe('at /collections/posts for train 1')
})

it('offers no search of the server where all documents are on this computer', async () => {
  coverage = { here: 9, total: 9 }
  await show(schema)
  rows = [rowOf('1')]
  await find('train 1')
  expect(groups()).toEqual(['Documents'])
})

it('asks in which of several lists the server is to search, and offline says that it needs the server', async () => {
  coverage = { here: 3, total: null }
  await show(twoCollections)
  rows = [rowOf('1')]
  await find('train 1')
  expect(options().at(-1)).toMatch(/^Search the server for “train 1”.*Needs the server$/)
  press('ArrowUp')
  press('Enter')
  expect(field().getAttribute('aria-label')).toBe('Search the lists')
  expect(options()).toEqual([
    expect.stringMatching(/^Search Posts for “train 1”/),
    expect.stringMatching(/^Search Authors for “train 1”/),
  ])
  expect(address()).toBe('at /start')
  press('Enter')
  expect(address()).toBe('at /collections/posts for train 1')
})

it('Enter takes what the arrows chose, once what was typed is found', async () => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2')]
  type('ab')
  await settled()
  const answered = holdAnswer()
  type('abc')
  press('ArrowDown')
  press('Enter')
  await answered()
  expect(address()).toBe('at /collections/posts/2')
})

it('Enter takes nothing that was not seen where what the arrows chose is found no more', async () => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2')]
  await find('ab')
  const answered = holdAnswer()
  type('abc')
  press('ArrowDown')
  press('Enter')
  rows = [rowOf('3'), rowOf('4')]
  await answered()
  expect(address()).toBe('at /start')
  press('Enter')
  expect(address()).toBe('at /collections/posts/4')
})

it('Enter that waits for what is found is taken back by the next key', async () => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2')]
  await find('ab')
  const answered = holdAnswer()
  type('abc')
  press('Enter')
  press('ArrowDown')
  await answered()
  expect(address()).toBe('at /start')
})

it('Enter before more is typed is about what was typed before it: it leads nowhere', async () => {
  await show(schema)
  rows = [rowOf('1')]
  const answered = holdAnswer()
  type('abc')
  press('Enter')
  type('abcd')
  await answered()
  expect(address()).toBe('at /start')
  expect(screen.getByRole('option', { name: /1/ })).toBeDefined()
})

it('shows what is misspelt once no document is called so', async () => {
  await show(schema)
  const answered = holdAnswer()
  await find('dashbord')
  expect(screen.queryAllByRole('option')).toEqual([])
  await answered()
  expect(options()).toEqual([expect.stringContaining('Dashboard')])
})

it('shows first what was opened last, and then places', async () => {
  rows = [rowOf('1'), rowOf('2')]
  await show(schema, ['1', '2'])
  await settled()
  expect(groups().slice(0, 2)).toEqual(['Recent', 'Go to'])
  expect(options().slice(0, 3)).toEqual([
    expect.stringContaining('Train 2'),
    expect.stringContaining('Train 1'),
    expect.stringContaining('Dashboard'),
  ])
})

it('names of a document its collection, its status and what became of its edits', async () => {
  await show(schema)
  rows = [rowOf('1', { status: 'draft', state: { kind: 'conflict', fields: 1 } })]
  await find('train')
  expect(options()[0]).toMatch(/Train 1.*Conflict.*Post.*Draft/)
})

it('asks for what was opened last to come before alike ones', async () => {
  rows = [rowOf('1')]
  await show(schema, ['1'])
  await find('train')
  const asked = fake.named('documents.find').at(-1)
  expect(asked).toMatchObject({
    words: 'train',
    recent: expect.arrayContaining([{ slug: 'posts', id: '1' }]),
  })
})

it('Tab shows what can be done with the chosen document, Enter does it', async () => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2', { status: 'changed', updatedAt: '2026-11-20T09:00:00.000Z' })]
  await find('train')
  press('ArrowDown')
  press('Tab')
  expect(options()).toEqual(['Open', 'Publish', 'Copy ID'])
  press('ArrowDown')
  press('Enter')
  await settled()
  expect(closed).toHaveBeenCalledOnce()
  expect(fake.named('documents.editMany')).toEqual([
    {
      slug: 'posts',
      ids: ['2'],
      mode: 'publish',
      shown: { '2': '2026-11-20T09:00:00.000Z' },
      locale: 'en',
      values: [],
    },
  ])
})

it('offers no publishing of what is published, or in conflict', async () => {
  await show(schema)
  for (const row of [
    rowOf('1', { status: 'published' }),
    rowOf('1', { status: 'draft', state: { kind: 'conflict', fields: 1 } }),
  ]) {
    rows = [row]
    await find(`train ${row.state.kind}`)
    press('Tab')
    expect(options()).toEqual(['Open', 'Copy ID'])
    press('Escape')
  }
})

it.each(['Escape', 'ArrowLeft'])('%s leads back to the same document, and closes nothing', async (key) => {
  await show(schema)
  rows = [rowOf('1'), rowOf('2')]
  await find('train')
  press('ArrowDown')
  press('ArrowRight')
  expect(field().getAttribute('aria-label')).toBe('Actions for “Train 2”')
  press(key)
  expect(field().value).toBe('train')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Train 2')
  expect(closed).not.toHaveBeenCalled()
})

it('the arrow goes through what is typed before it leads to the actions', async () => {
  await show(schema)
  rows = [rowOf('1')]
  await find('train')
  field().setSelectionRange(2, 2)
  press('ArrowRight')
  expect(field().value).toBe('train')
  field().setSelectionRange(5, 5)
  press('ArrowRight')
  expect(options()).toContain('Copy ID')
})

it('actions are found by typing, and by the pointer: the other button, or the dots', async () => {
  await show(schema)
  rows = [rowOf('1')]
  await find('train')
  fireEvent.contextMenu(screen.getAllByRole('option')[0] ?? field())
  await find('cop')
  expect(options()).toEqual(['Copy ID'])
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  fireEvent.click(screen.getByTitle('more'))
  expect(options()).toEqual(['Open', 'Copy ID'])
})

it('says to a screen reader that Tab shows the actions of a hit, and of what has none nothing', async () => {
  await show(schema)
  rows = [rowOf('1')]
  await find('posts')
  const described = (name: RegExp) => {
    const id = screen.getByRole('option', { name }).getAttribute('aria-describedby')
    return id === null ? null : document.getElementById(id)?.textContent
  }
  expect(described(/Train 1/)).toBe('Press Tab for its actions')
  expect(described(/^Posts/)).toBeNull()
})

const SOON = '2999-01-01T08:00:00.000Z'
const plan = (id: string, more: Partial<SchedulePlan> = {}): SchedulePlan => ({
  id,
  type: 'publish',
  locale: null,
  timeZone: null,
  at: SOON,
  ...more,
})

async function publishHit(): Promise<void> {
  rows = [rowOf('2', { status: 'changed' })]
  await find('train')
  press('Tab')
  press('ArrowDown')
  press('Enter')
  await settled()
}

it('U45 (palette) asks what becomes of a planned publish before it publishes', async () => {
  plans = [plan('9'), plan('8', { type: 'unpublish' })]
  await show(schema)
  await publishHit()
  expect(screen.getByRole('alertdialog').textContent).toContain('Train 2')
  expect(fake.named('documents.editMany')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await publishHit()
  fireEvent.click(screen.getByRole('button', { name: 'Publish, keep schedule' }))
  await settled()
  expect(fake.named('documents.editMany')).toEqual([expect.objectContaining({ ids: ['2'], mode: 'publish' })])
  expect(fake.named('documents.schedule')).toEqual([])
})

it('U45 (palette) removes the plan once the publish has arrived', async () => {
  plans = [plan('9'), plan('8', { type: 'unpublish' })]
  isOnline = true
  await show(schema)
  await publishHit()
  fireEvent.click(screen.getByRole('button', { name: 'Publish, remove schedule' }))
  await settled()
  await settled()
  expect(fake.named('documents.schedule')).toEqual([
    { what: 'cancel', ref: { kind: 'collection', slug: 'posts', id: '2' }, id: '9' },
  ])
})

it('Tab of what has no actions leads nowhere', async () => {
  await show(schema)
  await find('dashb')
  press('Tab')
  expect(field().value).toBe('dashb')
})

it('where nothing is found, it creates a document that is called so', async () => {
  await show(schema)
  await find('Night ferry')
  fireEvent.click(screen.getByRole('option', { name: 'Create Post called “Night ferry”' }))
  await settled()
  expect(fake.named('drafts.put')).toEqual([
    {
      ref: { kind: 'collection', slug: 'posts', id: 'new-1' },
      changes: [{ kind: 'set', path: 'title', from: null, to: 'Night ferry', locale: 'en' }],
    },
  ])
  expect(address()).toBe('at /collections/posts/new-1')
})

it('? says what can be typed, and types it', async () => {
  await show(schema)
  await find('?')
  expect(groups()).toEqual(['Help'])
  fireEvent.click(screen.getByRole('option', { name: /^Commands/ }))
  expect(field().value).toBe('> ')
  expect(groups()).toEqual(['Create'])
  expect(closed).not.toHaveBeenCalled()
})

it('# looks among collections and globals alone', async () => {
  await show(schema)
  await find('#')
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('Posts')])
})
