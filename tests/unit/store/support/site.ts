import { parseTabs } from '../../../../shared/cms/document-tabs.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { SetChange } from '../../../../shared/document/change.ts'
import type { Json } from '../../../../shared/json.ts'
import {
  array,
  block,
  blocks,
  collection,
  group,
  number,
  richText,
  relation,
  select,
  text,
} from '../../shared/build-fields.ts'

/** A site with drafts and three locales; `posts` and `authors` have numbers as ids, `notes` take ids of the client. */
export const site: SiteSchema = {
  fingerprint: 'f1',
  serverRules: [],
  folders: null,
  siteName: 'Nordlys',
  payloadVersion: '3.90.1',
  capabilities: {
    config: true,
    session: true,
    formState: true,
    permissions: true,
    schedule: true,
    schedules: true,
    previews: true,
    staleCheck: true,
    idempotency: true,
    unsent: true,
    clientIds: ['notes'],
  },
  adminUserSlug: 'users',
  routes: { admin: '/admin', api: '/api' },
  serverUrl: null,
  localization: {
    defaultLocale: 'en',
    locales: [
      { code: 'en', label: 'English', rtl: false, fallbacks: [] },
      { code: 'de', label: 'Deutsch', rtl: false, fallbacks: ['en'] },
      { code: 'fr', label: 'Français', rtl: false, fallbacks: ['en'] },
    ],
  },
  dateFormat: 'MMMM do yyyy, h:mm a',
  fallbackLanguages: ['en'],
  defaultDepth: 2,
  collections: [
    collection([
      text('title', { localized: true }),
      text('slug'),
      text('tags', { hasMany: true }),
      number('views'),
      select('kind', ['news', 'essay']),
      relation('author', { relationTo: ['authors'] }),
      relation('related', { relationTo: ['posts', 'notes'], polymorphic: true, hasMany: true }),
      richText('body', { localized: true }),
      group('meta', [text('title', { localized: true })]),
      array('words', [text('word')], { localized: true }),
      blocks('layout', [block('hero', [text('heading', { localized: true }), text('size')])]),
    ]),
    collection([text('name')], { slug: 'authors', useAsTitle: 'name', versions: null }),
    collection([text('title')], { slug: 'notes', versions: null, idType: 'text' }),
    collection([text('email')], { slug: 'users', useAsTitle: 'email', versions: null, auth: true }),
  ],
  globals: [
    {
      kind: 'global',
      slug: 'header',
      fields: [text('motto')],
      group: null,
      hidden: false,
      versions: null,
      description: null,
      lockMs: null,
      preview: false,
      livePreview: null,
      tabs: parseTabs(null, false),
      apiView: true,
      label: 'Header',
    },
  ],
}

export const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })
export const author = (id: string): DocRef => ({ kind: 'collection', slug: 'authors', id })
export const note = (id: string): DocRef => ({ kind: 'collection', slug: 'notes', id })
export const header: DocRef = { kind: 'global', slug: 'header' }

/** An edit of a field that all locales share. */
export const set = (path: string, from: Json, to: Json, locale: string | null = null): SetChange => ({
  kind: 'set',
  locale,
  path,
  from,
  to,
})
/** Edits of localized fields. */
export const en = (path: string, from: Json, to: Json): SetChange => set(path, from, to, 'en')
export const de = (path: string, from: Json, to: Json): SetChange => set(path, from, to, 'de')

/** An ISO time of the server, n seconds after an arbitrary start. */
export const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()
