import path from 'node:path'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { seoPlugin } from '@payloadcms/plugin-seo'
import { ar } from '@payloadcms/translations/languages/ar'
import { de } from '@payloadcms/translations/languages/de'
import { en } from '@payloadcms/translations/languages/en'
import { buildConfig } from 'payload'
import type { Plugin, SanitizedConfig } from 'payload'
import sharp from 'sharp'
import { isSignedIn, isWriter } from './access.ts'
import { layoutBlocks } from './blocks/layout-blocks.ts'
import { members, users } from './collections/accounts.ts'
import { authors } from './collections/authors.ts'
import { categories } from './collections/categories.ts'
import { kitchenSink } from './collections/kitchen-sink.ts'
import { media } from './collections/media.ts'
import { notes } from './collections/notes.ts'
import { pages } from './collections/pages.ts'
import { places } from './collections/places.ts'
import { posts } from './collections/posts.ts'
import { fullEditor } from './editor.ts'
import { logOnlyEmail } from './email.ts'
import { footer } from './globals/footer.ts'
import { header } from './globals/header.ts'
import { seasonCover } from './globals/season-cover.ts'

/** Where and how one demo CMS runs. */
export type DemoOptions = {
  /** Folder of the database and the uploads. */
  readonly dataDir: string
  /** Signs the tokens; the same after a restart, or every login would end with it. */
  readonly secret: string
  /** Further plugins, run last: the companion, unless the CMS is to be one without it. */
  readonly plugins: readonly Plugin[]
  /** Create or adapt the tables at start; only needed when the schema may have changed. */
  readonly push: boolean
}

function textOf(doc: Record<string, unknown>, key: string): string {
  const value = doc[key]
  return typeof value === 'string' ? value : ''
}

/** Config of the demo CMS: Nordlys Travel, a travel magazine. */
export function buildDemoConfig(options: DemoOptions): Promise<SanitizedConfig> {
  return buildConfig({
    secret: options.secret,
    telemetry: false,
    typescript: { autoGenerate: false },
    sharp,
    email: logOnlyEmail,
    logger: { options: { level: process.env['GALLEY_CMS_LOG'] ?? 'error' }, destination: process.stderr },
    db: sqliteAdapter({
      client: { url: `file:${path.join(options.dataDir, 'cms.sqlite')}` },
      push: options.push,
      wal: { synchronous: 'NORMAL', journalSizeLimit: 67_108_864 },
      busyTimeout: 5000,
    }),
    editor: fullEditor,
    admin: { user: users.slug, theme: 'all', meta: { titleSuffix: ' - Nordlys Travel' } },
    i18n: { supportedLanguages: { en, de, ar }, fallbackLanguage: 'en' },
    localization: {
      locales: [
        { code: 'en', label: { en: 'English', de: 'Englisch', ar: 'الإنجليزية' } },
        { code: 'de', label: { en: 'German', de: 'Deutsch', ar: 'الألمانية' } },
        { code: 'ar', label: { en: 'Arabic', de: 'Arabisch', ar: 'العربية' }, rtl: true },
      ],
      defaultLocale: 'en',
      fallback: true,
    },
    blocks: layoutBlocks,
    collections: [
      posts,
      pages,
      authors,
      places,
      categories,
      media(options.dataDir),
      notes,
      kitchenSink,
      users,
      members,
    ],
    globals: [header, footer, seasonCover],
    folders: {
      browseByFolder: true,
      collectionOverrides: [
        ({ collection }) => ({
          ...collection,
          access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isWriter },
        }),
      ],
    },
    // Looks every minute for publications that are due.
    jobs: { deleteJobOnComplete: true, autoRun: [{ cron: '* * * * *', limit: 20 }] },
    upload: { limits: { fileSize: 12_000_000 } },
    plugins: [
      seoPlugin({
        collections: ['posts', 'pages'],
        uploadsCollection: 'media',
        tabbedUI: false,
        generateTitle: ({ doc }) => `${textOf(doc, 'title')}: a slow guide`.slice(0, 60),
        generateDescription: ({ doc }) => (textOf(doc, 'standfirst') || textOf(doc, 'intro')).slice(0, 150),
        generateURL: ({ doc, collectionConfig }) =>
          `https://nordlys.travel/${collectionConfig?.slug === 'pages' ? '' : 'stories/'}${textOf(doc, 'slug')}`,
        generateImage: ({ doc }) => firstPicture(doc) ?? '',
      }),
      ...options.plugins,
    ],
  })
}

/** Id of the first picture of a document's layout. */
function firstPicture(doc: Record<string, unknown>): number | undefined {
  const layout = doc['layout']
  if (!Array.isArray(layout)) return undefined
  for (const block of layout as readonly unknown[]) {
    if (typeof block !== 'object' || block === null) continue
    for (const key of ['image', 'photograph']) {
      const value: unknown = Reflect.get(block, key)
      if (typeof value === 'number') return value
      if (typeof value === 'object' && value !== null) {
        const id: unknown = Reflect.get(value, 'id')
        if (typeof id === 'number') return id
      }
    }
  }
  return undefined
}
