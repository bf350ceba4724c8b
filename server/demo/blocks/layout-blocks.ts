import type { Block } from 'payload'
import { linkGroup } from '../fields.ts'
import { lineEditor } from '../editor.ts'

/** Opening picture of an article, with its line. */
export const hero: Block = {
  slug: 'hero',
  labels: {
    singular: { en: 'Hero', de: 'Aufmacher', ar: 'واجهة' },
    plural: { en: 'Heroes', de: 'Aufmacher' },
  },
  fields: [
    { name: 'heading', type: 'text', localized: true },
    {
      name: 'image',
      type: 'upload',
      relationTo: 'media',
      label: { en: 'Photograph', de: 'Foto', ar: 'الصورة' },
    },
    {
      name: 'height',
      type: 'radio',
      defaultValue: 'tall',
      options: [
        { label: { en: 'Tall', de: 'Hoch' }, value: 'tall' },
        { label: { en: 'Half', de: 'Halb' }, value: 'half' },
      ],
    },
  ],
}

/** Heading, rich text and a photograph beside it. */
export const textAndPhotograph: Block = {
  slug: 'textAndPhotograph',
  labels: {
    singular: { en: 'Text and photograph', de: 'Text und Foto', ar: 'نص وصورة' },
    plural: { en: 'Texts and photographs', de: 'Texte und Fotos' },
  },
  fields: [
    {
      name: 'heading',
      type: 'text',
      localized: true,
      label: { en: 'Heading', de: 'Überschrift', ar: 'العنوان الفرعي' },
    },
    {
      name: 'text',
      type: 'richText',
      localized: true,
      required: true,
      label: { en: 'Text', de: 'Text', ar: 'النص' },
    },
    {
      name: 'photograph',
      type: 'upload',
      relationTo: 'media',
      required: true,
      label: { en: 'Photograph', de: 'Foto', ar: 'الصورة' },
    },
    {
      name: 'side',
      type: 'select',
      defaultValue: 'end',
      options: [
        { label: { en: 'Picture at the start', de: 'Bild am Anfang' }, value: 'start' },
        { label: { en: 'Picture at the end', de: 'Bild am Ende' }, value: 'end' },
      ],
    },
  ],
}

/** Departures of one line: an array within a block. */
export const timetable: Block = {
  slug: 'timetable',
  labels: {
    singular: { en: 'Timetable', de: 'Fahrplan', ar: 'جدول المواعيد' },
    plural: { en: 'Timetables', de: 'Fahrpläne' },
  },
  fields: [
    { name: 'line', type: 'text', required: true, label: { en: 'Line', de: 'Strecke' } },
    {
      name: 'trains',
      type: 'array',
      minRows: 1,
      maxRows: 12,
      labels: { singular: { en: 'Train', de: 'Zug' }, plural: { en: 'Trains', de: 'Züge' } },
      fields: [
        {
          type: 'row',
          fields: [
            { name: 'number', type: 'text', required: true, label: { en: 'Number', de: 'Nummer' } },
            { name: 'departs', type: 'text', label: { en: 'Departs', de: 'Abfahrt' } },
            { name: 'arrives', type: 'text', label: { en: 'Arrives', de: 'Ankunft' } },
          ],
        },
        { name: 'remark', type: 'text', localized: true, label: { en: 'Remark', de: 'Bemerkung' } },
        {
          name: 'stops',
          type: 'array',
          label: { en: 'Stops', de: 'Halte' },
          fields: [
            { name: 'place', type: 'text', required: true },
            { name: 'minutes', type: 'number', min: 0 },
          ],
        },
      ],
    },
  ],
}

/** A block with one button and a line above it. */
export const callToAction: Block = {
  slug: 'callToAction',
  labels: {
    singular: { en: 'Call to action', de: 'Aufruf', ar: 'دعوة إلى إجراء' },
    plural: { en: 'Calls to action', de: 'Aufrufe' },
  },
  fields: [
    { name: 'heading', type: 'text', localized: true },
    linkGroup('link', { en: 'Button', de: 'Schaltfläche' }),
  ],
}

/** Several pictures with captions. */
export const gallery: Block = {
  slug: 'gallery',
  labels: {
    singular: { en: 'Gallery', de: 'Galerie', ar: 'معرض صور' },
    plural: { en: 'Galleries', de: 'Galerien', ar: 'معارض صور' },
  },
  fields: [
    {
      name: 'pictures',
      type: 'array',
      minRows: 1,
      fields: [
        { name: 'image', type: 'upload', relationTo: 'media', required: true },
        { name: 'caption', type: 'richText', editor: lineEditor, localized: true },
      ],
    },
    { name: 'columns', type: 'number', min: 1, max: 4, defaultValue: 2 },
  ],
}

/** Words of somebody, set large. */
export const quote: Block = {
  slug: 'quote',
  labels: { singular: { en: 'Quote', de: 'Zitat' }, plural: { en: 'Quotes', de: 'Zitate' } },
  fields: [
    { name: 'text', type: 'textarea', localized: true },
    { name: 'by', type: 'text', label: { en: 'Said by', de: 'Gesagt von' } },
  ],
}

/** Blocks within a block: two or three columns of the simpler ones. */
export const columns: Block = {
  slug: 'columns',
  labels: { singular: { en: 'Columns', de: 'Spalten' }, plural: { en: 'Columns', de: 'Spalten' } },
  fields: [
    {
      name: 'columns',
      type: 'array',
      minRows: 2,
      maxRows: 3,
      fields: [
        { name: 'width', type: 'select', defaultValue: 'half', options: ['third', 'half', 'full'] },
        { name: 'content', type: 'blocks', blockReferences: ['quote', 'callToAction'], blocks: [] },
      ],
    },
  ],
}

/** Blocks every collection may refer to by slug. */
export const layoutBlocks: Block[] = [
  hero,
  textAndPhotograph,
  timetable,
  callToAction,
  gallery,
  quote,
  columns,
]

/** Slugs of the blocks of a page's or article's layout. */
export const layoutBlockSlugs = layoutBlocks.map((block) => block.slug)
