/*
 * A site that lets its translators at one locale alone, as Payload documents it: access by `req.locale`. Started as the
 * demo CMS is (startCms with `script`). The editor may read and write German, everybody else all locales.
 */
import type { Access, Field } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

const inOwnLocale: Access = ({ req }) =>
  Boolean(req.user) && (req.user?.email !== 'editor@example.com' || req.locale === 'de')
const byLocale = { ...access, read: inOwnLocale, update: inOwnLocale }

const fields: Field[] = [
  { name: 'title', type: 'text', localized: true },
  { name: 'code', type: 'text' },
  { name: 'stops', type: 'array', fields: [{ name: 'name', type: 'text', localized: true }] },
]

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: true },
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    {
      slug: 'trips',
      access: byLocale,
      admin: { useAsTitle: 'title' },
      versions: { drafts: true },
      fields,
    },
  ],
  globals: [{ slug: 'about', access: byLocale, fields }],
  onInit: async (payload) => {
    await makeEditor(payload)
    await makeEditor(payload, 'all@example.com')
    const { id, stops } = await payload.create({
      collection: 'trips',
      locale: 'en',
      data: { title: 'North', code: 'n1', stops: [{ name: 'Harbour' }], _status: 'published' },
    })
    const [first] = stops ?? []
    const german = { title: 'Norden', stops: [{ id: first?.id, name: 'Hafen' }], _status: 'draft' } as const
    await payload.update({ collection: 'trips', id, locale: 'de', draft: true, data: german })
    await payload.updateGlobal({ slug: 'about', locale: 'en', data: { title: 'About', code: 'a' } })
    await payload.updateGlobal({ slug: 'about', locale: 'de', data: { title: 'Über uns' } })
  },
})
