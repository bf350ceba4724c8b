/*
 * A site with a collection or global for each option that Galley honours (site-options.ts), and one without it, started
 * as the demo CMS is (startCms with `script`).
 */
import path from 'node:path'
import type { CollectionConfig, GlobalConfig } from 'payload'
import { access, dataDir, isSignedIn, makeEditor, serveSite } from './serve-site.ts'
import { collectionCases, globalCases } from './site-options.ts'

function collectionOf({ slug, config }: (typeof collectionCases)[number]['set']): CollectionConfig {
  const { upload, ...rest } = config
  return {
    slug,
    access,
    fields: [
      { name: 'title', type: 'text', localized: true },
      { name: 'code', type: 'text' },
    ],
    ...(typeof upload === 'object' && { upload: { staticDir: path.join(dataDir, slug), ...upload } }),
    ...rest,
  }
}

const globalOf = ({ slug, config }: (typeof globalCases)[number]['set']): GlobalConfig => ({
  slug,
  access: { read: isSignedIn, update: isSignedIn },
  fields: [{ name: 'title', type: 'text' }],
  ...config,
})

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  onInit: makeEditor,
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    ...collectionCases.flatMap(({ plain, set }) => [collectionOf(plain), collectionOf(set)]),
  ],
  globals: globalCases.flatMap(({ plain, set }) => [globalOf(plain), globalOf(set)]),
})
