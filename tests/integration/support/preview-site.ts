/*
 * A site with addresses of its own for its documents, started as the demo CMS is (startCms with `script`). What the
 * functions of `stories` do is said in a document's `plan`: `throw`, `script` (an address that is none of the web),
 * `elsewhere`, `none`; otherwise they give a relative address with what they were called with.
 */
import { slugField } from 'payload'
import type { Access, PayloadRequest } from 'payload'
import { access, serveSite } from './serve-site.ts'

const isChief: Access = ({ req }) => req.user?.['email'] === 'chief@example.com'

const isChiefs = ({ req }: { req: PayloadRequest }): boolean => req.user?.['email'] === 'chief@example.com'

const fails = (): boolean => {
  throw new Error('secret words of the site')
}

function addressOf(data: Record<string, unknown>, query: Record<string, string>): string | null {
  switch (data['plan']) {
    case 'throw':
      throw new Error('secret words of the site')
    case 'script':
      return 'javascript:alert(1)'
    case 'elsewhere':
      return `https://nordlys.example/${String(data['title'])}`
    case 'none':
      return null
    default:
      return `/look/${String(data['id'])}/${String(data['title'])}?${new URLSearchParams(query).toString()}`
  }
}

await serveSite({
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  serverURL: 'https://desk.example',
  admin: {
    livePreview: { collections: ['plain'], url: 'https://site.example/plain', openByDefault: true },
  },
  collections: [
    {
      slug: 'stories',
      access: {
        ...access,
        // Not everybody may read every document.
        read: (args) => isChief(args) || (Boolean(args.req.user) && { title: { not_equals: 'Secret' } }),
      },
      versions: { drafts: true },
      admin: {
        preview: (data, { locale, token }) =>
          addressOf(data, { locale, token: token === null ? 'none' : token.slice(0, 3) }),
        livePreview: {
          url: ({ data, locale, req, collectionConfig }) =>
            addressOf(data, {
              locale: locale.code,
              who: String(req.user?.['email']),
              in: collectionConfig?.slug ?? '',
            }),
          breakpoints: [
            { name: 'phone', label: 'Phone', width: 375, height: 667 },
            { name: 'wall', label: 'Wall', width: '100%', height: '50%' },
          ],
        },
        components: {
          views: {
            edit: {
              default: { tab: { label: ({ t }) => `${t('general:edit')} it` } },
              versions: { tab: { condition: isChiefs } },
              proofs: {
                Component: '/proofs',
                path: '/proofs',
                tab: { label: 'Proofs', href: '/proofs', order: 200 },
              },
              pressRoom: {
                Component: '/press',
                path: '/press',
                tab: { href: ({ id }) => `/press/${id ?? ''}` },
              },
              secret: {
                Component: '/secret',
                path: '/secret',
                tab: { label: 'Secret', condition: isChiefs },
              },
              broken: { Component: '/broken', path: '/broken', tab: { label: 'Broken', condition: fails } },
            },
          },
        },
      },
      fields: [
        { name: 'title', type: 'text', localized: true },
        { name: 'plan', type: 'text' },
        slugField({
          slugify: ({ data, valueToSlugify }) => {
            if (data?.['plan'] === 'throw') throw new Error('secret words of the site')
            return data?.['plan'] === 'none' ? undefined : `~${String(valueToSlugify).toUpperCase()}~`
          },
        }),
      ],
    },
    {
      slug: 'plain',
      access,
      admin: { hideAPIURL: true },
      fields: [{ name: 'title', type: 'text' }, slugField()],
    },
    { slug: 'users', auth: true, access, fields: [] },
    { slug: 'outsiders', auth: true, access, fields: [] },
  ],
  globals: [
    {
      slug: 'motto',
      access: { read: isChief, update: isChief },
      admin: { preview: (data, { locale }) => `/motto/${String(data['text'])}?${locale}` },
      fields: [{ name: 'text', type: 'text' }],
    },
  ],
  onInit: async (payload) => {
    for (const [collection, name] of [
      ['users', 'chief'],
      ['users', 'clerk'],
      ['outsiders', 'outsider'],
    ] as const)
      await payload.create({ collection, data: { email: `${name}@example.com`, password: 'galley-demo' } })
  },
})
