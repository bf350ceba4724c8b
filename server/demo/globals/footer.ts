import type { GlobalConfig } from 'payload'
import { isAdmin, isSignedIn } from '../access.ts'
import { linkGroup } from '../fields.ts'

/** Foot of the site: no versions, only administrators change it. */
export const footer: GlobalConfig = {
  slug: 'footer',
  label: { en: 'Footer', de: 'Fußzeile', ar: 'التذييل' },
  access: { read: isSignedIn, update: isAdmin },
  fields: [
    { name: 'imprint', type: 'textarea', localized: true, label: { en: 'Imprint', de: 'Impressum' } },
    { name: 'contact', type: 'email' },
    { name: 'links', type: 'array', fields: [linkGroup('link', { en: 'Link', de: 'Verweis' })] },
  ],
}
