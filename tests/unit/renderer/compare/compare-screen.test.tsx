import { randomUUID } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Field, SiteSchema, UiField } from '../../../../shared/cms/schema-model.ts'
import type {
  CallInput,
  ConnectionState,
  DocumentView,
  ListPage,
  RefreshResult,
  VersionContent,
  VersionRow,
  VersionsAround,
  VersionsPage,
} from '../../../../shared/ipc.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import { site } from '../../store/support/site.ts'
import {
  array,
  block,
  blocks,
  base,
  code,
  collection,
  date,
  group,
  json,
  relation,
  richText,
  select,
  tab,
  tabs,
  text,
  upload,
} from '../../shared/build-fields.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { LIMITS } from '../../../../shared/limits.ts'
import { makeTempId } from '../../../../shared/cms/doc-ref.ts'
import { parseOptions } from '../../../../shared/fields/choices.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { bridgeOf, en, entryOf, set, viewOf } from '../form/form-fixtures.ts'

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

const rowOf = (versionId: string) =>
  [...page.rows, ...rows].find(({ id }) => id === versionId) ?? row(versionId, 1)

let kept: Record<string, JsonObject> = {}
/** Called with the id of the document when the server is asked for a version of it. */
let onAsked = (_id: string | null): void => undefined
let serverAnswers: Promise<void> = Promise.resolve()
let contents: Record<string, JsonObject | VersionContent | Error> = {}
let around: Partial<VersionsAround> = {}
const listed: VersionsPage = {
  rows,
  totalDocs: 4,
  fetchedAt: '2026-03-05T10:00:00.000Z',
  latestDraft: rows[0] ?? null,
  currentlyPublished: rows[1] ?? null,
}
/** The known versions, with their dates. */
let page = listed
let connection: ConnectionState['status'] = 'offline'
/** The server's answer to the query of versions. */
let listing: RefreshResult = { outcome: 'unchanged' }
const NOBODY: ListPage = {
  rows: [],
  totalDocs: 0,
  source: 'cache',
  fetchedAt: null,
  coverage: { here: 0, total: null },
} as unknown as ListPage
let isHere = true
let title: Json = { en: 'Night train', de: 'Nachtzug' }
let edits: Pick<DocumentView, 'draft' | 'entries'> = { draft: null, entries: [] }
const MAY_ALL: JsonObject = {
  collections: { posts: true, authors: true, media: true },
  globals: { header: true },
}
let permissions: JsonObject = MAY_ALL
const fake = bridgeOf({
  'connection.get': () => ({ status: connection, since: '', lastContact: null, problem: null }),
  'session.get': () => ({ permissions }),
  'documents.get': () => (isHere ? { ...viewOf({ id: 7, title }), ...edits } : null),
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
  'versions.refresh': () => listing,
  'versions.kept': ({ versionId }: CallInput<'versions.kept'>) => {
    const found = kept[versionId]
    return found === undefined ? null : { version: rowOf(versionId), data: found }
  },
  'versions.read': async ({ ref, versionId }: CallInput<'versions.read'>): Promise<VersionContent> => {
    onAsked('id' in ref ? ref.id : null)
    await serverAnswers
    const found = contents[versionId]
    if (found instanceof Error) throw found
    if (found === undefined) return { outcome: 'not-here', reason: 'offline', message: '' }
    if ('outcome' in found) return found as VersionContent
    return {
      outcome: 'here',
      gone: false,
      version: rowOf(versionId),
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
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')
const { showFields } = await import('../fields/show-fields.tsx')
const { showComparison } = await import('./show-comparison.tsx')

afterEach(() => {
  vi.useRealTimers()
  cleanup()
  around = {}
  page = listed
  connection = 'offline'
  listing = { outcome: 'unchanged' }
  title = titles('Night train').title
  kept = {}
  onAsked = () => undefined
  serverAnswers = Promise.resolve()
  isHere = true
  edits = { draft: null, entries: [] }
  permissions = MAY_ALL
})

let address = ''
let goBack = (): void => undefined
function Address() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    address = pathname + decodeURIComponent(search)
    goBack = () => void navigate(-1)
  })
  return null
}

type Shown = {
  fields?: Field[]
  /** The versions by id. v4 is viewed, v3 is the previous one. */
  versions: Record<string, JsonObject | VersionContent | Error>
  /** Id of the viewed version. */
  viewed?: string
  /** Id of the document. */
  id?: string
  query?: string
  of?: 'a document' | 'a global'
  schema?: Partial<SiteSchema>
  /** The window's cache. */
  client?: QueryClient
}

async function compare(shown: Shown) {
  await open(shown)
  await screen.findByText('Currently viewing', { exact: false })
}

const drafts = {
  drafts: true,
  localeStatus: false,
  autosaveInterval: null,
  max: null,
  validatesDrafts: false,
  schedules: false,
}

async function open({
  fields = [text('title', { localized: true })],
  versions,
  query = '',
  viewed = 'v4',
  id = '7',
  schema = {},
  of = 'a document',
  client = createQueryClient(),
}: Shown) {
  contents = versions
  const path = of === 'a document' ? `/collections/posts/${id}` : '/globals/header'
  const globals = site.globals.map((one) => ({ ...one, fields, versions: drafts }))
  const posts = collection(fields)
  const authors = collection([text('title', { localized: true })], { slug: 'authors' })
  const known = { ...site, collections: [posts, authors], globals, ...schema }
  await showComparison({
    address: `${path}/versions/${viewed}${query}`,
    site: known,
    documents,
    beside: <Address />,
    client,
  })
}

/** Returns an element's text with a single space for each run of white space. */
const words = (element: Element | null) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const field = (name: string | RegExp) => screen.getByRole('group', { name })
const texts = (selector: string, inside: HTMLElement) =>
  [...inside.querySelectorAll(selector)].map((element) => element.textContent)
/** Returns the removed and the added text in a field. */
const marks = (name: string | RegExp) => [texts('del', field(name)), texts('ins', field(name))]
const changeList = () => screen.getByRole('complementary', { name: 'Changed fields' })
async function run(id: string): Promise<void> {
  const { commands } = await import('../../../../renderer/commands/command-registry.ts')
  const command = commands.all().find((one) => one.id === id)
  act(() => command?.run())
}
/** Presses a button like a keyboard or mouse, after focusing it. */
function press(button: HTMLElement): void {
  act(() => button.focus())
  fireEvent.click(button)
}
function type(name: string, value: string): void {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
}
/** Returns the labels of the boxes around these fields. */
const boxesAround = (names: readonly string[]) =>
  names.map((name) => {
    const box = field(name).parentElement?.closest('[data-part]')
    return words(box?.querySelector('button') ?? null)
  })
/** Waits until all questions are answered and drawn. */
const settled = () => act(() => new Promise<void>((done) => setTimeout(done)))
const titles = (english: string, german = 'Nachtzug') => ({ title: { en: english, de: german } })

describe('the button that restores', () => {
  const versions = { v3: titles('Night train'), v4: titles('Night trains') }
  const restore = () => screen.queryByRole('button', { name: 'Restore this version' })

  it('S4.11 is there for who may update the document, and for nobody else', async () => {
    permissions = { collections: { posts: { read: true, update: true, readVersions: true, fields: true } } }
    await compare({ versions })
    expect(restore()).toBeTruthy()
    cleanup()
    permissions = { collections: { posts: { read: true, readVersions: true, fields: true } } }
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

describe('what is on the screen', () => {
  const unsentAndUnsaved = () => {
    edits = {
      entries: [entryOf([en('title', 'Night train', 'Slow train')])],
      draft: { changes: [en('title', 'Slow train', 'Slow trains')], lost: {}, savedAt: '' },
    }
  }

  it('is compared, with what is unsaved and unsent, against the last save', async () => {
    unsentAndUnsaved()
    await compare({ versions: {}, viewed: 'on-screen' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Slow trains')
    expect(document.querySelector('[aria-current=page]')?.textContent).toBe('On this screen')
    expect(await screen.findByRole('button', { name: /^(?!Use).*Last saved/ })).toBeTruthy()
    expect(marks('title en')).toEqual([['Night'], ['Slow', 's']])
  })

  it('is compared against a version of the address, and the last save, the draft and the published one can be chosen', async () => {
    unsentAndUnsaved()
    await compare({
      versions: { v3: titles('Slow trams') },
      viewed: 'on-screen',
      query: '?versionFrom=v3',
    })
    await waitFor(() => expect(marks('title en')).toEqual([['m'], ['in']]))
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    const options = (await screen.findAllByRole('option')).map((one) => words(one))
    expect(
      options.map((one) => /^(Last saved|Current Draft|Currently Published|More versions)/.exec(one)?.[0]),
    ).toEqual(['Last saved', 'Current Draft', 'Currently Published', 'More versions'])
  })

  it('is what was typed until now each time that it is looked at, also where nobody is told of it', async () => {
    unsentAndUnsaved()
    const client = createQueryClient()
    await compare({ versions: {}, viewed: 'on-screen', client })
    expect(marks('title en')).toEqual([['Night'], ['Slow', 's']])
    cleanup()
    edits = { ...edits, draft: { changes: [en('title', 'Slow train', 'Slow trams')], lost: {}, savedAt: '' } }
    await compare({ versions: {}, viewed: 'on-screen', client })
    expect(marks('title en')[1]?.join('')).toContain('ms')
  })

  it('shows nobody a version who may not read versions, and nothing who may not read the document', async () => {
    unsentAndUnsaved()
    permissions = {
      ...MAY_ALL,
      collections: { posts: { read: true, update: true }, authors: true, media: true },
    }
    await compare({ versions: { v3: titles('Slow trams') }, viewed: 'on-screen', query: '?versionFrom=v3' })
    await waitFor(() => expect(marks('title en')).toEqual([['Night'], ['Slow', 's']]))
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    expect((await screen.findAllByRole('option')).map((one) => words(one))).toEqual([
      expect.stringMatching(/^Last saved/),
    ])
    cleanup()
    permissions = { ...MAY_ALL, collections: { authors: true, media: true } }
    await open({ versions: {}, viewed: 'on-screen' })
    expect(await screen.findByText('Nothing found')).toBeTruthy()
  })

  it('is no version: it cannot be restored, and nothing is written by looking', async () => {
    unsentAndUnsaved()
    const before = fake.calls.length
    await compare({ versions: {}, viewed: 'on-screen' })
    await settled()
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
    const asked = new Set(fake.calls.slice(before).map(({ name }) => name))
    // They are read from this computer.
    const own = ['versions.list', 'versions.names']
    expect([...asked].filter((name) => name.startsWith('versions.') && !own.includes(name))).toEqual([])
    expect([...asked].filter((name) => /put|commit|restore|create|discard/i.test(name))).toEqual([])
  })
})

describe('two versions beside each other', () => {
  it('S2.30 S4.08 says which version is looked at: how long ago it was made, what it is, and then its date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T12:00:00.000Z') })
    const versions = { v3: titles('Night train'), v4: titles('Night trains') }
    await compare({ versions })
    const viewing = () => screen.getByText('Currently viewing', { exact: false })
    const line = () => words(viewing().nextElementSibling)
    expect(words(viewing())).toBe('Currently viewing about 2 hours ago')
    await waitFor(() => expect(line()).toBe('AutosaveCurrent DraftMarch 4th 2026, 10:00 AM'))
    cleanup()
    vi.setSystemTime(Date.parse('2026-03-04T10:00:20.000Z'))
    await compare({ versions })
    expect(words(viewing())).toBe('Currently viewing less than a minute ago')
    // A list of versions has the date in a column of its own, and not in the label again.
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'More versions...' }))
    const all = await within(await screen.findByRole('dialog')).findAllByRole('row')
    expect(
      within(all[1] ?? document.body)
        .getAllByRole('cell')
        .map(words),
    ).toEqual(['March 4th 2026, 10:00 AM', 'v4', 'AutosaveCurrent Draft'])
    cleanup()
    // In the site's date format.
    await compare({ versions, schema: { dateFormat: 'yyyy-MM-dd HH:mm' } })
    await waitFor(() => expect(line()).toBe('AutosaveCurrent Draft2026-03-04 10:00'))
  })

  it('S2.35 says where it belongs: the list, the document, its versions, and when it was made; of a global its label, its versions, and when it was made', async () => {
    const path = () =>
      within(screen.getByRole('navigation', { name: 'Path' }))
        .getAllByRole('listitem')
        .map((crumb) => [
          words(crumb).replace(/ ?\/$/, ''),
          crumb.querySelector('a')?.getAttribute('href') ?? null,
        ])
    const versions = { v3: titles('Night train'), v4: titles('Night trains') }
    // Without the year in the current year.
    const made = /^Mar 4, (2026, )?10:00 AM$/
    await compare({ versions })
    expect(path()).toEqual([
      ['Posts', '/collections/posts'],
      ['Night train', '/collections/posts/7'],
      ['Versions', '/collections/posts/7/versions'],
      [expect.stringMatching(made), null],
    ])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Night train')
    cleanup()
    await compare({ versions, of: 'a global' })
    expect(path()).toEqual([
      ['Header', '/globals/header'],
      ['Versions', '/globals/header/versions'],
      [expect.stringMatching(made), null],
    ])
  })

  it('S2.36 the document is called by its title: a date in its format, relations by their ids, rich text by its first node; else by its id, else [Untitled]', async () => {
    const rich = {
      root: {
        children: [
          { type: 'paragraph', children: [{ text: 'Go ' }, { text: 'north' }] },
          { type: 'paragraph', children: [{ text: 'and back' }] },
        ],
      },
    }
    const called = async (named: Field, value: Json) => {
      isHere = false
      await compare({ fields: [named], versions: { v3: {}, v4: { id: 7, title: value } } })
      const crumbs = within(screen.getByRole('navigation', { name: 'Path' })).getAllByRole('link')
      cleanup()
      return crumbs[1]?.textContent
    }
    expect(await called(text('title'), 'As it was')).toBe('As it was')
    expect(await called(text('title', { localized: true }), { en: 'As it was', de: 'Wie es war' })).toBe(
      'As it was',
    )
    expect(await called(date('title'), '2026-01-02T10:00:00.000Z')).toBe('January 2nd 2026, 10:00 AM')
    expect(await called(date('title', { displayFormat: 'dd.MM.yyyy' }), '2026-01-02T10:00:00.000Z')).toBe(
      '02.01.2026',
    )
    expect(await called(relation('title', { relationTo: ['authors'], hasMany: true }), [4, 5])).toBe('4, 5')
    expect(await called(relation('title', { polymorphic: true }), { relationTo: 'posts', value: 9 })).toBe(
      '9',
    )
    expect(await called(richText('title'), rich)).toBe('Go north')
    expect(await called(text('title'), null)).toBe('7')
    expect(await called(text('title'), '')).toBe('7')
    isHere = true
    title = null
    await compare({ versions: {}, viewed: 'on-screen', id: makeTempId(randomUUID()) })
    expect(screen.getByRole('link', { name: '[Untitled]' })).toBeTruthy()
  })

  it('a document that is not on this computer is called as it is in the version', async () => {
    isHere = false
    await compare({ versions: { v3: titles('Before'), v4: titles('As it was') } })
    expect(screen.getByRole('link', { name: 'As it was' }).getAttribute('href')).toBe('/collections/posts/7')
  })

  it('S2.26 Modified only is checked unless the address says false, and hides what is the same to its depth', async () => {
    const meta = { tags: ['a', 'b'], point: { x: 1, y: [2, 3] } }
    const shown: Shown = {
      fields: [text('title', { localized: true }), text('slug'), group('meta', [json('data'), text('note')])],
      versions: {
        v3: { ...titles('The colour'), slug: 'same', meta: { data: meta, note: 'n' } },
        v4: { ...titles('The color'), slug: 'same', meta: { data: structuredClone(meta), note: 'n' } },
      },
    }
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Modified only' })
    const groups = () => screen.getAllByRole('group').flatMap((one) => one.dataset['part'] ?? [])
    for (const query of [
      '',
      '?modifiedOnly=true',
      '?modifiedOnly=0',
      '?modifiedOnly=',
      '?modifiedOnly=FALSE',
    ]) {
      await compare({ ...shown, query })
      expect([query, box().checked, groups()]).toEqual([query, true, ['/title@en']])
      expect(marks('title en')).toEqual([['u'], []])
      cleanup()
    }
    await compare({ ...shown, query: '?modifiedOnly=false' })
    expect(box().checked).toBe(false)
    expect(groups()).toEqual([
      '/title@en',
      '/title@de',
      '/title@fr',
      '/slug',
      '/meta',
      '/meta/data',
      '/meta/note',
    ])
    expect(field('slug').textContent).toContain('same')
    fireEvent.click(box())
    expect(groups()).toEqual(['/title@en'])
    expect(address).not.toContain('modifiedOnly')
    fireEvent.click(box())
    expect(address).toContain('modifiedOnly=false')
    expect(field('title de').textContent).toContain('Nachtzug')
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

  describe('what it is compared against', () => {
    const published = { status: 'published' } as const
    const six = {
      newest: row('w6', 8, { latest: true }),
      published: row('w5', 7, published),
      viewed: row('w4', 6),
      previous: row('w3', 5),
      publishedBefore: row('w2', 4, published),
      oldest: row('w1', 3),
    }
    const among = (more: Partial<VersionsPage> = {}, beside: Partial<VersionsAround> = {}) => {
      const { newest, published: current, previous, publishedBefore } = six
      page = {
        ...listed,
        rows: Object.values(six),
        totalDocs: 6,
        latestDraft: newest,
        currentlyPublished: current,
        ...more,
      }
      around = { before: previous, publishedBefore, source: 'server', ...beside }
    }
    const versions = Object.fromEntries(Object.values(six).map(({ id }) => [id, titles(`Title ${id}`)]))
    const chooser = () => screen.getByRole('button', { name: /Comparing against/ })
    /** Returns the role of each choice, with the day of its date. */
    const choices = async () => {
      fireEvent.click(chooser())
      const options = await screen.findAllByRole('option')
      return options.map((option) => {
        const [role] = texts('[class*=role]', option)
        return role === undefined ? option.textContent : `${role}, ${texts('time', option)[0]?.slice(0, 9)}`
      })
    }

    it('S2.28 is told with its age, and chosen among the versions that one would compare with, newest first, each once with all that it is', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-07T10:00:00.000Z') })
      among()
      await compare({ versions, viewed: 'w4', query: '?versionFrom=w1' })
      await waitFor(() => expect(marks('title en')[0]).toEqual(['1']))
      expect(words(screen.getByText('Comparing against', { exact: false }))).toBe(
        'Comparing against 4 days ago',
      )
      expect(await choices()).toEqual([
        'Current Draft, March 8th',
        'Currently Published, March 7th',
        'Previous Version, March 5th',
        'Previously Published, March 4th',
        'Specific Version, March 3rd',
        'More versions...',
      ])
      // It can neither be cleared nor searched.
      expect(screen.queryByRole('button', { name: /Clear/, hidden: true })).toBeNull()
      expect(document.querySelectorAll('input[type=text], input[type=search], [role=combobox]')).toHaveLength(
        0,
      )
      cleanup()
      // The viewed version is not offered, unless it is compared with itself.
      await compare({ versions, viewed: 'w4', query: '?versionFrom=w4' })
      await waitFor(async () => expect(await choices()).toContain('Specific Version, March 6th'))
      cleanup()
      // A draft older than the published version is not the current one.
      among({ latestDraft: six.previous })
      await compare({ versions, viewed: 'w4' })
      await waitFor(async () =>
        expect(await choices()).toEqual([
          'Currently Published, March 7th',
          'Previous Version, March 5th',
          'Previously Published, March 4th',
          'More versions...',
        ]),
      )
      cleanup()
      among(
        { latestDraft: six.previous, currentlyPublished: six.previous },
        { publishedBefore: six.previous },
      )
      await compare({ versions, viewed: 'w4' })
      await waitFor(async () =>
        expect(await choices()).toEqual([
          'Previous Version (Current Draft, Currently Published), March 5th',
          'More versions...',
        ]),
      )
      cleanup()
      among({}, { before: null })
      await compare({ versions, viewed: 'w4' })
      await waitFor(() => expect(chooser().textContent).toContain('Select a version to compare'))
      expect(words(screen.getByText('Comparing against', { exact: false }))).toBe('Comparing against')
    })

    it('S2.32 is put into the address, with all else that is there, as a step that one can go back', async () => {
      among()
      const query = '?locale=de&localeCodes=["en"]&modifiedOnly=false&keep=1'
      await compare({ versions, viewed: 'w4', query })
      await waitFor(() => expect(marks('title en')[0]).toEqual(['3']))
      fireEvent.click(chooser())
      fireEvent.click(await screen.findByRole('option', { name: /^Previously Published/ }))
      await waitFor(() => expect(address).toBe(`/collections/posts/7/versions/w4${query}&versionFrom=w2`))
      await waitFor(() => expect(marks('title en')[0]).toEqual(['2']))
      fireEvent.click(chooser())
      fireEvent.click(await screen.findByRole('option', { name: /^Current Draft/ }))
      await waitFor(() => expect(address).toBe(`/collections/posts/7/versions/w4${query}&versionFrom=w6`))
      act(() => goBack())
      await waitFor(() => expect(address).toContain('versionFrom=w2'))
      act(() => goBack())
      await waitFor(() => expect(address).toBe(`/collections/posts/7/versions/w4${query}`))
      await waitFor(() => expect(marks('title en')[0]).toEqual(['3']))
    })

    it('S4.36 S8.05 is not chosen in the list of all where that cannot be loaded: its message is said, else that an error has occurred, and the list closes', async () => {
      connection = 'online'
      const openAll = async () => {
        fireEvent.click(await screen.findByRole('button', { name: /Comparing against/ }))
        fireEvent.click(await screen.findByRole('option', { name: 'More versions...' }))
      }
      const told = () => screen.queryAllByRole('alertdialog').map((one) => words(one))
      for (const [message, said] of [
        ['You are not allowed', 'You are not allowed'],
        ['', 'An error has occurred.'],
      ] as const) {
        among()
        await compare({ versions, viewed: 'w4' })
        listing = { outcome: 'failed', message }
        await openAll()
        await waitFor(() => expect(told().join()).toContain(said))
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
        expect(address).toBe('/collections/posts/7/versions/w4')
        cleanup()
        toastQueue.clear()
        listing = { outcome: 'unchanged' }
      }
    })
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
    expect(within(within(list).getByRole('list')).getAllByRole('button').map(words)).toEqual([
      'title en Changed',
      'meta Changed',
      'note Changed',
    ])
    const meta = screen.getByRole('button', { name: /^meta/, expanded: true })
    fireEvent.click(meta)
    expect(words(meta)).toBe('meta 1 changed field')
    await run('compare.next')
    await waitFor(() => expect(document.activeElement).toBe(field('title en')))
    await run('compare.next')
    await waitFor(() => expect(document.activeElement).toBe(field('note')))
    expect(meta.getAttribute('aria-expanded')).toBe('true')
    await run('compare.previous')
    await waitFor(() => expect(document.activeElement).toBe(field('title en')))
  })
})

describe('two versions of a global', () => {
  const of = 'a global' as const
  const v3 = { ...titles('North', 'Norden'), globalType: 'header' }
  const v4 = { ...titles('South', 'Norden'), globalType: 'header' }

  it('S2.08 shows what differs, in each locale, and nothing of what every global has', async () => {
    await compare({ of, versions: { v3, v4 }, query: '?modifiedOnly=false' })
    expect(marks('title en')).toEqual([
      ['N', 'r'],
      ['S', 'u'],
    ])
    expect(field('title de').textContent).toContain('Norden')
    expect(screen.queryByRole('group', { name: /globalType/ })).toBeNull()
  })

  it('compares with the version of the address, and keeps the choice there', async () => {
    await compare({ of, versions: { v1: titles('West', 'Westen'), v3, v4 } })
    fireEvent.click(screen.getByRole('button', { name: /Comparing against/ }))
    fireEvent.click((await screen.findAllByRole('option'))[1] ?? document.body)
    await waitFor(() => expect(address).toBe('/globals/header/versions/v4?versionFrom=v1'))
    await waitFor(() => expect(marks('title de')).toEqual([['Westen'], ['Norden']]))
  })

  it('can be restored, and never as a draft, since that would write over what is published all the same', async () => {
    permissions = { globals: { header: { read: true, update: true, readVersions: true, fields: true } } }
    const published: VersionContent = {
      outcome: 'here',
      gone: false,
      version: row('v4', 4, { status: 'published' }),
      data: v4,
    }
    await compare({ of, versions: { v3, v4: published } })
    expect(screen.getByRole('button', { name: 'Restore this version' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More ways to restore' })).toBeNull()
    cleanup()
    permissions = { globals: { header: { read: true, readVersions: true, fields: true } } }
    await compare({ of, versions: { v3, v4 } })
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })

  it('is not there for who may not read its versions', async () => {
    permissions = { globals: { header: { read: true, fields: true } } }
    await open({ of, versions: { v3, v4 } })
    expect(await screen.findByText('Nothing found')).toBeTruthy()
  })
})

describe('the focus', () => {
  const ofBoth = { v3: titles('Same'), v4: titles('Same') }

  it('goes to what is shown where all fields are asked for', async () => {
    await compare({ versions: ofBoth })
    press(await screen.findByRole('button', { name: 'Show all fields' }))
    expect(document.activeElement).toBe(field('title en'))
  })

  it('stays at Try again while that fails, and goes to the comparison once it is there', async () => {
    await open({ versions: { v3: titles('One'), v4: new Error('No database') } })
    press(await screen.findByRole('button', { name: 'Try again' }))
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
    contents = { v3: titles('One'), v4: titles('Two') }
    press(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(marks('title en')).toEqual([['One'], ['Two']]))
    expect(document.activeElement).toBe(field('title en'))
  })

  it('stays at Try again of the version beside it, and goes to what differs once that is known', async () => {
    const refused: VersionContent = { outcome: 'not-here', reason: 'refused', message: '' }
    await compare({ versions: { v3: refused, v4: titles('Two') } })
    press(await screen.findByRole('button', { name: 'Try again' }))
    await settled()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
    contents = { v3: titles('One'), v4: titles('Two') }
    press(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(document.activeElement).toBe(field('title en')))
  })

  it('N and P bring it to a group that is named like the field or row, and say which change of how many it is', async () => {
    const fields = [
      text('title', { localized: true }),
      array('items', [text('name')], { label: 'Items' }),
      array('empty', [], { label: 'Empty' }),
    ]
    const versions = {
      v3: { ...titles('One'), items: [{ id: 'a', name: 'A' }], empty: [] },
      v4: { ...titles('Two'), items: [{ id: 'a', name: 'B' }], empty: [{ id: 'n' }] },
    }
    await compare({ fields, versions })
    for (const [at, name] of ['title en', 'Item 01 Changed B', 'Item 01 Added'].entries()) {
      await run('compare.next')
      await waitFor(() => expect(document.activeElement).toBe(field(name)))
      expect(screen.getByText(`Change ${at + 1} of 3`)).toBeTruthy()
    }
    await run('compare.previous')
    await waitFor(() => expect(document.activeElement).toBe(field('Item 01 Changed B')))
    // A container can be reached through the list, and has a name, too.
    fireEvent.click(within(changeList()).getByRole('button', { name: /^Items/ }))
    await waitFor(() => expect(document.activeElement).toBe(field('Items')))
  })
})

it('a list of very many rows is drawn in steps, on demand', async () => {
  const atOnce = LIMITS.comparedParts
  const items = Array.from({ length: atOnce + 3 }, (_, at) => ({ id: `r${at}` }))
  await compare({ fields: [array('items', [])], versions: { v3: { items: [] }, v4: { items } } })
  const heads = () => document.querySelectorAll('[data-part^="/items/"]').length
  await screen.findByText('Show 3 more')
  expect(heads()).toBe(atOnce)
  fireEvent.click(screen.getByText('Show 3 more'))
  await waitFor(() => expect(heads()).toBe(atOnce + 3))
  // The list of changes has the field itself, too.
  fireEvent.click(screen.getByText('Show 4 more'))
  await waitFor(() => expect(screen.queryByText(/^Show \d+ more$/)).toBeNull())
})

describe('each kind of field', () => {
  it('S2.39 choices are compared by their labels, by character; many of them with commas; an unknown one as it is stored, none as nothing', async () => {
    // As in a site's config; a label that only its admin can render has no text.
    const options = parseOptions([
      { value: 'a', label: { en: 'Alphabet', de: 'Das Alphabet' } },
      { value: 'b', label: 'Alpine' },
      { value: 'drawn', label: null },
    ])
    const one = (name: string) => select(name, [], { options })
    await compare({
      fields: [
        one('one'),
        one('drawn'),
        one('odd'),
        one('number'),
        one('none'),
        one('gone'),
        select('many', [], { options, hasMany: true }),
      ],
      versions: {
        v3: { one: 'a', drawn: 'drawn', odd: 'a', number: 12, gone: 'b', many: ['a', 'zzz', 'b'] },
        v4: { one: 'b', drawn: 'b', odd: 'zzz', number: 13, none: 'a', many: ['a', 'b'] },
      },
    })
    /** Returns each side in full, and its marked parts. */
    const sides = (name: string) => [
      ...texts('[class*=side] > [dir]', field(name)),
      ...marks(name).map((marked) => marked.join('|')),
    ]
    expect(sides('one')).toEqual(['Alphabet', 'Alpine', 'hab|t', 'in'])
    expect(sides('drawn')).toEqual(['drawn', 'Alpine', 'drawn', 'Alpine'])
    expect(sides('odd')).toEqual(['Alphabet', 'zzz', 'Alphabet', 'zzz'])
    expect(sides('number')).toEqual(['12', '13', '2', '3'])
    expect(sides('none')).toEqual(['Alphabet', '', 'Alphabet'])
    expect(sides('gone')).toEqual(['Alpine', 'Alpine', ''])
    expect(sides('many')).toEqual(['Alphabet, zzz, Alpine', 'Alphabet, Alpine', 'zzz, ', ''])
  })

  it('S2.40 search results are a box that says, folded, how many of its fields differ, each in each locale', async () => {
    const note: UiField = { ...base, seo: null, type: 'ui', name: 'overview', label: 'Overview' }
    const seo: Field = {
      ...group('meta', [
        note,
        text('id', { label: 'ID' }),
        text('title', { localized: true, label: 'Title' }),
        text('description', { localized: true, label: 'Description' }),
        upload('image', { label: 'Meta Image' }),
        array('links', [text('label')], { label: 'Links' }),
      ]),
      label: 'SEO',
    }
    const meta = (more: JsonObject = {}) => ({
      id: 'm',
      title: { en: 'One', de: 'Eins' },
      description: { en: 'Same', de: 'Gleich' },
      image: 5,
      links: [{ id: 'l', label: 'A' }],
      ...more,
    })
    const fold = () => screen.getByRole('button', { name: /^SEO/, expanded: true })
    const shown = async (after: JsonObject) => {
      const versions = { v3: { meta: meta() }, v4: { meta: meta(after) } }
      await compare({ fields: [seo], versions, query: '?modifiedOnly=false' })
      const box = fold()
      const unfolded = words(box)
      fireEvent.click(box)
      const folded = words(box)
      cleanup()
      return [unfolded, folded]
    }
    expect(await shown({})).toEqual(['SEO', 'SEO'])
    expect(await shown({ image: 6 })).toEqual(['SEO', 'SEO 1 changed field'])
    expect(await shown({ id: 'other' })).toEqual(['SEO', 'SEO'])
    expect(await shown({ id: 'other', image: null })).toEqual(['SEO', 'SEO 1 changed field'])
    expect(
      await shown({
        title: { en: 'Two', de: 'Zwei' },
        description: { en: 'Same', de: 'Anders' },
        image: 6,
        links: [{ id: 'l', label: 'B' }],
      }),
    ).toEqual(['SEO', 'SEO 5 changed fields'])
    const versions = { v3: { meta: meta() }, v4: { meta: meta({ title: { en: 'Two', de: 'Eins' } }) } }
    await compare({ fields: [seo], versions })
    expect(marks('Title en')).toEqual([['One'], ['Two']])
    fireEvent.click(fold())
    expect(screen.queryByRole('group', { name: 'Title en' })).toBeNull()
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

  const hero = (id: string, name: string) => ({ id, blockType: 'hero', name })
  const heads = () =>
    screen
      .getAllByText(/^(Item|Block) \d+$/)
      .filter((one) => one.closest('aside') === null)
      .map((one) => words(one.parentElement))

  it('S2.37 S9.05 rows are numbered Item 01, Block 01 and on, with two digits at least; what did not change is hidden, and the others keep their numbers', async () => {
    const items = (...changed: number[]) =>
      Array.from({ length: 101 }, (_, at) => ({ id: `i${at}`, name: changed.includes(at) ? 'New' : 'Old' }))
    const shown: Shown = {
      fields: [array('items', [text('name')]), blocks('layout', [block('hero', [text('name')])])],
      versions: {
        v3: { items: items(), layout: [hero('x', 'X'), hero('y', 'Y')] },
        v4: {
          items: items(1, 9, 99).slice(0, 100),
          layout: [hero('x', 'X'), hero('y', 'Z'), hero('n', 'N')],
        },
      },
    }
    await compare(shown)
    expect(heads()).toEqual([
      'Item 02 Changed New',
      'Item 10 Changed New',
      'Item 100 Changed New',
      'Item 101 Removed Old',
      'Block 02 Row Changed Z',
      'Block 03 Row Added N',
    ])
    cleanup()
    // The length of the longer list.
    await compare({ ...shown, query: '?modifiedOnly=false' })
    await waitFor(() => expect(heads()).toHaveLength(101 + 3))
    expect(heads().slice(0, 3)).toEqual(['Item 01 Old', 'Item 02 Changed New', 'Item 03 Old'])
    expect(heads().slice(99, 102)).toEqual(['Item 100 Changed New', 'Item 101 Removed Old', 'Block 01 Row X'])
  })

  it('rows that moved, came and went say so, beside the number that they have', async () => {
    await compare({
      fields: [array('items', [text('name')]), blocks('layout', [block('hero', [text('name')])])],
      versions: {
        v3: {
          items: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'B' },
          ],
          layout: [hero('x', 'X'), hero('y', 'Y'), hero('z', 'Z')],
        },
        v4: {
          items: [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'C' },
          ],
          layout: [hero('z', 'Z'), hero('x', 'X'), hero('n', 'New')],
        },
      },
    })
    expect(heads()).toEqual([
      'Item 02 Changed C',
      'Block 01 Row Moved from 03 Z',
      'Block 02 Row Removed Y',
      'Block 03 Row Added New',
    ])
    expect(screen.getByRole('button', { name: /^items 1 of 2 differs/ })).toBeTruthy()
  })

  it('S2.38 a tab with values for each locale is a box for each locale that is shown, headed by that', async () => {
    const about = { ...tab('about', [text('note')], true), label: 'About' }
    const plain = { ...tab('plain', [text('note')]), label: 'Plain' }
    const versions = {
      v3: { about: { en: { note: 'One' }, de: { note: 'Eins' }, fr: { note: 'Un' } }, plain: { note: 'a' } },
      v4: {
        about: { en: { note: 'Two' }, de: { note: 'Zwei' }, fr: { note: 'Deux' } },
        plain: { note: 'b' },
      },
    }
    /** Returns each box with its badge. */
    const boxes = () =>
      screen
        .getAllByRole('button', { name: /About|Plain/, expanded: true })
        .map((box) => [words(box), ...texts('[class*=badge]', box)])
    await compare({ fields: [tabs(about, plain)], versions, query: '?localeCodes=["en","de"]' })
    expect(boxes()).toEqual([['en About', 'en'], ['de About', 'de'], ['Plain']])
    expect(marks('note en')).toEqual([['One'], ['Two']])
    expect(marks('note de')).toEqual([['Eins'], ['Zwei']])
    expect(screen.queryByRole('group', { name: 'note fr' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Locales:/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Français' }))
    expect(boxes()).toEqual([['en About', 'en'], ['de About', 'de'], ['fr About', 'fr'], ['Plain']])
    fireEvent.click(screen.getByRole('button', { name: 'de About' }))
    expect(screen.queryByRole('group', { name: 'note de' })).toBeNull()
    expect(field('note fr')).toBeTruthy()
  })

  it('S3.03 a group with a name keeps its fields in an object of its own, one without beside the others; compared, one without a label is <Unnamed Group>', async () => {
    const fields = [
      { ...group('place', [text('city', { label: 'City' })]), label: 'Place' },
      group(null, [text('street', { label: 'Street' })]),
      group('bare', [text('note', { label: 'Note' })]),
    ]
    const before = { place: { city: 'Oslo' }, street: 'One', bare: { note: 'a' } }
    const { form } = await showFields(fields, { data: before })
    type('City', 'Bergen')
    type('Street', 'Two')
    type('Note', 'b')
    const after = { place: { city: 'Bergen' }, street: 'Two', bare: { note: 'b' } }
    expect(form.data()).toMatchObject(after)
    expect(form.changes()).toEqual([
      set('place.city', 'Oslo', 'Bergen'),
      set('street', 'One', 'Two'),
      set('bare.note', 'a', 'b'),
    ])
    cleanup()
    await compare({ fields, versions: { v3: before, v4: after } })
    expect(boxesAround(['City', 'Street', 'Note'])).toEqual(['Place', '<Unnamed Group>', 'bare'])
    expect(marks('City')).toEqual([['Oslo'], ['Bergen']])
    expect(marks('Street')).toEqual([['One'], ['Two']])
    expect(marks('Note')).toEqual([['a'], ['b']])
  })

  it('S3.06 a tab with a name keeps its fields in an object of its own, one without beside the others; both are compared', async () => {
    const fields = [
      text('title', { label: 'Title' }),
      tabs(
        { ...tab('place', [text('city', { label: 'City' })]), label: 'Place' },
        { ...tab(null, [text('street', { label: 'Street' })]), label: 'Way' },
      ),
    ]
    const before = { title: 'A', place: { city: 'Oslo' }, street: 'One' }
    const { form } = await showFields(fields, { data: before })
    type('City', 'Bergen')
    fireEvent.click(screen.getByRole('tab', { name: 'Way' }))
    type('Street', 'Two')
    const after = { title: 'A', place: { city: 'Bergen' }, street: 'Two' }
    expect(form.data()).toMatchObject(after)
    expect(form.changes()).toEqual([set('place.city', 'Oslo', 'Bergen'), set('street', 'One', 'Two')])
    cleanup()
    await compare({ fields, versions: { v3: before, v4: after } })
    expect(boxesAround(['City', 'Street'])).toEqual(['Place', 'Way'])
    expect(marks('City')).toEqual([['Oslo'], ['Bergen']])
    expect(marks('Street')).toEqual([['One'], ['Two']])
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

describe('the line of time', () => {
  const line = () => screen.getByRole('listbox', { name: 'Versions in time' })
  const stops = () =>
    within(line())
      .getAllByRole('option')
      .map((stop) => stop.getAttribute('aria-label'))
  const at = () => within(line()).getByRole('option', { selected: true })
  const versions = {
    v1: titles('Train one'),
    v2: titles('Train two'),
    v3: titles('Train three'),
    v4: titles('Train four'),
  }

  it('has the versions that are known, the oldest first, with when, what and the name, and which two are compared', async () => {
    await compare({ versions })
    await waitFor(() =>
      expect(stops()).toEqual([
        'March 1st 2026, 10:00 AM, Previously Published',
        'March 2nd 2026, 10:00 AM, Draft',
        'March 3rd 2026, 10:00 AM, Current Draft, Deutsch, compared now',
        'March 4th 2026, 10:00 AM, Current Draft',
      ]),
    )
    expect(at().getAttribute('aria-label')).toContain('March 4th')
  })

  it('steps to the version before, which takes the place of this one in the history, and leaves the rest of the address', async () => {
    around = {}
    await compare({ versions, query: '?locale=de&modifiedOnly=false' })
    await waitFor(() => expect(marks('title en')).toEqual([['three'], ['four']]))
    around = { before: rows[2] ?? null }
    at().focus()
    fireEvent.keyDown(at(), { key: 'ArrowLeft' })
    await waitFor(() => expect(address).toBe('/collections/posts/7/versions/v3?locale=de&modifiedOnly=false'))
    await waitFor(() => expect(marks('title en')).toEqual([['two'], ['three']]))
    expect(document.activeElement).toBe(at())
    expect(at().getAttribute('aria-label')).toContain('March 3rd')
    expect(document.querySelector('[aria-current=page]')?.textContent).toContain('Mar 3')
    act(() => goBack())
    expect(address).toContain('/v3?')
  })

  it('keeps the former two on the screen until the next are here', async () => {
    await compare({ versions })
    await waitFor(() => expect(marks('title en')).toEqual([['three'], ['four']]))
    let answer = (): void => undefined
    serverAnswers = new Promise((resolve) => {
      answer = resolve
    })
    around = { before: rows[3] ?? null }
    at().focus()
    fireEvent.keyDown(at(), { key: 'Home' })
    fireEvent.keyDown(document.activeElement ?? line(), { key: 'ArrowRight' })
    await waitFor(() => expect(address).toContain('/v2'))
    expect(at().getAttribute('aria-label')).toContain('March 2nd')
    expect(marks('title en')).toEqual([['three'], ['four']])
    expect(field('title en').closest('[aria-busy=true]')).toBeTruthy()
    // A replaced version cannot be restored.
    expect(
      screen.getByRole('button', { name: 'Restore this version', hidden: true }).closest('[inert]'),
    ).toBeTruthy()
    await act(async () => answer())
    await waitFor(() => expect(marks('title en')).toEqual([['one'], ['two']]))
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
  })

  it('has the next ones read from this computer before the step, so that they are there with it', async () => {
    kept = versions
    await compare({ versions })
    await waitFor(() => expect(marks('title en')).toEqual([['three'], ['four']]))
    await waitFor(() =>
      expect(fake.named('versions.kept')).toContainEqual(expect.objectContaining({ versionId: 'v2' })),
    )
    await settled()
    serverAnswers = new Promise(() => undefined)
    at().focus()
    fireEvent.keyDown(at(), { key: 'ArrowLeft' })
    expect(marks('title en')).toEqual([['two'], ['three']])
  })

  it('asks the server once for a version that becomes the older one while its answer is awaited', async () => {
    serverAnswers = new Promise(() => undefined)
    // A document of its own, since a read of another test may come late.
    const own = JSON.stringify({ ref: { kind: 'collection', slug: 'posts', id: '8' }, versionId: 'v2' })
    const asked = () => fake.named('versions.read').filter((one) => JSON.stringify(one) === own)
    await open({ versions, viewed: 'v2', id: '8' })
    await waitFor(() => expect(asked()).toHaveLength(1))
    at().focus()
    fireEvent.keyDown(at(), { key: 'ArrowRight' })
    await waitFor(() => expect(address).toBe('/collections/posts/8/versions/v3'))
    await settled()
    expect(asked()).toHaveLength(1)
  })

  it('asks for more than the first page where there are more', async () => {
    page = { ...listed, totalDocs: 30 }
    await compare({ versions })
    await waitFor(() =>
      expect(fake.named('versions.list')).toContainEqual(
        expect.objectContaining({ page: 1, limit: 100, sort: '-updatedAt' }),
      ),
    )
  })

  it('ends with what is on the screen where something of it is unsent', async () => {
    edits = { entries: [entryOf([en('title', 'Night train', 'Slow train')])], draft: null }
    await compare({ versions })
    await waitFor(() => expect(stops().at(-1)).toBe('On this screen'))
    at().focus()
    fireEvent.keyDown(at(), { key: 'End' })
    await waitFor(() => expect(address).toBe('/collections/posts/7/versions/on-screen'))
    await waitFor(() => expect(marks('title en')).toEqual([['Night'], ['Slow']]))
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

  it('what is kept of a version is there before the server answers, and says so where the server has it no more', async () => {
    let answer = () => undefined as void
    serverAnswers = new Promise((resolve) => (answer = resolve))
    kept = { v3: titles('Night train'), v4: titles('Night trains') }
    const gone: VersionContent = { outcome: 'here', gone: true, version: rowOf('v4'), data: kept['v4'] ?? {} }
    await compare({ versions: { v3: titles('Night train'), v4: gone } })
    await waitFor(() => expect(marks('title en')).toEqual([[], ['s']]))
    const told = 'The server no longer has this version. It is still on this computer.'
    expect(screen.queryByText(told)).toBeNull()
    const painted = field('title en')
    answer()
    expect(await screen.findByText(told)).toBeTruthy()
    expect(screen.getAllByText(told)).toHaveLength(1)
    expect(field('title en')).toBe(painted)
    expect(marks('title en')).toEqual([[], ['s']])
  })

  it('the server is asked for two kept versions once both versions are drawn', async () => {
    kept = { v3: titles('Night train'), v4: titles('Night trains') }
    const drawn: (string[][] | null)[] = []
    // A document of its own, since a read of another test may come late.
    onAsked = (id) => {
      if (id === '8') drawn.push(document.querySelector('[data-part]') === null ? null : marks('title en'))
    }
    await compare({ versions: { v3: titles('Night train'), v4: titles('Night trains') }, id: '8' })
    await waitFor(() => expect(drawn).toHaveLength(2))
    expect(drawn).toEqual([
      [[], ['s']],
      [[], ['s']],
    ])
  })

  it('what is kept of a version goes from the screen where the server refuses it', async () => {
    let answer = () => undefined as void
    serverAnswers = new Promise((resolve) => (answer = resolve))
    kept = { v3: titles('Night train'), v4: titles('Night trains') }
    const v3: VersionContent = { outcome: 'not-here', reason: 'refused', message: '' }
    await compare({ versions: { v3, v4: titles('Night trains') } })
    await waitFor(() => expect(marks('title en')).toEqual([[], ['s']]))
    answer()
    expect(await screen.findByText('The server did not give this version')).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'title en' })).toBeNull()
  })

  it('S2.07 a version has an address of its own; one that there is none of is not found, of a document as of a global', async () => {
    const gone: VersionContent = { outcome: 'not-here', reason: 'gone', message: 'Not Found' }
    for (const of of ['a document', 'a global'] as const) {
      const versions = { v3: titles('Night train'), v4: titles('Night trains'), none: gone }
      await compare({ of, versions })
      expect(screen.getByRole('heading', { name: 'Compare Versions' })).toBeTruthy()
      await waitFor(() => expect(marks('title en')).toEqual([[], ['s']]))
      cleanup()
      await open({ of, versions, viewed: 'none' })
      expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy()
      expect(screen.queryByRole('heading', { name: 'Compare Versions' })).toBeNull()
      cleanup()
      // The other side says that it is gone, and the viewed one stays.
      await compare({ of, versions, query: '?versionFrom=none' })
      expect(await screen.findByText('The server no longer has this version')).toBeTruthy()
      cleanup()
    }
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
