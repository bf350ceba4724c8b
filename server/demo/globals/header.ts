import type { GlobalConfig } from 'payload'
import { isSignedIn, isWriter } from '../access.ts'
import { linkGroup } from '../fields.ts'

/** Menu of the site: drafts, no autosave. */
export const header: GlobalConfig = {
  slug: 'header',
  label: { en: 'Header', de: 'Kopfzeile', ar: 'الترويسة' },
  access: { read: isSignedIn, update: isWriter },
  versions: { drafts: true, max: 20 },
  fields: [
    {
      name: 'tagline',
      type: 'text',
      localized: true,
      required: true,
      label: { en: 'Tagline', de: 'Leitspruch' },
    },
    {
      name: 'items',
      type: 'array',
      label: { en: 'Menu', de: 'Menü' },
      labels: { singular: { en: 'Entry', de: 'Eintrag' }, plural: { en: 'Entries', de: 'Einträge' } },
      maxRows: 8,
      fields: [linkGroup('link', { en: 'Link', de: 'Verweis' })],
    },
  ],
}
