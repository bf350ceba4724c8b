import type { Block, CollectionConfig, Field } from 'payload'
import { isAdmin, isSignedIn, isWriter } from '../access.ts'
import { lineEditor } from '../editor.ts'

const deepBlock: Block = {
  slug: 'deepRows',
  dbName: 'deep',
  labels: { singular: 'Deep rows', plural: 'Deep rows' },
  fields: [
    { name: 'caption', type: 'text', localized: true },
    {
      name: 'rows',
      type: 'array',
      dbName: 'deep_rows',
      fields: [
        { name: 'label', type: 'text', required: true },
        { name: 'weight', type: 'number' },
        {
          name: 'inner',
          type: 'array',
          dbName: 'deep_inner',
          fields: [{ name: 'word', type: 'text', localized: true }],
        },
      ],
    },
  ],
}

const texts: Field[] = [
  { name: 'text', type: 'text', required: true, minLength: 3, maxLength: 80 },
  {
    name: 'textLocalized',
    type: 'text',
    localized: true,
    admin: { placeholder: { en: 'In this language', de: 'In dieser Sprache' } },
  },
  { name: 'textMany', type: 'text', hasMany: true, minRows: 1, maxRows: 5 },
  { name: 'textReadOnly', type: 'text', defaultValue: 'Fixed by the server', admin: { readOnly: true } },
  { name: 'textHidden', type: 'text', hidden: true },
  { name: 'textAdminHidden', type: 'text', defaultValue: 'kept', admin: { hidden: true } },
  { name: 'textAdminDisabled', type: 'text', admin: { disabled: true } },
  {
    name: 'textValidated',
    type: 'text',
    admin: { description: 'Must not contain the word tourist.' },
    validate: (value: string | null | undefined) =>
      typeof value === 'string' && value.includes('tourist') ? 'Write traveller, not tourist.' : true,
  },
  { name: 'textarea', type: 'textarea', localized: true, minLength: 10, maxLength: 500, admin: { rows: 4 } },
  { name: 'email', type: 'email' },
  { name: 'code', type: 'code', admin: { language: 'typescript' } },
  { name: 'codeLocalized', type: 'code', localized: true, admin: { language: 'css' } },
  { name: 'json', type: 'json' },
  {
    name: 'jsonSchema',
    type: 'json',
    jsonSchema: {
      uri: 'galley://line.json',
      fileMatch: ['galley://line.json'],
      schema: {
        type: 'object',
        properties: { from: { type: 'string' }, to: { type: 'string' } },
        required: ['from'],
      },
    },
  },
]

const numbersAndDates: Field[] = [
  { name: 'number', type: 'number', min: 0, max: 100, admin: { step: 5 } },
  { name: 'numberLocalized', type: 'number', localized: true },
  { name: 'numberMany', type: 'number', hasMany: true, minRows: 2, maxRows: 6 },
  { name: 'point', type: 'point' },
  { name: 'dateDefault', type: 'date' },
  {
    name: 'dateDay',
    type: 'date',
    required: true,
    defaultValue: '2026-11-20T12:00:00.000Z',
    admin: { date: { pickerAppearance: 'dayOnly' } },
  },
  {
    name: 'dateTime',
    type: 'date',
    localized: true,
    admin: { date: { pickerAppearance: 'dayAndTime', timeIntervals: 15 } },
  },
  { name: 'dateTimeOnly', type: 'date', admin: { date: { pickerAppearance: 'timeOnly' } } },
  { name: 'dateMonth', type: 'date', admin: { date: { pickerAppearance: 'monthOnly' } } },
  {
    name: 'dateZoned',
    type: 'date',
    timezone: {
      defaultTimezone: 'Europe/Oslo',
      supportedTimezones: [
        { label: 'Oslo', value: 'Europe/Oslo' },
        { label: 'Lisbon', value: 'Europe/Lisbon' },
        { label: 'UTC', value: 'UTC' },
      ],
    },
    admin: { date: { pickerAppearance: 'dayAndTime' } },
  },
]

const choices: Field[] = [
  { name: 'checkbox', type: 'checkbox', defaultValue: true },
  { name: 'checkboxLocalized', type: 'checkbox', localized: true },
  {
    name: 'radio',
    type: 'radio',
    required: true,
    defaultValue: 'train',
    options: [
      { label: { en: 'Train', de: 'Zug', ar: 'قطار' }, value: 'train' },
      { label: { en: 'Ferry', de: 'Fähre', ar: 'عبّارة' }, value: 'ferry' },
      { label: { en: 'On foot', de: 'Zu Fuß', ar: 'سيرًا' }, value: 'foot' },
    ],
  },
  { name: 'select', type: 'select', options: ['one', 'two', 'three'] },
  {
    name: 'selectRequired',
    type: 'select',
    required: true,
    defaultValue: 'b',
    options: [
      { label: 'A', value: 'a' },
      { label: 'B', value: 'b' },
    ],
  },
  {
    name: 'selectMany',
    type: 'select',
    hasMany: true,
    localized: true,
    options: ['north', 'south', 'east', 'west'],
  },
  { name: 'details', type: 'checkbox', label: 'Show details' },
  {
    name: 'detail',
    type: 'text',
    required: true,
    admin: {
      condition: (_, siblings) => siblings?.['details'] === true,
      description: 'Only where details are shown.',
    },
  },
]

const relations: Field[] = [
  { name: 'relationship', type: 'relationship', relationTo: 'posts' },
  { name: 'relationshipLocalized', type: 'relationship', relationTo: 'categories', localized: true },
  {
    name: 'relationshipMany',
    type: 'relationship',
    relationTo: 'places',
    hasMany: true,
    minRows: 0,
    maxRows: 3,
  },
  { name: 'relationshipPoly', type: 'relationship', relationTo: ['posts', 'pages'] },
  { name: 'relationshipPolyMany', type: 'relationship', relationTo: ['authors', 'places'], hasMany: true },
  {
    name: 'relationshipFiltered',
    type: 'relationship',
    relationTo: 'categories',
    filterOptions: { inMenu: { equals: true } },
    admin: { allowCreate: false, sortOptions: 'title' },
  },
  { name: 'upload', type: 'upload', relationTo: 'media' },
  { name: 'uploadLocalized', type: 'upload', relationTo: 'media', localized: true },
  { name: 'uploadMany', type: 'upload', relationTo: 'media', hasMany: true, maxRows: 4 },
  { name: 'parent', type: 'relationship', relationTo: 'kitchen-sink' },
  {
    name: 'children',
    type: 'join',
    collection: 'kitchen-sink',
    on: 'parent',
    admin: { defaultColumns: ['text', 'number'] },
  },
]

const structures: Field[] = [
  {
    name: 'group',
    type: 'group',
    fields: [
      { name: 'inGroup', type: 'text' },
      { name: 'inner', type: 'group', fields: [{ name: 'deep', type: 'text', localized: true }] },
    ],
  },
  { type: 'group', label: 'Unnamed group', fields: [{ name: 'inUnnamedGroup', type: 'text' }] },
  {
    name: 'groupLocalized',
    type: 'group',
    localized: true,
    fields: [
      { name: 'word', type: 'text' },
      { name: 'count', type: 'number' },
    ],
  },
  {
    type: 'collapsible',
    label: 'Collapsible',
    admin: { initCollapsed: true },
    fields: [
      {
        type: 'row',
        fields: [
          { name: 'inRowStart', type: 'text', admin: { width: '50%' } },
          { name: 'inRowEnd', type: 'text', admin: { width: '50%' } },
        ],
      },
    ],
  },
  {
    name: 'array',
    type: 'array',
    minRows: 0,
    maxRows: 10,
    labels: { singular: { en: 'Stop', de: 'Halt' }, plural: { en: 'Stops', de: 'Halte' } },
    admin: { initCollapsed: false },
    fields: [
      { name: 'name', type: 'text', required: true },
      { name: 'note', type: 'text', localized: true },
      { name: 'nights', type: 'number', min: 0, defaultValue: 1 },
      { name: 'inner', type: 'array', fields: [{ name: 'word', type: 'text' }] },
    ],
  },
  { name: 'arrayLocalized', type: 'array', localized: true, fields: [{ name: 'word', type: 'text' }] },
  {
    name: 'arrayRequired',
    type: 'array',
    minRows: 1,
    required: true,
    fields: [{ name: 'word', type: 'text' }],
  },
  {
    name: 'blocks',
    type: 'blocks',
    blocks: [deepBlock, { slug: 'plain', fields: [{ name: 'line', type: 'text', required: true }] }],
    minRows: 0,
    maxRows: 8,
  },
  { name: 'blocksReferenced', type: 'blocks', blockReferences: ['quote', 'timetable'], blocks: [] },
  {
    name: 'blocksLocalized',
    type: 'blocks',
    localized: true,
    blocks: [{ slug: 'aside', fields: [{ name: 'line', type: 'text' }] }],
  },
]

/** A collection with every kind of field and setting, for testing clients. */
export const kitchenSink: CollectionConfig = {
  slug: 'kitchen-sink',
  dbName: 'sink',
  labels: {
    singular: { en: 'Field types', de: 'Feldtypen', ar: 'أنواع الحقول' },
    plural: { en: 'Field types', de: 'Feldtypen', ar: 'أنواع الحقول' },
  },
  access: { create: isWriter, read: isSignedIn, update: isWriter, delete: isAdmin },
  admin: {
    useAsTitle: 'text',
    group: { en: 'Development', de: 'Entwicklung', ar: 'التطوير' },
    defaultColumns: ['text', 'number', 'select', 'dateDay', 'updatedAt'],
  },
  versions: { drafts: true, maxPerDoc: 10 },
  fields: [
    {
      type: 'tabs',
      tabs: [
        { label: 'Texts', fields: texts },
        { label: 'Numbers and dates', fields: numbersAndDates },
        { label: 'Choices', fields: choices },
        { label: 'Relations', fields: relations },
        { label: 'Structures', fields: structures },
        {
          label: 'Rich text',
          fields: [
            { name: 'richText', type: 'richText' },
            { name: 'richTextLocalized', type: 'richText', localized: true },
            { name: 'richTextLine', type: 'richText', editor: lineEditor },
          ],
        },
        {
          name: 'named',
          label: 'Named tab',
          fields: [
            { name: 'inTab', type: 'text' },
            {
              name: 'box',
              type: 'group',
              fields: [
                {
                  name: 'blocks',
                  type: 'blocks',
                  blocks: [
                    {
                      slug: 'nested',
                      dbName: 'nested',
                      fields: [
                        {
                          name: 'items',
                          type: 'array',
                          dbName: 'nested_items',
                          fields: [{ name: 'word', type: 'text', localized: true }],
                        },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          name: 'namedLocalized',
          label: 'Named tab per language',
          localized: true,
          fields: [{ name: 'greeting', type: 'text' }],
        },
      ],
    },
    { name: 'uiNote', type: 'ui', label: 'A note of the editor', admin: {} },
    { name: 'sidebarText', type: 'text', admin: { position: 'sidebar' } },
  ],
}
