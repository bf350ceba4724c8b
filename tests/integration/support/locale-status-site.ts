/*
 * A site whose documents have a status per locale (`localizeStatus`, experimental in Payload 3), started as the demo CMS
 * is (startCms with `script`).
 */
import { access, isSignedIn, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  localization: {
    locales: [
      { code: 'en', label: 'English' },
      { code: 'de', label: 'German' },
      { code: 'ar', label: 'Arabic', rtl: true },
    ],
    defaultLocale: 'en',
  },
  experimental: { localizeStatus: true },
  collections: [
    {
      slug: 'stories',
      access,
      admin: { useAsTitle: 'title' },
      versions: { drafts: { localizeStatus: true } },
      fields: [
        { name: 'title', type: 'text', localized: true },
        { name: 'code', type: 'text' },
      ],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  globals: [
    {
      slug: 'banner',
      access: { read: isSignedIn, update: isSignedIn },
      versions: { drafts: { localizeStatus: true } },
      fields: [{ name: 'words', type: 'text', localized: true }],
    },
  ],
  onInit: makeEditor,
})
