/* A site that restricts its admin by user, started like the demo CMS (startCms with `script`): base filters, as of
   the multi-tenant plugin, and locales. Signed-in users may read everything. */
import type { PayloadRequest, Where } from 'payload'
import { access, makeEditor, serveSite } from './serve-site.ts'

const teamOf = ({ req }: { req: PayloadRequest }): Where | null =>
  req.user?.email === 'editor@example.com' ? { team: { in: ['north', 'west'] } } : null

/** Options with numeric values: sites in plain JavaScript get no type error. */
const numbered = (values: number[]): { label: string; value: string }[] =>
  values.map((value) => ({ label: `Of ${value}`, value })) as unknown as { label: string; value: string }[]

const ROWS = [
  ['Apples', 'north'],
  ['Apricots', 'north'],
  ['Bananas', 'west'],
  ['Apes', 'south'],
  ['Ants', 'south'],
] as const

await serveSite({
  localization: {
    locales: ['en', 'de', 'fr'],
    defaultLocale: 'en',
    filterAvailableLocales: ({ locales, req }) =>
      req.user?.email === 'german@example.com' ? locales.filter(({ code }) => code === 'de') : locales,
  },
  collections: [
    {
      slug: 'notes',
      access,
      admin: { useAsTitle: 'title', baseFilter: teamOf },
      trash: true,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'select', options: ['north', 'west', 'south'] },
      ],
    },
    {
      // Documents of the north may be moved to the trash, and nothing may be deleted for good.
      slug: 'papers',
      access: {
        ...access,
        delete: ({ data }) => data?.['deletedAt'] !== undefined && { team: { equals: 'north' } },
      },
      trash: true,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    {
      slug: 'memos',
      access,
      admin: { useAsTitle: 'title', baseListFilter: teamOf },
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    {
      // A user without a team sees nothing.
      slug: 'letters',
      access,
      admin: { useAsTitle: 'title', baseFilter: () => ({ team: { in: [] } }) },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    {
      slug: 'strays',
      access,
      admin: { useAsTitle: 'title', baseFilter: () => ({ team: { equals: null } }) },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    {
      // The multi-tenant plugin's filter for a user without a tenant.
      slug: 'parcels',
      access,
      admin: { useAsTitle: 'title', baseFilter: () => ({ team: { equals: undefined } }) },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'team', type: 'text' },
      ],
    },
    {
      // Filtered by a field of a related document.
      slug: 'crates',
      access,
      admin: { useAsTitle: 'title', baseFilter: () => ({ 'owner.email': { equals: 'editor@example.com' } }) },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'owner', type: 'relationship', relationTo: 'users' },
      ],
    },
    {
      // Filtered by a field that is neither a column nor a filter of lists, as of the multi-tenant plugin.
      slug: 'tales',
      access,
      admin: { useAsTitle: 'title', baseFilter: () => ({ region: { equals: 'north' } }) },
      fields: [
        { name: 'title', type: 'text' },
        {
          name: 'region',
          type: 'text',
          localized: true,
          admin: { disableListColumn: true, disableListFilter: true },
        },
      ],
    },
    {
      // Filtered by the present time.
      slug: 'events',
      access,
      admin: {
        useAsTitle: 'title',
        baseFilter: () => ({ startsAt: { less_than: new Date().toISOString() } }),
      },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'startsAt', type: 'date' },
      ],
    },
    {
      slug: 'broken',
      access,
      admin: {
        useAsTitle: 'title',
        baseFilter: () => {
          throw new Error('no team')
        },
      },
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'ledgers',
      access,
      disableBulkDelete: true,
      disableBulkEdit: true,
      trash: true,
      fields: [{ name: 'title', type: 'text' }],
    },
    {
      slug: 'stories',
      access,
      admin: { useAsTitle: 'title' },
      versions: { drafts: true },
      fields: [
        { name: 'title', type: 'text', localized: true },
        { name: 'owner', type: 'relationship', relationTo: 'users' },
        { name: 'ownerMail', type: 'text', virtual: 'owner.email' },
        { name: 'shout', type: 'text', virtual: true, hooks: { afterRead: [() => 'Ho'] } },
      ],
    },
    {
      slug: 'ratings',
      access,
      fields: [
        { name: 'stars', type: 'select', options: numbered([1, 2]) },
        { name: 'rank', type: 'radio', options: numbered([1, 2]) },
        { name: 'marks', type: 'select', hasMany: true, options: numbered([1, 2]) },
        { name: 'note', type: 'text' },
      ],
    },
    { slug: 'users', auth: true, access, fields: [] },
  ],
  onInit: async (payload) => {
    await makeEditor(payload)
    await makeEditor(payload, 'german@example.com')
    const { totalDocs } = await payload.count({ collection: 'notes' })
    if (totalDocs > 0) return
    for (const [title, team] of ROWS)
      for (const collection of ['notes', 'memos', 'letters'] as const)
        await payload.create({ collection, data: { title, team } })
    await payload.create({ collection: 'strays', data: { title: 'Stray' } })
    await payload.create({ collection: 'strays', data: { title: 'Owned', team: 'north' } })
    await payload.create({ collection: 'parcels', data: { title: 'Lost' } })
    await payload.create({ collection: 'parcels', data: { title: 'Owned', team: 'north' } })
    const { docs: editors } = await payload.find({ collection: 'users', sort: 'email' })
    for (const [title, team, at] of [
      ['Own', 'north', 0],
      ['Other', 'south', 1],
    ] as const) {
      await payload.create({ collection: 'crates', data: { title, owner: editors[at]?.id } })
      await payload.create({ collection: 'tales', locale: 'en', data: { title, region: team } })
    }
    await payload.create({
      collection: 'events',
      data: { title: 'Past', startsAt: '2020-01-01T00:00:00.000Z' },
    })
    await payload.create({
      collection: 'events',
      data: { title: 'To come', startsAt: '2999-01-01T00:00:00.000Z' },
    })
    await payload.create({ collection: 'broken', data: { title: 'Unseen' } })
  },
})
