import type { CollectionConfig } from 'payload'
import { isAdmin, isSignedIn, isWriter } from '../access.ts'

/** People who write and photograph: no versions, saved at once. */
export const authors: CollectionConfig = {
  slug: 'authors',
  labels: {
    singular: { en: 'Author', de: 'Autor', ar: 'مؤلف' },
    plural: { en: 'Authors', de: 'Autoren', ar: 'المؤلفون' },
  },
  access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isAdmin },
  admin: { useAsTitle: 'name', defaultColumns: ['name', 'email', 'updatedAt'] },
  fields: [
    { name: 'name', type: 'text', required: true, label: { en: 'Name', de: 'Name', ar: 'الاسم' } },
    { name: 'email', type: 'email', unique: true },
    { name: 'biography', type: 'textarea', localized: true, maxLength: 600 },
    { name: 'portrait', type: 'upload', relationTo: 'media' },
    {
      name: 'posts',
      type: 'join',
      collection: 'posts',
      on: 'authors',
      label: { en: 'Posts', de: 'Beiträge', ar: 'المقالات' },
      defaultLimit: 10,
      admin: { defaultColumns: ['title', 'updatedAt'] },
    },
  ],
}
