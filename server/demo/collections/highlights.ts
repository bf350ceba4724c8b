import type { CollectionConfig } from 'payload'
import { isAdmin, isSignedIn, isWriter } from '../access.ts'

/** Recommended sights, in the order of the front page; each place has an order of its own for them. */
export const highlights: CollectionConfig = {
  slug: 'highlights',
  orderable: true,
  labels: {
    singular: { en: 'Highlight', de: 'Höhepunkt', ar: 'معلم بارز' },
    plural: { en: 'Highlights', de: 'Höhepunkte', ar: 'المعالم البارزة' },
  },
  access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isAdmin },
  admin: { useAsTitle: 'title', defaultColumns: ['title', 'place', 'updatedAt'] },
  fields: [
    {
      name: 'title',
      type: 'text',
      required: true,
      localized: true,
      label: { en: 'Title', de: 'Titel', ar: 'العنوان' },
    },
    {
      name: 'place',
      type: 'relationship',
      relationTo: 'places',
      label: { en: 'Place', de: 'Ort', ar: 'المكان' },
    },
    { name: 'why', type: 'textarea', localized: true, label: { en: 'Why', de: 'Warum', ar: 'لماذا' } },
  ],
}
