import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type {
  CallInput,
  ConnectionState,
  ListPage,
  VersionContent,
  VersionRow,
  VersionsAround,
  VersionsPage,
} from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { site } from '../../store/support/site.ts'
import {
  array,
  block,
  blocks,
  code,
  collection,
  date,
  group,
  json,
  relation,
  select,
  tab,
  tabs,
  text,
  upload,
} from '../../shared/build-fields.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { OpenDocumentsProvider } from '../../../../renderer/form/open-documents-context.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const row = (id: string, day: number, more: Partial<VersionRow> = {}): VersionRow => ({
  id,
  updatedAt: `2026-03-0${day}T10:00:00.000Z`,
  status: 'draft',
  autosave: false,
  publishedLocale: null,
  latest: false,
  ...more,
})
const rows = [
  row('v4', 4, { autosave: true, latest: true }),
  row('v3', 3, { status: 'published', publishedLocale: 'de' }),
  row('v2', 2),
  row('v1', 1, { status: 'published' }),
]

let contents: Record<string, JsonObject | VersionContent> = {}
let around: Partial<VersionsAround> = {}
const page: VersionsPage = {
  rows,
  totalDocs: 4,
  fetchedAt: '2026-03-05T10:00:00.000Z',
  latestDraft: rows[0] ?? null,
  currentlyPublished: rows[1] ?? null,
}
const connection: ConnectionState = { status: 'offline', since: '', lastContact: null, problem: null }
const NOBODY: ListPage = {
  rows: [],
  totalDocs: 0,
  source: 'cache',
  fetchedAt: null,
  coverage: { here: 0, total: null },
} as unknown as ListPage
let isHere = true
let permissions: JsonObject = { collections: { posts: true, authors: true, media: true } }
const fake = bridgeOf({
  'connection.get': () => connection,
  'session.get': () => ({ permissions }),
  'documents.get': () => (isHere ? viewOf({ id: 7, title: { en: 'Night train', de: 'Nachtzug' } }) : null),
  'documents.list': ({ slug }: CallInput<'documents.list'>) =>
    slug === 'authors'
      ? {
          ...NOBODY,
          rows: [
            {
              ref: { kind: 'collection', slug: 'authors', id: '2' },
              data: { id: 2, title: { en: 'Ines Carvalho' } },
            },
          ],
        }
      : NOBODY,
  'versions.list': () => page,
  'versions.read': ({ versionId }: CallInput<'versions.read'>): VersionContent => {
    const found = contents[versionId]
    if (found === undefined) return { outcome: 'not-here', reason: 'offline', message: '' }
    if ('outcome' in found) return found as VersionContent
    return {
      outcome: 'here',
      version: rows.find(({ id }) => id === versionId) ?? row(versionId, 1),
      data: found,
    }
  },
  'versions.around': (): VersionsAround => ({
    before: rows[1] ?? null,
    after: null,
    publishedBefore: rows[3] ?? null,
    source: 'computer',
    ...around,
  }),
})
vi.stubGlobal('galley', fake.bridge)
const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { CompareScreen } = await import('../../../../renderer/screens/compare/compare-screen.tsx')

afterEach(() => {
  cleanup()
  around = {}
  isHere = true
  permissions = { collections: { posts: true, authors: true, media: true } }
})

let address = ''
function Address() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    address = pathname + decodeURIComponent(search)
  })
  return null
}

type Shown = {
  fields?: Field[]
  /** Of the versions, by their ids. v4 is looked at, v3 the one before. */
  versions: Record<string, JsonObject | VersionContent>
  query?: string
  schema?: Partial<SiteSchema>
}

async function compare({
  fields = [text('title', { localized: true })],
  versions,
  query = '',
  schema = {},
}: Shown) {
  contents = versions
  const posts = collection(fields)
  const authors = collection([text('title', { localized: true })], { slug: 'authors' })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/collections/posts/7/versions/v4${query}`]}>
        <SchemaProvider value={{ ...site, collections: [posts, authors], ...schema }}>
          <FieldProviders>
            <Address />
            <OpenDocumentsProvider value={documents}>
              <Routes>
                <Route
                  path="/collections/:slug/:id/versions/:versionID"
                  element={<CompareScreen kind="collection" />}
                />
              </Routes>
            </OpenDocumentsProvider>
          </FieldProviders>
        </SchemaProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('Currently viewing', { exact: false }, { timeout: 20_000 })
}

/** As it is read: without the spaces between what is drawn apart. */
const words = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const field = (name: string | RegExp) => screen.getByRole('group', { name })
const texts = (selector: string, inside: HTMLElement) =>
  [...inside.querySelectorAll(selector)].map((element) => element.textContent)
/** What is struck and what is underlined in a field. */
const marks = (name: string | RegExp) => [texts('del', field(name)), texts('ins', field(name))]
const titles = (en: string, de = 'Nachtzug') => ({ title: { en, de } })

describe('the button that restores', () => {
  const versions = { v3: titles('Night train'), v4: titles('Night trains') }
  const restore = () => screen.queryByRole('button', { name: 'Restore this version' })

  it('S4.11 is there for who may update the document, and for nobody else', async () => {
    permissions = { collections: { posts: { update: true, readVersions: true, fields: true } } }
    await compare({ versions })
    expect(restore()).toBeTruthy()
    cleanup()
    permissions = { collections: { posts: { readVersions: true, fields: true } } }
    await compare({ versions })
    expect(restore()).toBeNull()
  })

  it('S2.31 is there under its name, but not for a document in the trash', async () => {
    await compare({ versions })
    expect(restore()).toBeTruthy()
    cleanup()
    isHere = false
    const deletedAt = '2026-03-05T10:00:00.000Z'
    await compare({ versions: { ...versions, v4: { ...titles('Night trains'), deletedAt } } })
    expect(restore()).toBeNull()
  })
})

describe('two versions beside each other', () => {
  it('S2.30 (part) S2.35 (collection) says which version is looked at, where it belongs, and how long ago it was made', async () => {
    await compare({ versions: { v3: titles('Night train'), v4: titles('Night trains') } })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('March 4th 2026, 10:00 AM')
    expect(screen.getByRole('heading', { level: 2, name: 'Compare Versions' })).toBeTruthy()
    const crumbs = within(screen.getByRole('navigation', { name: 'Path' })).getAllByRole('listitem')
    expect(crumbs.map((crumb) => crumb.textContent?.replace('/', ''))).toEqual([
      'Posts',
      'Night train',
      'Versions',
      'March 4th 2026, 10:00 AM',
    ])
    expect(screen.getByText('Currently viewing', { exact: false }).textContent).toMatch(
      /^Currently viewing (about |over |almost )?\d* ?(less than a minute|\w+) ago$/,
    )
  })

  it('S2.36 (comparison) a document that is not on this computer is called as it is in the version', async () => {
    isHere = false
    await compare({ versions: { v3: titles('Before'), v4: titles('As it was') } })
    expect(screen.getByRole('link', { name: 'As it was' }).getAttribute('href')).toBe('/collections/posts/7')
  })

  it('S2.26 (part) shows what differs, with its characters marked; without Modified only also what is the same', async () => {
    await compare({
      fields: [text('title', { localized: true }), text('slug')],
      versions: {
        v3: { ...titles('The colour'), slug: 'same' },
        v4: { ...titles('The color'), slug: 'same' },
      },
    })
    const box = screen.getByRole('checkbox', { name: 'Modified only' })
    expect(box.getAttribute('checked')).not.toBeNull()
    expect(marks('title en')).toEqual([['u'], []])
    expect(screen.queryByRole('group', { name: 'slug' })).toBeNull()
    fireEvent.click(box)
    expect(address).toContain('modifiedOnly=false')
    expect(field('slug').textContent).toContain('same')
    expect(field('title de').textContent).toContain('Nachtzug')
    fireEvent.click(box)
    expect(address).not.toContain('modifiedOnly')
  })

  it('S2.33 shows the locales of the address, and keeps in it those that are pressed', async () => {
    const versions = { v3: titles('One', 'Eins'), v4: titles('Two', 'Zwei') }
    await compare({ versions, query: '?localeCodes=["de","xx"]&keep=1' })
    expect(screen.queryByRole('group', { name: 'title en' })).toBeNull()
    expect(marks('title de')).toEqual([['Eins'], ['Zwei']])
    fireEvent.click(screen.getByRole('button', { name: 'Locales: de' }))
    fireEvent.click(screen.getByRole('button', { name: 'English' }))
    expect(address).toContain('localeCodes=["en","de"]')
    expect(address).toContain('keep=1')
    expect(marks('title en')).toEqual([['One'], ['Two']])
    fireEvent.click(screen.getByRole('button', { name: 'English' }))
    fireEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
    expect(address).toContain('localeCodes=[]')
    expect(screen.queryByRole('group', { name: /title/ })).toBeNull()
  })

  it('S2.27 has pills of locales only where the site has locales, also where their labels are objects', async () => {
    const versions = { v3: { title: 'One' }, v4: { title: 'Two' } }
    await compare({ fields: [text('title')], versions, schema: { localization: null } })
    expect(screen.queryByRole('button', { name: /^Locales:/ })).toBeNull()
    cleanup()
    const label = { en: 'Norwegian', nb: 'Norsk' }
    const localization = { defaultLocale: 'nb', locales: [{ code: 'nb', label, rtl: false, fallbacks: [] }] }
    await compare({ fields: [text('title')], versions, schema: { localization } })
    fireEvent.click(screen.getByRole('button', { name: 'Locales: nb' }))
    expect(screen.getByRole('button', { name: 'Norwegian' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('S2.28 (part) S2.32 (part) what it is compared against can be chosen, each version with all that it is', async () => {
    const versions = { v1: titles('Oldest'), v3: titles('Night train'), v4: titles('Night trains') }
    await compare({ versions, query: '?keep=1' })
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      'Previous Version (Currently Published)Current DraftDeutschMarch 3rd 2026, 10:00 AM',
      'Previously PublishedPreviously PublishedMarch 1st 2026, 10:00 AM',
      'More versions...',
    ])
    fireEvent.click(options[1] ?? document.body)
    await waitFor(() => expect(address).toContain('versionFrom=v1'))
    expect(address).toContain('keep=1')
    await waitFor(() => expect(marks('title en')[0]).toEqual(['Oldest']))
  })

  it('S2.29 S2.48 (choosing) More versions opens all of them, and a press on the date of one compares with it', async () => {
    const versions = { v2: titles('Second'), v3: titles('Night train'), v4: titles('Night trains') }
    await compare({ versions, query: '?modifiedOnly=false' })
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'More versions...' }))
    const drawer = await screen.findByRole('dialog', { name: 'Select a version to compare' })
    fireEvent.click(within(drawer).getByRole('button', { name: 'March 2nd 2026, 10:00 AM' }))
    await waitFor(() =>
      expect(address).toBe('/collections/posts/7/versions/v4?modifiedOnly=false&versionFrom=v2'),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(marks('title en')[0]).toEqual(['Second']))
  })

  it('walks from change to change by N and P, and opens what is folded', async () => {
    const fields = [text('title', { localized: true }), group('meta', [text('note')])]
    await compare({
      fields,
      versions: {
        v3: { ...titles('One'), meta: { note: 'a' } },
        v4: { ...titles('Two'), meta: { note: 'b' } },
      },
    })
    const list = screen.getByRole('complementary', { name: 'Changed fields' })
    expect(within(list).getAllByRole('button').map(words)).toEqual([
      'title en Changed',
      'meta Changed',
      'note Changed',
    ])
    const meta = screen.getByRole('button', { name: /^meta/, expanded: true })
    fireEvent.click(meta)
    expect(words(meta)).toBe('meta 1 changed field')
    const { commands } = await import('../../../../renderer/commands/command-registry.ts')
    const run = (id: string) =>
      act(() =>
        commands
          .all()
          .find((one) => one.id === id)
          ?.run(),
      )
    run('compare.next')
    await waitFor(() => expect(document.activeElement).toBe(field('title en')))
    run('compare.next')
    await waitFor(() => expect(document.activeElement).toBe(field('note')))
    expect(meta.getAttribute('aria-expanded')).toBe('true')
    run('compare.previous')
    await waitFor(() => expect(document.activeElement).toBe(field('title en')))
  })
})

describe('each kind of field', () => {
  it('S2.39 (part) choices are compared by their labels, many of them with commas; an unknown one as it is stored', async () => {
    const options = [
      { value: 'a', label: { en: 'Alpha' } },
      { value: 'b', label: 'Beta' },
    ]
    await compare({
      fields: [select('one', [], { options }), select('many', [], { options, hasMany: true })],
      versions: { v3: { one: 'a', many: ['a', 'gone'] }, v4: { one: 'zzz', many: ['b'] } },
    })
    expect(marks('one')).toEqual([['Alpha'], ['zzz']])
    expect(field('many').textContent).toContain('Alpha, gone')
    expect(field('many').textContent).toContain('Beta')
  })

  it('related documents are there by their titles, dates in their own format and time zone, code and JSON by lines', async () => {
    const zone = select('at_tz', ['Asia/Tokyo', 'Europe/Paris'], { hidden: true })
    await compare({
      fields: [
        relation('author', { relationTo: ['authors'] }),
        upload('picture'),
        date('at', { displayFormat: 'yyyy-MM-dd HH:mm', timezone: true }),
        zone,
        code('code'),
        json('json'),
      ],
      versions: {
        v3: {
          author: 1,
          picture: 5,
          at: '2026-01-01T00:00:00.000Z',
          at_tz: 'Asia/Tokyo',
          code: 'one\ntwo',
          json: { a: 1 },
        },
        v4: {
          author: 2,
          picture: null,
          at: '2026-01-01T01:00:00.000Z',
          at_tz: 'Europe/Paris',
          code: 'one\n2',
          json: { a: 1, b: [2] },
        },
      },
    })
    await waitFor(() => expect(marks('author')[1]).toEqual(['Ines Carvalho']))
    expect(texts('del', field('picture'))).toEqual(['5'])
    expect(field('at').textContent).toContain('2026-01-01 09:00')
    expect(field('at').textContent).toContain('2026-01-01 02:00')
    expect(marks('code')).toEqual([['two'], ['2']])
    expect(texts('ins', field('json')).join('|')).toContain('"b"')
  })

  it('S2.37 (part) S2.38 (part) rows have their numbers, and tabs a box for each locale', async () => {
    const fields = [
      array('items', [text('name')]),
      blocks('layout', [block('hero', [text('name')])]),
      tabs(tab('meta', [text('title')], true)),
    ]
    const hero = (id: string, name: string) => ({ id, blockType: 'hero', name })
    await compare({
      fields,
      versions: {
        v3: {
          items: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'B' },
          ],
          layout: [hero('x', 'X'), hero('y', 'Y'), hero('z', 'Z')],
          meta: { en: { title: 'One' }, de: { title: 'Eins' } },
        },
        v4: {
          items: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'C' },
          ],
          layout: [hero('z', 'Z'), hero('x', 'X'), hero('n', 'New')],
          meta: { en: { title: 'Two' }, de: { title: 'Zwei' } },
        },
      },
    })
    const heads = screen
      .getAllByText(/^(Item|Block) \d+$/)
      .filter((one) => one.closest('aside') === null)
      .map((one) => words(one.parentElement))
    expect(heads).toEqual([
      'Item 02 Changed C',
      'Block 01 Row Moved from 03 Z',
      'Block 02 Row Removed Y',
      'Block 03 Row Added New',
    ])
    expect(screen.getByRole('button', { name: /^items 1 of 2 differs/ })).toBeTruthy()
    const boxes = screen.getAllByRole('button', { name: /^meta/, expanded: true })
    expect(boxes.map(words)).toEqual(['meta en', 'meta de'])
  })

  it('S2.41 a list without rows says so, by the name of its rows', async () => {
    const labels = { singular: 'Link', plural: 'Links' }
    await compare({
      fields: [
        array('links', [text('label')], { labels }),
        array('more', [text('x')], { labels: { singular: '', plural: '' } }),
      ],
      versions: { v3: { links: [] }, v4: {} },
      query: '?modifiedOnly=false',
    })
    expect(screen.getByText('No Links found')).toBeTruthy()
    expect(screen.getByText('No Rows found')).toBeTruthy()
  })

  it('S8.09 (compared) a version of an older schema is shown whole: blocks and fields that are gone, other types', async () => {
    await compare({
      fields: [blocks('layout', [block('hero', [text('name')])]), text('title'), select('kind', ['a'])],
      versions: {
        v3: {
          layout: [{ id: 'c', blockType: 'carousel', speed: 3 }],
          title: { was: 'an object' },
          gone: 'x',
        },
        v4: { layout: [], title: 'A title', kind: { odd: true } },
      },
    })
    expect(screen.getByText("Error: Block 'carousel' not found")).toBeTruthy()
    expect(field('speed').textContent).toContain('3')
    expect(field('title').textContent).toContain('"was": "an object"')
    expect(field('gone').textContent).toContain('x')
    expect(field('kind').textContent).toContain('"odd": true')
  })

  it('S5.28 (comparison) a field that may not be read is not there', async () => {
    permissions = {
      collections: {
        posts: { read: true, readVersions: true, fields: { title: { read: true }, slug: { read: false } } },
      },
    }
    await compare({
      fields: [text('title'), text('slug')],
      versions: { v3: { title: 'a', slug: 'x' }, v4: { title: 'b', slug: 'y' } },
    })
    expect(field('title')).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'slug' })).toBeNull()
  })
})

describe('what is not here', () => {
  it('M.03 (comparison) a version that is not on this computer says so, and the other one stays', async () => {
    await compare({ versions: { v4: titles('Night trains') } })
    expect(await screen.findByText('This version is not on this computer')).toBeTruthy()
    expect(
      screen.getByText(/No connection\. The version appears here once the server answers\./),
    ).toBeTruthy()
    expect(screen.getByText('Currently viewing', { exact: false })).toBeTruthy()
  })

  it('a version that the server refuses says so with its words', async () => {
    const v3: VersionContent = { outcome: 'not-here', reason: 'refused', message: 'You are not allowed' }
    await compare({ versions: { v3, v4: titles('Night trains') } })
    expect(await screen.findByText('The server did not give this version')).toBeTruthy()
    expect(screen.getByText(/You are not allowed/)).toBeTruthy()
  })

  it('the oldest version has all of it added, and says so', async () => {
    around = { before: null, source: 'server' }
    await compare({ versions: { v4: titles('Night trains') } })
    expect(await screen.findByText(/This is the oldest version/)).toBeTruthy()
    expect(marks('title en')).toEqual([[], ['Night trains']])
    expect(screen.getByText('Select a version to compare')).toBeTruthy()
  })

  it('two versions that are the same say so, and show all of it where somebody wants to see it', async () => {
    await compare({ versions: { v3: titles('Same'), v4: titles('Same') } })
    expect(await screen.findByText('Both versions are the same')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show all fields' }))
    expect(field('title en').textContent).toContain('Same')
  })
})
