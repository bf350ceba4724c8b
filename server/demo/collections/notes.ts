import { randomUUID } from 'node:crypto'
import type { CollectionConfig } from 'payload'
import { isSignedIn, isWriter } from '../access.ts'

/**
 * Loose notes with a text field as id, so that clients may choose it. The adapter's `idType` and `allowIDOnCreate`
 * would change all collections, and the others keep integer ids like most sites.
 */
export const notes: CollectionConfig = {
  slug: 'notes',
  labels: {
    singular: { en: 'Note', de: 'Notiz', ar: 'ملاحظة' },
    plural: { en: 'Notes', de: 'Notizen', ar: 'الملاحظات' },
  },
  access: { create: isSignedIn, read: isSignedIn, update: isSignedIn, delete: isWriter },
  admin: { useAsTitle: 'title', defaultColumns: ['title', 'done', 'updatedAt'] },
  fields: [
    { name: 'id', type: 'text', defaultValue: () => randomUUID(), admin: { hidden: true } },
    { name: 'title', type: 'text', required: true, label: { en: 'Title', de: 'Titel', ar: 'العنوان' } },
    { name: 'text', type: 'textarea' },
    { name: 'done', type: 'checkbox', defaultValue: false, label: { en: 'Done', de: 'Erledigt', ar: 'تم' } },
    { name: 'about', type: 'relationship', relationTo: ['posts', 'pages', 'places'] },
  ],
}
