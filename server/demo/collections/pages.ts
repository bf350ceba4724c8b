import type { CollectionConfig } from 'payload'
import { isAdmin, isWriter, readsPublished } from '../access.ts'
import { layoutBlockSlugs } from '../blocks/layout-blocks.ts'
import { slugField } from '../fields.ts'

/** Standing pages of the site: drafts without autosave. */
export const pages: CollectionConfig = {
  slug: 'pages',
  labels: {
    singular: { en: 'Page', de: 'Seite', ar: 'صفحة' },
    plural: { en: 'Pages', de: 'Seiten', ar: 'الصفحات' },
  },
  access: { create: isWriter, read: readsPublished, update: isWriter, delete: isAdmin },
  admin: { useAsTitle: 'title', defaultColumns: ['title', 'slug', '_status', 'updatedAt'] },
  folders: true,
  versions: { drafts: true, maxPerDoc: 25 },
  fields: [
    {
      name: 'title',
      type: 'text',
      required: true,
      localized: true,
      label: { en: 'Title', de: 'Titel', ar: 'العنوان' },
    },
    { name: 'intro', type: 'textarea', localized: true, label: { en: 'Introduction', de: 'Einleitung' } },
    { name: 'layout', type: 'blocks', blockReferences: layoutBlockSlugs, blocks: [] },
    slugField('title'),
    { name: 'parent', type: 'relationship', relationTo: 'pages', admin: { position: 'sidebar' } },
  ],
}
