/*
 * A site with the options of Payload's config that decide about a document on its way: what the server fills in, makes
 * of a list or refuses. Started as the demo CMS is (startCms with `script`).
 */
import { BlocksFeature, CodeBlock, lexicalEditor } from '@payloadcms/richtext-lexical'
import { APIError, slugField } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en', defaultLocalePublishOption: 'active' },
  onInit: makeEditor,
  collections: [
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'programs', auth: { useAPIKey: true, disableLocalStrategy: true }, access, fields: [] },
    {
      slug: 'machines',
      auth: { disableLocalStrategy: true },
      access,
      fields: [{ name: 'password', type: 'text', required: true }],
    },
    {
      slug: 'pages',
      access,
      enableQueryPresets: true,
      admin: { useAsTitle: 'title' },
      versions: { drafts: { autosave: true } },
      fields: [{ name: 'title', type: 'text' }, slugField()],
    },
    {
      slug: 'named',
      access,
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'id', type: 'text' },
        { name: 'title', type: 'text' },
      ],
    },
    {
      slug: 'hooked',
      access,
      fields: [
        { name: 'id', type: 'text' },
        { name: 'title', type: 'text' },
      ],
      hooks: {
        beforeValidate: [({ data }) => ({ ...data, id: `made-of-${String(data?.['title'])}` })],
      },
    },
    {
      slug: 'numbered',
      access,
      versions: { drafts: true },
      fields: [
        { name: 'id', type: 'number' },
        { name: 'title', type: 'text' },
      ],
    },
    {
      slug: 'filled',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'day', type: 'date', required: true, defaultValue: () => '2026-02-03T00:00:00.000Z' },
        {
          name: 'writer',
          type: 'relationship',
          relationTo: 'users',
          required: true,
          defaultValue: ({ user }) => user?.id,
        },
        {
          name: 'code',
          type: 'text',
          required: true,
          defaultValue: ({ user }) => (user ? undefined : 'nobody'),
        },
        {
          name: 'approver',
          type: 'text',
          required: true,
          defaultValue: () => 'the site',
          admin: { condition: (data) => data['title'] === 'paid' },
        },
        {
          name: 'first',
          type: 'array',
          defaultValue: () => [{ label: 'Intro' }],
          fields: [{ name: 'label', type: 'text' }],
        },
        {
          name: 'parts',
          type: 'array',
          fields: [
            { name: 'name', type: 'text' },
            { name: 'kind', type: 'text', required: true, defaultValue: () => 'plain' },
          ],
        },
      ],
    },
    {
      slug: 'lists',
      access,
      versions: { drafts: true },
      fields: [
        { name: 'words', type: 'text', hasMany: true },
        { name: 'numbers', type: 'number', hasMany: true },
        { name: 'told', type: 'text', hasMany: true, localized: true },
        { name: 'kinds', type: 'select', hasMany: true, options: ['a', 'b'] },
        { name: 'writers', type: 'relationship', relationTo: 'users', hasMany: true },
        { name: 'rows', type: 'array', fields: [{ name: 'words', type: 'text', hasMany: true }] },
      ],
    },
    {
      slug: 'failing',
      access,
      fields: [{ name: 'title', type: 'text' }],
      hooks: {
        beforeChange: [
          ({ data }) => {
            if (data['title'] === 'fails') throw new Error('the hook of the site fails')
            if (data['title'] === 'refused') throw new APIError('Ask the desk first.', 401)
          },
        ],
        beforeDelete: [
          () => {
            throw new APIError('Ask the desk first.', 401)
          },
        ],
      },
    },
    {
      slug: 'shelves',
      access,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'books', type: 'join', collection: 'books', on: 'shelf', localized: true },
      ],
    },
    {
      slug: 'books',
      access,
      fields: [{ name: 'shelf', type: 'relationship', relationTo: 'shelves', localized: true }],
    },
    {
      slug: 'coded',
      access,
      fields: [
        {
          name: 'body',
          type: 'richText',
          editor: lexicalEditor({
            features: ({ defaultFeatures }) => [...defaultFeatures, BlocksFeature({ blocks: [CodeBlock()] })],
          }),
        },
      ],
    },
  ],
})
