import type { CollectionConfig } from 'payload'
import { isAdmin, isWriter, readsPublished } from '../access.ts'

/** Places stories refer to, with their position on the map. */
export const places: CollectionConfig = {
  slug: 'places',
  labels: {
    singular: { en: 'Place', de: 'Ort', ar: 'مكان' },
    plural: { en: 'Places', de: 'Orte', ar: 'الأماكن' },
  },
  access: { create: isWriter, read: readsPublished, update: isWriter, delete: isAdmin },
  admin: { useAsTitle: 'name', defaultColumns: ['name', 'country', 'position', '_status'] },
  versions: { drafts: true, maxPerDoc: 20 },
  fields: [
    {
      name: 'name',
      type: 'text',
      required: true,
      localized: true,
      label: { en: 'Name', de: 'Name', ar: 'الاسم' },
    },
    {
      name: 'country',
      type: 'select',
      required: true,
      options: [
        { label: { en: 'Norway', de: 'Norwegen', ar: 'النرويج' }, value: 'no' },
        { label: { en: 'Sweden', de: 'Schweden', ar: 'السويد' }, value: 'se' },
        { label: { en: 'Finland', de: 'Finnland', ar: 'فنلندا' }, value: 'fi' },
        { label: { en: 'Portugal', de: 'Portugal', ar: 'البرتغال' }, value: 'pt' },
        { label: { en: 'Scotland', de: 'Schottland', ar: 'اسكتلندا' }, value: 'gb' },
      ],
    },
    { name: 'position', type: 'point', label: { en: 'Position', de: 'Lage', ar: 'الموقع' } },
    {
      name: 'elevation',
      type: 'number',
      min: -10,
      max: 9000,
      admin: { description: 'Metres above the sea' },
    },
    { name: 'description', type: 'textarea', localized: true },
    {
      name: 'highlights',
      type: 'join',
      collection: 'highlights',
      on: 'place',
      orderable: true,
      label: { en: 'Highlights', de: 'Höhepunkte', ar: 'المعالم البارزة' },
      admin: { defaultColumns: ['title', 'updatedAt'] },
    },
  ],
}
