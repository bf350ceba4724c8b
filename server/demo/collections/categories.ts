import type { CollectionConfig } from 'payload'
import { isAdmin, isSignedIn, isWriter } from '../access.ts'
import { slugField } from '../fields.ts'

/** Departments of the magazine: the simplest collection, no drafts. */
export const categories: CollectionConfig = {
  slug: 'categories',
  labels: {
    singular: { en: 'Category', de: 'Rubrik', ar: 'تصنيف' },
    plural: { en: 'Categories', de: 'Rubriken', ar: 'التصنيفات' },
  },
  access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isAdmin },
  admin: {
    useAsTitle: 'title',
    group: { en: 'Content', de: 'Inhalte', ar: 'المحتوى' },
    defaultColumns: ['title', 'slug', 'order'],
  },
  fields: [
    {
      name: 'title',
      type: 'text',
      required: true,
      localized: true,
      label: { en: 'Title', de: 'Titel', ar: 'العنوان' },
    },
    { name: 'order', type: 'number', label: { en: 'Order', de: 'Reihenfolge', ar: 'الترتيب' } },
    {
      name: 'inMenu',
      type: 'checkbox',
      defaultValue: true,
      label: { en: 'Shown in the menu', de: 'Im Menü zeigen' },
    },
    slugField('title'),
  ],
}
