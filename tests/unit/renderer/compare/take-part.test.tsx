import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { CallInput, DocumentView, ListPage, VersionContent, VersionRow } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { askedFieldIn } from '../../../../renderer/data/page-state.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { site } from '../../store/support/site.ts'
import { array, collection, text } from '../../shared/build-fields.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'

const fields: Field[] = [
  text('title', { localized: true }),
  text('slug'),
  array('links', [text('label')], { labels: { singular: 'Link', plural: 'Links' } }),
]
const link = (id: string, label: string) => ({ id, label })
const old: JsonObject = {
  id: 7,
  title: { en: 'Night train', de: 'Nachtzug' },
  slug: 'night',
  links: [link('a', 'Tickets'), link('b', 'Map')],
}
const newer: JsonObject = {
  id: 7,
  title: { en: 'Day train', de: 'Tagzug' },
  slug: 'day',
  links: [link('b', 'Plan'), link('c', 'Menu')],
}
const version = (id: string, day: number): VersionRow => ({
  id,
  updatedAt: `2026-03-0${day}T10:00:00.000Z`,
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: id === 'v2',
})
const contents: Record<string, JsonObject> = { v2: newer, v1: old }
const rows = [version('v2', 2), version('v1', 1)]

let view: DocumentView | null = null
let permissions: JsonObject = {}
let lockedBy: string | null = null
const MAY_ALL: JsonObject = { collections: { posts: true } }
const nothingFound = { rows: [], totalDocs: 0, coverage: { here: 0, total: null } } as unknown as ListPage
const fake = bridgeOf({
  'connection.get': () => ({
    status: lockedBy === null ? 'offline' : 'online',
    since: '',
    lastContact: null,
    problem: null,
  }),
  'session.get': () => ({ permissions }),
  'documents.get': () => view,
  'documents.list': () => nothingFound,
  'drafts.put': ({ changes }: CallInput<'drafts.put'>) => {
    const savedAt = new Date().toISOString()
    if (view !== null) view = { ...view, draft: changes.length === 0 ? null : { changes, lost: {}, savedAt } }
    return { savedAt }
  },
  'versions.list': () => ({
    rows,
    totalDocs: 2,
    fetchedAt: '2026-03-05T10:00:00.000Z',
    latestDraft: rows[0],
    currentlyPublished: null,
  }),
  'versions.refresh': () => ({ outcome: 'unchanged' }),
  'versions.names': () => ({}),
  'versions.refreshNames': () => ({ outcome: 'unchanged' }),
  'versions.kept': () => null,
  'versions.read': ({ versionId }: CallInput<'versions.read'>): VersionContent => ({
    outcome: 'here',
    gone: false,
    version: version(versionId, versionId === 'v2' ? 2 : 1),
    data: contents[versionId] ?? {},
  }),
  'versions.around': ({ versionId }: CallInput<'versions.around'>) => ({
    before: versionId === 'v2' ? rows[1] : null,
    after: null,
    publishedBefore: null,
    source: 'computer',
  }),
  'locks.list': ({ refs }: CallInput<'locks.list'>) => refs.map((ref) => ({ ref, by: lockedBy })),
})
vi.stubGlobal('galley', fake.bridge)
const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
const { showComparison } = await import('./show-comparison.tsx')

afterEach(() => {
  cleanup()
  toastQueue.clear()
  lockedBy = null
})

let address = ''
let asked: unknown = null
function Address() {
  const { pathname, state } = useLocation()
  useEffect(() => {
    address = pathname
    asked = askedFieldIn(state)
  })
  return null
}

type Shown = {
  query?: string
  data?: JsonObject
  may?: JsonObject
  of?: Field[]
  more?: Partial<DocumentView>
}

async function compare(
  viewed: string,
  { query = '', data = newer, may = MAY_ALL, of = fields, more }: Shown = {},
) {
  view = viewOf(data, more)
  permissions = may
  const { versions } = collection(of)
  const posts = collection(of, {
    versions: versions && { ...versions, autosaveInterval: null },
    lockMs: 1000,
  })
  await showComparison({
    address: `/collections/posts/7/versions/${viewed}${query}`,
    site: { ...site, collections: [posts] },
    documents,
    beside: <Address />,
  })
  await screen.findByRole('complementary', { name: 'Changed fields' })
}

const part = (name: string) => screen.getByRole('group', { name })
const offers = () =>
  screen.queryAllByRole('button', { name: /^(Use|Add|Remove) / }).map((button) => button.textContent)
const draft = () => view?.draft?.changes ?? []

describe('what a version has, taken into the document', () => {
  it('is a field, a row or all rows of it, each with what that does to the document', async () => {
    await compare('v1', { query: '?versionFrom=v2' })
    await waitFor(() =>
      expect(offers().map((one) => one?.replace(/Mar 1, (2026, )?/, 'Mar 1, '))).toEqual([
        'Use value (Mar 1, 10:00 AM): title, After',
        'Use value (Mar 1, 10:00 AM): title, After',
        'Use value (Mar 1, 10:00 AM): slug, After',
        'Use all rows (Mar 1, 10:00 AM): links, After',
        'Add row (Mar 1, 10:00 AM): Item 01, After',
        'Use row (Mar 1, 10:00 AM): Item 02, After',
        'Use value (Mar 1, 10:00 AM): label, After',
        'Remove row (not in Mar 1, 10:00 AM): Item 02, After',
      ]),
    )
  })

  it('is an unsaved edit of its locale, without a network, and the button goes with the focus at the part', async () => {
    await compare('v1', { query: '?versionFrom=v2' })
    const german = await screen.findByRole('group', { name: 'title de' })
    const button = await within(german).findByRole('button', { name: /^Use value/ })
    button.focus()
    fireEvent.click(button)
    await waitFor(() =>
      expect(draft()).toEqual([{ kind: 'set', path: 'title', locale: 'de', from: 'Tagzug', to: 'Nachtzug' }]),
    )
    await waitFor(() => expect(within(part('title de')).queryByRole('button')).toBeNull())
    expect(document.activeElement).toBe(part('title de'))
    expect(within(part('title en')).getByRole('button')).toBeTruthy()
    expect(screen.getByText('“title (de)” is as in the version of March 1st 2026, 10:00 AM')).toBeTruthy()
    expect(documents.isOpen({ kind: 'collection', slug: 'posts', id: '7' })).toBe(false)
  })

  it('is taken back by Undo where it was told, and each by itself', async () => {
    await compare('v1', { query: '?versionFrom=v2' })
    fireEvent.click(await within(part('slug')).findByRole('button', { name: /^Use value/ }))
    await waitFor(() => expect(draft()).toHaveLength(1))
    const told = await screen.findByText(/“slug” is as/)
    fireEvent.click(await screen.findByRole('button', { name: /^Add row/ }))
    await waitFor(() => expect(draft()).toHaveLength(2))
    const undo = within(told.closest('[role=alertdialog]') ?? document.body).getByRole('button', {
      name: 'Undo',
    })
    fireEvent.click(undo)
    await waitFor(() => expect(draft()).toMatchObject([{ kind: 'rows', to: ['a', 'b', 'c'] }]))
    expect(await within(part('slug')).findByRole('button', { name: /^Use value/ })).toBeTruthy()
  })

  it('is said to be left where somebody wrote over it before the Undo', async () => {
    await compare('v1', { query: '?versionFrom=v2' })
    fireEvent.click(await within(part('slug')).findByRole('button', { name: /^Use value/ }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    const other = { kind: 'set', path: 'slug', locale: null, from: 'day', to: 'other' } as const
    if (view !== null) view = { ...view, draft: { changes: [other], lost: {}, savedAt: 'later' } }
    fireEvent.click(undo)
    expect(await screen.findByText('Not undone: slug')).toBeTruthy()
    expect(draft()).toEqual([other])
  })

  it('leads to the field in the document', async () => {
    await compare('v1', { query: '?versionFrom=v2' })
    fireEvent.click(await within(part('title de')).findByRole('button', { name: /^Use value/ }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show in document' }))
    await waitFor(() => expect(address).toBe('/collections/posts/7'))
    expect(asked).toEqual({ path: 'title', locale: 'de' })
  })

  it('is of the version that it is compared with where the document has what is looked at', async () => {
    await compare('v2')
    fireEvent.click(await within(part('slug')).findByRole('button', { name: /Mar 1/ }))
    await waitFor(() => expect(draft()).toMatchObject([{ path: 'slug', to: 'night' }]))
    // Undo reverts it, instead of taking the other version.
    await waitFor(() => expect(within(part('slug')).queryByRole('button')).toBeNull())
    cleanup()
    const changes = [{ kind: 'set', path: 'slug', locale: null, from: 'day', to: 'typed' }] as const
    await compare('on-screen', { more: { draft: { changes: [...changes], lost: {}, savedAt: '' } } })
    const button = await within(part('slug')).findByRole('button', { name: /^Use value \(Last saved\)/ })
    button.focus()
    fireEvent.click(button)
    // The edit is gone, and nothing differs.
    expect(await screen.findByText('What is on the screen is the same')).toBeTruthy()
    expect(draft()).toEqual([])
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Compare Versions' }))
  })

  it('S5.27 (part) is not offered to who may not write the document or the field, nor of what somebody else edits, or lies in the trash', async () => {
    const none = async (shown: Shown) => {
      await compare('v1', { query: '?versionFrom=v2', ...shown })
      // The document itself has been read, too.
      await waitFor(() => expect(fake.named('documents.get').length).toBeGreaterThan(0))
      await new Promise(requestAnimationFrame)
      expect(offers()).toEqual([])
      cleanup()
    }
    const reads = { read: true, readVersions: true }
    await none({ may: { collections: { posts: reads } } })
    await none({ data: { ...newer, deletedAt: '2026-03-05T10:00:00.000Z' } })
    await none({ more: { isGone: true } })
    await none({ of: fields.map((field) => ({ ...field, readOnly: true })) })
    lockedBy = 'Somebody'
    await compare('v1', { query: '?versionFrom=v2' })
    await waitFor(() => expect(fake.named('locks.list').length).toBeGreaterThan(0))
    await waitFor(() => expect(offers()).toEqual([]))
    cleanup()
    lockedBy = null
    const but = { title: { read: true }, slug: { read: true, update: true }, links: { read: true } }
    await compare('v1', {
      query: '?versionFrom=v2',
      may: { collections: { posts: { ...reads, update: true, fields: but } } },
    })
    await waitFor(() => expect(offers()).toEqual([expect.stringMatching(/^Use value .*: slug, After$/)]))
  })
})
