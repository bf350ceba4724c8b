import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { parseUpload } from '../../../../shared/fields/file/upload-config.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type {
  CallInput,
  DocumentView,
  FormStateResult,
  ListPage,
  ListQuery,
  ListRow,
  RefreshResult,
  SeoResult,
} from '../../../../shared/ipc.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { matchesWhere } from '../../../../main/store/lists/list-filter.ts'
import { collection, date, relation, select, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'

const manual = { versions: null }
export const places = collection([text('name')], {
  ...manual,
  slug: 'places',
  useAsTitle: 'name',
  labels: { singular: 'Place', plural: 'Places' },
})
export const pages = collection([text('title')], {
  ...manual,
  slug: 'pages',
  labels: { singular: 'Page', plural: 'Pages' },
})
const mediaUpload = parseUpload({}, { maxBytes: null, clientUpload: null })
export const media = collection([text('filename'), text('mimeType')], {
  ...manual,
  slug: 'media',
  useAsTitle: 'filename',
  upload: mediaUpload,
  labels: { singular: 'Picture', plural: 'Pictures' },
})
/** Refers to places, and is listed in their joins. */
export const trips = collection(
  [text('title'), relation('place', { label: 'Place', relationTo: ['places'] })],
  { ...manual, slug: 'trips', labels: { singular: 'Trip', plural: 'Trips' } },
)
/** Has a date in a time zone of its own as title. */
export const visits = collection(
  [
    date('on', { timezone: true, displayFormat: 'd MMM yyyy, HH:mm' }),
    select('on_tz', ['Asia/Tokyo']),
    relation('place', { label: 'Place', relationTo: ['places'] }),
  ],
  { ...manual, slug: 'visits', useAsTitle: 'on', labels: { singular: 'Visit', plural: 'Visits' } },
)
/** Has drafts. */
export const stories = collection([text('headline', { label: 'Headline' })], {
  versions: {
    drafts: true,
    localeStatus: false,
    autosaveInterval: null,
    max: null,
    validatesDrafts: false,
    schedules: false,
  },
  slug: 'stories',
  useAsTitle: 'headline',
  labels: { singular: 'Story', plural: 'Stories' },
})
const schema: SiteSchema = {
  ...site,
  collections: [places, pages, media, trips, visits, stories],
  globals: [],
}

export type SiteRow = { slug: string; id: string; data: JsonObject; isNew?: boolean }

/** State of this computer, of the connection, and the server's answers about single documents. */
export type Here = {
  rows: SiteRow[]
  status: 'online' | 'offline'
  /** Result of holding a new user's password. */
  holds: 'held' | 'busy'
  /** Answers about one document, by `slug:id`. */
  says: Record<string, RefreshResult>
  readable: string[]
  /** The server's count of a list, if higher than here. */
  onServer: number
  /** Documents that refer to a document, as known here. */
  referrers: DocRef[]
  /** Outcome of a list query. */
  lists: RefreshResult['outcome']
  /** The site's generated value of a search result. */
  makes: (question: CallInput<'seo.generate'>) => SeoResult | Promise<SeoResult>
  /** The site's form state. */
  rules: (question: CallInput<'documents.formState'>) => FormStateResult | Promise<FormStateResult>
}
export const here: Here = {
  rows: [],
  status: 'offline',
  holds: 'held',
  onServer: 0,
  says: {},
  readable: [],
  referrers: [],
  lists: 'updated',
  makes: () => ({ outcome: 'offline' }),
  rules: () => ({ outcome: 'unavailable' }),
}

const handlers: Parameters<typeof bridgeOf>[0] = {
  'connection.get': () => ({
    status: here.status,
    since: '2026-11-20T09:00:00.000Z',
    lastContact: null,
    problem: null,
  }),
  'session.get': () => ({
    user: {},
    permissions: {
      collections: Object.fromEntries(here.readable.map((slug) => [slug, true])),
    },
    visible: { collections: here.readable, globals: [] },
  }),
  'documents.list': (query: ListQuery) => listed(query),
  'documents.refreshList': () => ({ outcome: here.lists }),
  'documents.referrers': () => ({ documents: here.referrers, unsent: false }),
  'documents.refresh': ({ ref }: CallInput<'documents.refresh'>) =>
    (ref.kind === 'collection' && here.says[`${ref.slug}:${ref.id}`]) || { outcome: 'unchanged' as const },
  'documents.create': () => ({ ref: { kind: 'collection' as const, slug: 'places', id: 'tmp_new' } }),
  'documents.discard': () => undefined,
  'seo.generate': (question: CallInput<'seo.generate'>) => here.makes(question),
  'seo.stop': () => undefined,
  'documents.formState': (question: CallInput<'documents.formState'>) => here.rules(question),
  'documents.stopFormState': () => undefined,
  'credentials.hold': () => ({ outcome: here.status === 'online' ? here.holds : 'offline' }),
  'drafts.put': () => ({ savedAt: '' }),
  'drafts.discard': () => undefined,
  'drafts.commit': () => ({ key: 'k', savedAt: null }),
}
export const main = bridgeOf(handlers)

/** Lists local rows with the store's own filter. */
function listed({ slug, search, where, limit, page, sort }: ListQuery): ListPage {
  const found = here.rows.filter(
    (row) =>
      row.slug === slug &&
      JSON.stringify(Object.values(row.data)).toLowerCase().includes(search.toLowerCase()) &&
      (where === null ||
        matchesWhere(where, (path) => ({
          values: [path === 'id' ? row.id : (row.data[path] ?? null)],
          node: null,
          isMissingInRow: false,
        }))),
  )
  const by = sort.replace(/^-/, '')
  found.sort((a, b) => (sort === by ? 1 : -1) * textAt(a, by).localeCompare(textAt(b, by)))
  return {
    rows: (limit === 0 ? found : found.slice((page - 1) * limit, page * limit)).map(rowOf),
    totalDocs: Math.max(found.length, here.onServer),
    source: 'computer',
    fetchedAt: null,
    coverage: { here: found.length, total: null },
  }
}

function textAt({ data }: SiteRow, name: string): string {
  const value = data[name]
  return typeof value === 'string' ? value : ''
}

function rowOf({ slug, id, data, isNew = false }: SiteRow): ListRow {
  return {
    ref: { kind: 'collection', slug, id },
    data: { id, ...data },
    updatedAt: null,
    isNew,
    status: null,
    state: { kind: 'saved' },
    complete: true,
  }
}

/** Resets the site. */
export function resetSite(): void {
  here.holds = 'held'
  here.rows = [
    { slug: 'places', id: '1', data: { name: 'Abisko' } },
    { slug: 'places', id: '2', data: { name: 'Narvik' } },
    { slug: 'places', id: '3', data: { name: 'Oslo' } },
    { slug: 'places', id: 'tmp_4', data: { name: 'Tromsø' }, isNew: true },
    { slug: 'pages', id: '1', data: { title: 'About' } },
    { slug: 'stories', id: '1', data: { headline: 'By night train' } },
    { slug: 'trips', id: '1', data: { title: 'North', place: 1 } },
    { slug: 'trips', id: '2', data: { title: 'Further north', place: 1 } },
    { slug: 'trips', id: '3', data: { title: 'South', place: 3 } },
    {
      slug: 'visits',
      id: '1',
      data: { on: '2026-11-20T01:00:00.000Z', on_tz: 'Asia/Tokyo', place: 1 },
    },
    { slug: 'media', id: '5', data: { filename: 'fire.png', mimeType: 'image/png', filesize: 19_000 } },
  ]
  here.status = 'offline'
  here.onServer = 0
  here.says = {}
  here.referrers = []
  here.lists = 'updated'
  here.readable = ['places', 'pages', 'media', 'trips', 'visits', 'stories']
  here.makes = () => ({ outcome: 'offline' })
  here.rules = () => ({ outcome: 'unavailable' })
  handlers['drafts.put'] = () => ({ savedAt: '' })
  main.calls.length = 0
}

/** Sets main's answer for an opened document. */
export function openable(view: (ref: DocRef) => DocumentView | null) {
  handlers['documents.get'] = ({ ref }: CallInput<'documents.get'>) => view(ref)
}

/** Delays commits until the promise resolves. */
export function savesOnce(answered: Promise<unknown>): void {
  handlers['drafts.commit'] = async () => {
    await answered
    return { key: 'k', savedAt: null }
  }
}

/** Allows copies of documents. */
export function createsAgain(create: () => { ref: DocRef }): void {
  handlers['documents.createAgain'] = create
}

/** Allows files on this computer; `create` makes their documents. */
export function takesFiles(create: () => Promise<{ ref: DocRef }>): void {
  let size = 0
  handlers['files.begin'] = () => {
    size = 0
    return { id: crypto.randomUUID() }
  }
  handlers['files.append'] = ({ bytes }: CallInput<'files.append'>) => {
    size += bytes.length
  }
  handlers['files.finish'] = () => ({ size })
  handlers['documents.create'] = create
}

/** Makes all draft writes fail. */
export function refuseWrites(): void {
  handlers['drafts.put'] = () => {
    throw new Error('disk full')
  }
}

vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useSessionQuery, useConnection } = await import('../../../../renderer/data/queries.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { DocumentDrawersProvider } = await import('../../../../renderer/data/document-drawers-context.ts')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
type Drawers = Parameters<typeof DocumentDrawersProvider>[0]['value']

/** Renders a site around a form. */
export function inSite(drawers: Drawers, more: Partial<SiteSchema> = {}) {
  const client = createQueryClient()
  const given = { ...schema, ...more }
  return (content: ReactNode) => (
    <QueryClientProvider client={client}>
      <SchemaProvider value={given}>
        <AccountProvider value={account}>
          <DocumentDrawersProvider value={drawers}>
            <Known>{content}</Known>
          </DocumentDrawersProvider>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>
  )
}

/** Waits for the session and the connection, which are known before a document opens. */
function Known({ children }: { children: ReactNode }) {
  const session = useSessionQuery().data
  const connection = useConnection()
  return session !== undefined && connection !== undefined ? children : null
}
