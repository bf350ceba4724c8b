import type { CollectionConfig } from 'payload'
import { fieldForAdmin, isAdmin, isWriter, readsPublished } from '../access.ts'
import { layoutBlockSlugs } from '../blocks/layout-blocks.ts'
import { slugField } from '../fields.ts'

/** Articles of the magazine: drafts, autosave, versions, folders, SEO, three locales. */
export const posts: CollectionConfig = {
  slug: 'posts',
  labels: {
    singular: { en: 'Post', de: 'Beitrag', ar: 'مقالة' },
    plural: { en: 'Posts', de: 'Beiträge', ar: 'المقالات' },
  },
  access: { create: isWriter, read: readsPublished, update: isWriter, delete: isAdmin },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', '_status', 'category', 'publishDate', 'updatedAt'],
    listSearchableFields: ['title', 'slug', 'kicker'],
    description: {
      en: 'Stories of the magazine, from the first note to the printed page.',
      de: 'Geschichten des Magazins, von der ersten Notiz bis zur gedruckten Seite.',
    },
    pagination: { defaultLimit: 25, limits: [10, 25, 50, 100] },
    preview: ({ slug }, { locale }) =>
      `https://nordlys.travel/${locale}/stories/${typeof slug === 'string' ? slug : ''}`,
  },
  defaultSort: '-updatedAt',
  folders: true,
  trash: true,
  versions: { drafts: { autosave: { interval: 2000 }, schedulePublish: true }, maxPerDoc: 50 },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: { en: 'Content', de: 'Inhalt', ar: 'المحتوى' },
          fields: [
            {
              name: 'title',
              type: 'text',
              required: true,
              localized: true,
              label: { en: 'Title', de: 'Titel', ar: 'العنوان' },
            },
            {
              type: 'row',
              fields: [
                {
                  name: 'kicker',
                  type: 'text',
                  localized: true,
                  maxLength: 40,
                  label: { en: 'Kicker', de: 'Dachzeile', ar: 'العنوان التمهيدي' },
                  admin: { width: '60%' },
                },
                {
                  name: 'readingTime',
                  type: 'number',
                  min: 1,
                  max: 90,
                  label: { en: 'Reading time', de: 'Lesezeit', ar: 'مدة القراءة' },
                  admin: { width: '40%', description: { en: 'Minutes', de: 'Minuten', ar: 'دقيقة' } },
                },
              ],
            },
            {
              name: 'standfirst',
              type: 'textarea',
              required: true,
              localized: true,
              maxLength: 280,
              label: { en: 'Standfirst', de: 'Vorspann', ar: 'المقدمة' },
              admin: {
                description: {
                  en: 'Two sentences at most. Shown under the title and in lists.',
                  de: 'Höchstens zwei Sätze. Steht unter dem Titel und in Listen.',
                  ar: 'جملتان على الأكثر. تظهر تحت العنوان وفي القوائم.',
                },
              },
            },
            {
              name: 'layout',
              type: 'blocks',
              label: { en: 'Layout', de: 'Aufbau', ar: 'التخطيط' },
              blockReferences: layoutBlockSlugs,
              blocks: [],
            },
            {
              name: 'body',
              type: 'richText',
              localized: true,
              label: { en: 'Further reading', de: 'Mehr dazu', ar: 'للمزيد' },
            },
          ],
        },
        {
          name: 'practical',
          label: { en: 'Practical', de: 'Praktisches', ar: 'معلومات عملية' },
          fields: [
            {
              name: 'place',
              type: 'relationship',
              relationTo: 'places',
              label: { en: 'Place', de: 'Ort', ar: 'المكان' },
            },
            {
              name: 'gettingThere',
              type: 'textarea',
              localized: true,
              label: { en: 'Getting there', de: 'Anreise', ar: 'الوصول' },
            },
            {
              name: 'costs',
              type: 'array',
              label: { en: 'Costs', de: 'Kosten', ar: 'التكاليف' },
              labels: { singular: { en: 'Cost', de: 'Posten' }, plural: { en: 'Costs', de: 'Kosten' } },
              maxRows: 20,
              fields: [
                {
                  type: 'row',
                  fields: [
                    { name: 'what', type: 'text', required: true },
                    { name: 'amount', type: 'number', required: true, min: 0 },
                    {
                      name: 'currency',
                      type: 'select',
                      options: ['SEK', 'NOK', 'EUR', 'PTE'],
                      defaultValue: 'EUR',
                    },
                  ],
                },
              ],
            },
            {
              name: 'months',
              type: 'select',
              hasMany: true,
              label: { en: 'Best months', de: 'Beste Monate', ar: 'أفضل الأشهر' },
              options: ['january', 'march', 'may', 'july', 'september', 'november'].map((value) => ({
                value,
                label: value.charAt(0).toUpperCase() + value.slice(1),
              })),
            },
          ],
        },
        {
          label: { en: 'Credits', de: 'Mitarbeit', ar: 'الحقوق' },
          fields: [
            {
              name: 'photographer',
              type: 'relationship',
              relationTo: 'authors',
              label: { en: 'Photographer', de: 'Fotos' },
            },
            {
              name: 'sources',
              type: 'array',
              label: { en: 'Sources', de: 'Quellen' },
              fields: [
                { name: 'title', type: 'text', required: true },
                { name: 'url', type: 'text', label: 'URL' },
              ],
            },
            {
              name: 'internalNotes',
              type: 'textarea',
              label: { en: 'Internal notes', de: 'Interne Notizen' },
              access: { create: fieldForAdmin, read: fieldForAdmin, update: fieldForAdmin },
              admin: { description: { en: 'Only administrators see this.', de: 'Nur für die Verwaltung.' } },
            },
          ],
        },
      ],
    },
    slugField('title'),
    {
      name: 'authors',
      type: 'relationship',
      relationTo: 'authors',
      hasMany: true,
      required: true,
      label: { en: 'Authors', de: 'Text', ar: 'المؤلفون' },
      admin: { position: 'sidebar' },
    },
    {
      name: 'category',
      type: 'relationship',
      relationTo: 'categories',
      label: { en: 'Category', de: 'Rubrik', ar: 'التصنيف' },
      admin: { position: 'sidebar' },
    },
    {
      name: 'publishDate',
      type: 'date',
      label: { en: 'Publish date', de: 'Erscheint am', ar: 'تاريخ النشر' },
      admin: { position: 'sidebar', date: { pickerAppearance: 'dayOnly', displayFormat: 'MMM d, yyyy' } },
    },
    {
      name: 'season',
      type: 'select',
      label: { en: 'Season', de: 'Jahreszeit', ar: 'الموسم' },
      options: [
        { label: { en: 'Winter', de: 'Winter', ar: 'الشتاء' }, value: 'winter' },
        { label: { en: 'Spring', de: 'Frühling', ar: 'الربيع' }, value: 'spring' },
        { label: { en: 'Summer', de: 'Sommer', ar: 'الصيف' }, value: 'summer' },
        { label: { en: 'Autumn', de: 'Herbst', ar: 'الخريف' }, value: 'autumn' },
      ],
      admin: { position: 'sidebar' },
    },
    {
      name: 'related',
      type: 'relationship',
      relationTo: 'posts',
      hasMany: true,
      maxRows: 4,
      label: { en: 'Related posts', de: 'Verwandte Beiträge', ar: 'مقالات ذات صلة' },
      admin: { position: 'sidebar' },
      filterOptions: ({ id }) => (id === undefined ? true : { id: { not_equals: id } }),
    },
  ],
}
