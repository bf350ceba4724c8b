/*
 * A site that lets its translators at one locale alone, as Payload documents it: access by `req.locale`. Started as the
 * demo CMS is (startCms with `script`). The editor may write German trips and read all of them; of letters they may read
 * German alone.
 */
import type { Access, Field } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

const inGerman: Access = ({ req }) => Boolean(req.user) && req.locale === 'de'

const fields: Field[] = [
  { name: 'title', type: 'text', localized: true },
  { name: 'code', type: 'text' },
]

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', fallback: true },
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'trips', access: { ...access, update: inGerman }, versions: { drafts: true }, fields },
    { slug: 'letters', access: { ...access, read: inGerman }, fields },
  ],
  onInit: async (payload) => {
    await makeEditor(payload)
    const { id } = await payload.create({
      collection: 'trips',
      locale: 'en',
      data: { title: 'North', code: 'n1', _status: 'published' },
    })
    const german = { title: 'Norden', _status: 'draft' } as const
    await payload.update({ collection: 'trips', id, locale: 'de', draft: true, data: german })
    await payload.create({ collection: 'letters', locale: 'de', data: { title: 'Brief' } })
  },
})
