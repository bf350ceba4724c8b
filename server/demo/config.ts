import path from 'node:path'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { seoPlugin } from '@payloadcms/plugin-seo'
import { ar } from '@payloadcms/translations/languages/ar'
import { de } from '@payloadcms/translations/languages/de'
import { en } from '@payloadcms/translations/languages/en'
import { buildConfig } from 'payload'
import type { Config, Plugin, SanitizedConfig } from 'payload'
import sharp from 'sharp'
import { isSignedIn, isWriter } from './access.ts'
import { layoutBlocks } from './blocks/layout-blocks.ts'
import { members, users } from './collections/accounts.ts'
import { authors } from './collections/authors.ts'
import { categories } from './collections/categories.ts'
import { highlights } from './collections/highlights.ts'
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
import { withoutPoints } from './without-points.ts'

/** The settings of one demo CMS. */
export type DemoOptions = {
  /** Folder of the uploads, and of the database if that is SQLite. */
  readonly dataDir: string
  /** Another database than the SQLite file in that folder. */
  readonly postgresUrl?: string | null
  /** Signs the tokens; stays the same after a restart, so that sessions survive it. */
  readonly secret: string
  /** Further plugins, run last: the companion, unless the CMS runs without it. */
  readonly plugins: readonly Plugin[]
  /** Create or adapt the tables at start; only needed when the schema may have changed. */
  readonly push: boolean
}

function textOf(doc: Record<string, unknown>, key: string): string {
  const value = doc[key]
  return typeof value === 'string' ? value : ''
}

async function databaseOf({ dataDir, postgresUrl, push }: DemoOptions): Promise<Config['db']> {
  if (typeof postgresUrl === 'string') {
    const { postgresAdapter } = await import('@payloadcms/db-postgres')
    return postgresAdapter({ pool: { connectionString: postgresUrl }, push })
  }
  return sqliteAdapter({
    client: { url: `file:${path.join(dataDir, 'cms.sqlite')}` },
    push,
    wal: { synchronous: 'NORMAL', journalSizeLimit: 67_108_864 },
    busyTimeout: 5000,
  })
}

/** Config of the demo CMS: Nordlys Travel, a travel magazine. */
export async function buildDemoConfig(options: DemoOptions): Promise<SanitizedConfig> {
  const collections = [
    posts,
    pages,
    authors,
    places,
    categories,
    highlights,
    media(options.dataDir),
    notes,
    kitchenSink,
    users,
    members,
  ]
  return buildConfig({
    secret: options.secret,
    telemetry: false,
    typescript: { autoGenerate: false },
    sharp,
    email: logOnlyEmail,
    logger: { options: { level: process.env['GALLEY_CMS_LOG'] ?? 'error' }, destination: process.stderr },
    db: await databaseOf(options),
    editor: fullEditor,
    admin: {
      user: users.slug,
      theme: 'all',
      meta: { titleSuffix: ' - Nordlys Travel' },
      livePreview: {
        collections: [posts.slug, pages.slug],
        globals: [seasonCover.slug],
        url: ({ collectionConfig, data, globalConfig, locale }) => {
          const document = collectionConfig
            ? `${collectionConfig.slug}/${String(data['id'])}`
            : (globalConfig?.slug ?? '')
          return `/site/${document}?locale=${locale.code}`
        },
        breakpoints: [
          { name: 'phone', label: 'Phone', width: 375, height: 667 },
          { name: 'tablet', label: 'Tablet', width: 768, height: 1024 },
        ],
      },
    },
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
    collections: typeof options.postgresUrl === 'string' ? collections.map(withoutPoints) : collections,
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
    // Checks every minute for publications that are due.
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
        // A site may return the picture's id, or the whole picture.
        generateImage: ({ doc, collectionConfig }) => {
          const id = firstPicture(doc)
          if (id === undefined) return ''
          return collectionConfig?.slug === 'pages' ? { id } : id
        },
      }),
      ...options.plugins,
    ],
  })
}

/** The id of the first picture in a document's layout. */
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
