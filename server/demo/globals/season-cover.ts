import type { GlobalConfig } from 'payload'
import { isSignedIn, isWriter } from '../access.ts'

/** The cover of the season: drafts with autosave. */
export const seasonCover: GlobalConfig = {
  slug: 'season-cover',
  label: { en: 'Season cover', de: 'Titelseite', ar: 'غلاف الموسم' },
  access: { read: isSignedIn, update: isWriter },
  versions: { drafts: { autosave: { interval: 2000 }, schedulePublish: true }, max: 30 },
  fields: [
    {
      name: 'headline',
      type: 'text',
      required: true,
      localized: true,
      label: { en: 'Headline', de: 'Schlagzeile' },
    },
    { name: 'intro', type: 'richText', localized: true },
    { name: 'picture', type: 'upload', relationTo: 'media' },
    { name: 'stories', type: 'relationship', relationTo: 'posts', hasMany: true, maxRows: 5 },
    { name: 'opensOn', type: 'date', admin: { position: 'sidebar' } },
  ],
}
