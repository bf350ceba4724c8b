import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refreshVersions, toRow } from '../../../../main/server/read/read-versions.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type {
  ConnectionState,
  RefreshResult,
  DocumentView,
  VersionRow,
  VersionsPage,
  VersionsQuery,
} from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf, de, draftOf, en, entryOf, viewOf } from '../form/form-fixtures.ts'
import { http, sendingSite } from '../../main/support/sending-site.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let view: DocumentView = viewOf()
let rows: VersionRow[] = []
/** The person's names of versions. */
let names: Record<string, string> = {}
let isDiskFull = false
/** Other facts about the versions. */
let known: Partial<VersionsPage> = {}
let connection: ConnectionState['status'] = 'offline'
/** The server's answer, if it can be reached. */
let refresh = async (_query: VersionsQuery): Promise<RefreshResult> => ({ outcome: 'unchanged' })
const may = { read: true, readVersions: true, fields: true }
const fake = bridgeOf({
  'connection.get': () => ({ status: connection, since: '', lastContact: null, problem: null }),
  'session.get': () => ({ permissions: { collections: { posts: may }, globals: { header: may } } }),
  'documents.get': () => view,
  'versions.refresh': (query: VersionsQuery) => refresh(query),
  'versions.names': () => names,
  'versions.setName': ({ versionId, name }: { versionId: string; name: string | null }) => {
    if (isDiskFull) throw new Error('versions.setName: database')
    names = Object.fromEntries([
      ...Object.entries(names).filter(([id]) => id !== versionId),
      ...(name === null ? [] : [[versionId, name] as const]),
    ])
  },
  'versions.refreshNames': () => ({ outcome: 'unchanged' }),
  'versions.list': (): VersionsPage => ({
    rows,
    totalDocs: rows.length,
    fetchedAt: null,
    latestDraft: null,
    currentlyPublished: null,
    ...known,
  }),
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { SiteWordsProvider } = await import('../../../../renderer/i18n/language-context.tsx')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
const { VersionsScreen } = await import('../../../../renderer/screens/versions/versions-screen.tsx')

afterEach(() => {
  cleanup()
  rows = []
  names = {}
  isDiskFull = false
  known = {}
  connection = 'offline'
})

let search = ''
function Address() {
  const { search: now } = useLocation()
  useEffect(() => {
    search = now
  })
  return null
}

const posts = site.collections.find(({ slug }) => slug === 'posts') as Collection
const drafts = posts.versions
type Shown = { collection?: Partial<Collection>; schema?: Partial<SiteSchema> }

/** Renders the versions screen at an address. */
async function show(address: string, { collection = {}, schema = {} }: Shown = {}): Promise<void> {
  const globals = site.globals.map((one) => ({ ...one, versions: drafts }))
  const all = { ...site, collections: [{ ...posts, ...collection }], globals, ...schema }
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Address />
        <ToastRegion />
        <SiteWordsProvider site={all}>
          <SchemaProvider value={all}>
            <FieldProviders>
              <Routes>
                <Route
                  path="/collections/:slug/:id/versions"
                  element={<VersionsScreen kind="collection" />}
                />
                <Route path="/globals/:slug/versions" element={<VersionsScreen kind="global" />} />
              </Routes>
            </FieldProviders>
          </SchemaProvider>
        </SiteWordsProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
}

const ofPost = '/collections/posts/7/versions'
const ofHeader = '/globals/header/versions'

/** Returns the title over a document's versions, once it is there. */
async function titleOver(more: Partial<DocumentView>, locale = 'en'): Promise<string | null> {
  view = viewOf({ id: 7, title: { en: 'Night train', de: 'Nachtzug' } }, more)
  await show(`${ofPost}?locale=${locale}`)
  const heading = await screen.findByRole('heading', { level: 1, name: /train|zug/i })
  return heading.textContent
}

const waiting = entryOf([en('title', 'Night train', 'Waiting train'), de('title', 'Nachtzug', 'Wartezug')])

describe('the title over the versions of a document', () => {
  it('is the one that is stored where nothing was edited here', async () => {
    expect(await titleOver({})).toBe('Night train')
  })

  it('DM4 has what waits to be sent', async () => {
    expect(await titleOver({ entries: [waiting] })).toBe('Waiting train')
  })

  it('DM4 has what is typed on top of that, in the locale that is shown', async () => {
    const typed = { entries: [waiting], draft: draftOf([de('title', 'Wartezug', 'Tippzug')]) }
    expect(await titleOver(typed)).toBe('Waiting train')
    cleanup()
    expect(await titleOver(typed, 'de')).toBe('Tippzug')
  })
})

const version = (id: string, day: number, more: Partial<VersionRow> = {}): VersionRow => ({
  id,
  updatedAt: `2026-03-0${day}T10:00:00.000Z`,
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
  ...more,
})
const published = { status: 'published' } as const

describe('the table of versions', () => {
  it('S2.42 has Updated At, which it is sorted by, Version ID, and Status where there are drafts; newest first, without what the server keeps of other locales', async () => {
    connection = 'online'
    const paths: URL[] = []
    // The server sorts as requested; read through the program's own client.
    const all = [version('v1', 1), version('v3', 3), version('v2', 2, published)]
    const inOrder = (sort: string | null) =>
      all.toSorted((a, b) => a.updatedAt.localeCompare(b.updatedAt) * (sort === '-updatedAt' ? -1 : 1))
    const server = sendingSite(
      {
        resolveId: (ref: DocRef) => ref,
        putVersionsPage: (page: { rows: VersionRow[] }) => void (rows = page.rows),
      } as unknown as StoreApi,
      ({ path }) => {
        const url = new URL(path, 'https://cms.test')
        paths.push(url)
        const docs = inOrder(url.searchParams.get('sort')).map(({ id, updatedAt, status }) => ({
          id,
          updatedAt,
          version: { _status: status },
        }))
        return http(200, { docs, totalDocs: 3, limit: 10, page: 1, totalPages: 1 })
      },
    )
    refresh = async (query) => {
      const result = await refreshVersions(server, query)
      fake.emit('versions.changed', { ref: query.ref })
      return result
    }
    const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
    const ids = () =>
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
    const listing = () => paths.filter(({ searchParams }) => searchParams.get('limit') === '10')

    await show(ofPost)
    await waitFor(() => expect(ids()).toEqual(['v3', 'v2', 'v1']))
    expect(heads()).toEqual(['Updated At', 'Version ID', 'Status'])
    expect(screen.getByRole('link', { name: 'March 3rd 2026, 10:00 AM' })).toBeTruthy()
    const [date, id, status] = screen.getAllByRole('columnheader')
    expect(date?.getAttribute('aria-sort')).toBe('descending')
    for (const fixed of [id, status]) expect(fixed?.querySelector('button')).toBeNull()
    const [first] = listing()
    expect(first?.pathname).toBe('/posts/versions')
    expect(first?.searchParams.get('sort')).toBe('-updatedAt')
    const asked = () =>
      [...(listing().at(-1)?.searchParams ?? [])].filter(([name]) => name.startsWith('where'))
    expect(asked()).toEqual([
      ['where[and][0][parent][equals]', '7'],
      ['where[and][1][snapshot][not_equals]', 'true'],
    ])
    fireEvent.click(within(date ?? document.body).getByRole('button'))
    await waitFor(() => expect(ids()).toEqual(['v1', 'v2', 'v3']))
    expect(screen.getAllByRole('columnheader')[0]?.getAttribute('aria-sort')).toBe('ascending')
    expect(search).toBe('?sort=updatedAt')
    expect(listing().at(-1)?.searchParams.get('sort')).toBe('updatedAt')
    cleanup()
    // Without drafts there is no status.
    await show(ofPost, { collection: { versions: drafts === null ? null : { ...drafts, drafts: false } } })
    await waitFor(() => expect(heads()).toEqual(['Updated At', 'Version ID']))
  })
})

describe('a version in the list', () => {
  it('S2.49 leads to its comparison by its date, as the site writes dates, of a document and of a global, in the locale that is shown', async () => {
    rows = [version('v 1', 1)]
    const date = () => screen.findByRole('link', { name: /2026/ })
    await show(`${ofPost}?locale=de`)
    expect((await date()).textContent).toBe('March 1st 2026, 10:00 AM')
    expect((await date()).getAttribute('href')).toBe('/collections/posts/7/versions/v%201?locale=de')
    cleanup()
    await show(ofPost, { schema: { dateFormat: 'dd.MM.yyyy' } })
    expect((await date()).textContent).toBe('01.03.2026')
    expect((await date()).getAttribute('href')).toBe('/collections/posts/7/versions/v%201')
    cleanup()
    await show(ofHeader)
    expect((await date()).textContent).toBe('March 1st 2026, 10:00 AM')
    expect((await date()).getAttribute('href')).toBe('/globals/header/versions/v%201')
  })

  /** Returns each version's pills, with their look. */
  const called = async () => {
    await screen.findAllByRole('row')
    return screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => {
        const [, id, status] = within(row).getAllByRole('cell')
        const pills = [...(status?.querySelectorAll('[class*=pill]') ?? [])].filter(
          (pill) => !/pills/.test(pill.className),
        )
        const look = (pill: Element) => (/_ok_/.test(pill.className) ? '!' : '')
        return [id?.textContent, ...pills.map((pill) => `${pill.textContent}${look(pill)}`)].join(' ')
      })
  }

  it('S4.01 is called Draft where what is published is newer than the latest draft, also the latest one', async () => {
    const [latest, older] = [version('latest', 4), version('older', 3)]
    const current = version('current', 5, published)
    rows = [current, latest, older]
    known = { latestDraft: latest, currentlyPublished: current }
    await show(ofPost)
    expect(await called()).toEqual(['current Currently Published!', 'latest Draft', 'older Draft'])
    cleanup()
    // A version of the same time is not older.
    known = { latestDraft: latest, currentlyPublished: { ...current, updatedAt: latest.updatedAt } }
    await show(ofPost)
    expect((await called())[1]).toBe('latest Current Draft')
  })

  it('S4.04 S4.05 is called Currently Published, which alone stands out, or Previously Published; in another locale than the one that is shown Current Draft', async () => {
    const current = version('current', 5, { ...published, publishedLocale: 'de' })
    const previous = version('previous', 4, published)
    const french = version('french', 3, { ...published, publishedLocale: 'fr' })
    const [draft, newest] = [version('draft', 2), version('newest', 7)]
    rows = [newest, current, previous, french, draft]
    known = { latestDraft: newest, currentlyPublished: current }
    await show(`${ofPost}?locale=de`)
    expect(await called()).toEqual([
      'newest Current Draft',
      'current Currently Published! Deutsch',
      'previous Previously Published',
      'french Current Draft Français',
      'draft Draft',
    ])
    cleanup()
    await show(`${ofPost}?locale=en`)
    expect((await called())[1]).toBe('current Current Draft Deutsch')
  })

  it('S4.07 says in a small pill in which locale it was published, in the language of the window, the first of several', async () => {
    const localization: SiteSchema['localization'] = {
      defaultLocale: 'nb',
      locales: [
        { code: 'nb', label: { en: 'Norwegian', nb: 'Norsk' }, rtl: false, fallbacks: [] },
        { code: 'se', label: { nb: 'Samisk' }, rtl: false, fallbacks: [] },
      ],
    }
    const answered = (publishedLocale: unknown, id: string) => {
      const row = toRow({
        id,
        updatedAt: version(id, 1).updatedAt,
        publishedLocale,
        version: {},
      } as JsonObject)
      if (row === null) throw new Error(`${id} is no version`)
      return row
    }
    rows = [
      answered('nb', 'one'),
      answered(['nb', 'se'], 'several'),
      answered(['gone'], 'gone'),
      answered([], 'none'),
      answered(null, 'all'),
    ]
    await show(`${ofPost}?locale=nb`, { schema: { localization } })
    expect(await called()).toEqual([
      'one Draft Norwegian',
      'several Draft Norwegian',
      'gone Draft gone',
      'none Draft',
      'all Draft',
    ])
    // As small as other pills of the list.
    const pill = screen.getAllByText('Norwegian')[0]
    expect(pill?.tagName).toBe('SPAN')
    expect(pill?.className).toContain('pill')
  })
})

describe('how many versions there are on a page', () => {
  const asked = () => fake.named('versions.list') as VersionsQuery[]

  it('S2.46 S9.02 the address says it by a number, else the collection; of a collection that says nothing and of globals there are ten', async () => {
    const limitAt = async (address: string, collection: Partial<Collection> = {}) => {
      fake.calls.length = 0
      await show(address, { collection })
      const limits = new Set(asked().map(({ limit }) => limit))
      cleanup()
      return [...limits]
    }
    rows = [version('v1', 1)]
    expect(await limitAt(ofPost)).toEqual([10])
    expect(await limitAt(ofHeader)).toEqual([10])
    // The document's tab counts the first page of the collection's own.
    expect(await limitAt(ofPost, { defaultLimit: 25 })).toEqual([25])
    expect(await limitAt(`${ofPost}?limit=5`, { defaultLimit: 25 })).toEqual([5, 25])
    for (const limit of ['x', '', '-5', '2.5'])
      expect([limit, await limitAt(`${ofPost}?limit=${limit}`, { defaultLimit: 25 })]).toEqual([limit, [25]])
    expect(await limitAt(`${ofHeader}?limit=50`)).toEqual([50, 10])
  })

  it('S2.45 is chosen by a button that says it, of 5, 10, 25, 50 and 100 or of those of the collection, and stands in the address', async () => {
    rows = [version('v1', 1)]
    known = { totalDocs: 300 }
    const choices = async (now: string) => {
      fireEvent.click(await screen.findByRole('button', { name: now }))
      return (await screen.findAllByRole('menuitem')).map((item) => item.textContent.replace('✓', ''))
    }
    await show(`${ofPost}?page=3&locale=de`, { collection: { limits: [] } })
    expect(await choices('Per Page: 10')).toEqual(['5', '10', '25', '50', '100'])
    fireEvent.click(screen.getByRole('menuitem', { name: '50' }))
    await screen.findByRole('button', { name: 'Per Page: 50' })
    expect(search).toBe('?locale=de&limit=50')
    expect(asked().at(-1)).toMatchObject({ limit: 50, page: 1 })
    cleanup()
    await show(ofPost, { collection: { limits: [7, 70] } })
    expect(await choices('Per Page: 10')).toEqual(['7', '70'])
    cleanup()
    await show(ofHeader)
    expect(await choices('Per Page: 10')).toEqual(['5', '10', '25', '50', '100'])
  })
})

describe('the name of a version', () => {
  const dialog = (name: string) => screen.findByRole('dialog', { name })

  it('is given, changed and taken away in the list, and it is said that it is private and keeps nothing', async () => {
    rows = [version('v2', 2), version('v1', 1)]
    await show(ofPost)
    fireEvent.click(
      (await screen.findAllByRole('button', { name: /^Name the version of March 2nd/ }))[0] ?? document.body,
    )
    const first = within(await dialog('Name this version'))
    const input = first.getByRole('textbox', { name: 'Name' })
    const described = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Only you see this name. The server may still remove the version.')
    fireEvent.change(input, { target: { value: ' Before the fair ' } })
    fireEvent.click(first.getByRole('button', { name: 'Save' }))
    const [row] = screen.getAllByRole('row').slice(1)
    await waitFor(() => expect(row?.textContent).toContain('Before the fair'))
    expect(names).toEqual({ v2: 'Before the fair' })
    fireEvent.click(screen.getByRole('button', { name: 'Rename “Before the fair”' }))
    const second = within(await dialog('Rename this version'))
    expect(second.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Before the fair')
    fireEvent.click(second.getByRole('button', { name: 'Remove name' }))
    await waitFor(() => expect(row?.textContent).not.toContain('Before the fair'))
    expect(names).toEqual({})
  })

  it('is not given to an autosave that the next one takes the place of, with the reason', async () => {
    rows = [
      { ...version('v3', 3), autosave: true, latest: true },
      { ...version('v2', 2), autosave: true, latest: false },
    ]
    await show(ofPost)
    const [first, second] = await screen.findAllByRole('button', { name: /^Name the version of March/ })
    expect(first?.getAttribute('aria-disabled')).toBe('true')
    expect(first?.getAttribute('data-tooltip')).toBe('Save the draft first; this version still changes')
    fireEvent.click(first ?? document.body)
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(second ?? document.body)
    await dialog('Name this version')
  })

  it('that could not be kept is said not to be', async () => {
    isDiskFull = true
    rows = [version('v1', 1)]
    await show(ofPost)
    fireEvent.click(await screen.findByRole('button', { name: /^Name the version of March 1st/ }))
    const form = within(await dialog('Name this version'))
    fireEvent.change(form.getByRole('textbox', { name: 'Name' }), { target: { value: 'Before the fair' } })
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^That did not work: /)).toBeTruthy()
  })
})
