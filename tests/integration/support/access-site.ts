/*
 * A site with random access functions, started as the demo CMS is (startCms with `script`): constants, conditions, by
 * id, by data, by document, failing and asynchronous ones. GALLEY_ACCESS names which; the same makes the same site.
 */
import fc from 'fast-check'
import type { Access, CollectionConfig, Field, FieldAccess, GlobalConfig } from 'payload'
import { access as all, serveSite } from './serve-site.ts'

const COLLECTIONS = 6
const GLOBALS = 2
const ROLES = ['editor', 'author'] as const

type Given = Parameters<Access>[0]

const idOf = ({ req }: Pick<Given, 'req'>): unknown => req.user?.id
const isEditor = ({ req }: Pick<Given, 'req'>): boolean =>
  Boolean(req.user && 'role' in req.user && req.user['role'] === 'editor')
const dataOf = ({ data }: Given): Record<string, unknown> => ({ ...data })

/** Access functions that the site draws from, by name. */
const rules: Record<string, Access> = {
  always: () => true,
  never: () => false,
  editors: isEditor,
  own: ({ req }) => ({ owner: { equals: Number(req.user?.id) } }),
  drafts: () => ({ _status: { equals: 'draft' } }),
  titled: () => ({ title: { contains: 'a' } }),
  missing: () => ({ nowhere: { equals: 1 } }),
  even: ({ id }) => id !== undefined && Number(id) % 2 === 0,
  odd: ({ id }) => id === undefined || Number(id) % 2 === 1,
  unlocked: (given) => dataOf(given)['kind'] !== 'locked',
  sentKind: (given) => dataOf(given)['kind'] !== undefined,
  unpublished: (given) => dataOf(given)['_status'] !== 'published',
  ownSent: (given) => dataOf(given)['owner'] === undefined || dataOf(given)['owner'] === idOf(given),
  fails: ({ id }) => {
    if (id !== undefined) throw new Error('of the site')
    return true
  },
  failsLocked: (given) => {
    if (dataOf(given)['kind'] === 'locked') throw new Error('of the site')
    return true
  },
  late: async (given) => {
    await new Promise((resolve) => setImmediate(resolve))
    return isEditor(given)
  },
  lateOwn: async ({ req }) => {
    await new Promise((resolve) => setImmediate(resolve))
    return { or: [{ owner: { equals: Number(req.user?.id) } }, { kind: { equals: 'open' } }] }
  },
}
const fieldRules: Record<string, FieldAccess> = {
  always: () => true,
  never: () => false,
  editors: isEditor,
  even: ({ id }) => id !== undefined && Number(id) % 2 === 0,
  own: ({ doc, req }) => doc?.['owner'] === req.user?.id,
  unlocked: ({ doc }) => doc?.['kind'] !== 'locked',
  late: async (given) => {
    await new Promise((resolve) => setImmediate(resolve))
    return isEditor(given)
  },
}
const failingField: FieldAccess = ({ id }) => {
  if (id !== undefined) throw new Error('of the site')
  return true
}

const any = <T>(of: Record<string, T>) => fc.constantFrom(...Object.values(of))
const site = fc.array(
  fc.record({
    create: any(rules),
    update: any(rules),
    delete: any(rules),
    fields: fc.tuple(any(fieldRules), any(fieldRules), any(fieldRules)),
    fails: fc.integer({ min: 0, max: 7 }),
    drafts: fc.boolean(),
    trash: fc.boolean(),
  }),
  { minLength: COLLECTIONS, maxLength: COLLECTIONS },
)
const [made = []] = fc.sample(site, { numRuns: 1, seed: Number(process.env['GALLEY_ACCESS'] ?? 1) })

const fieldsOf = ({ fields: [a, b, c], fails }: (typeof made)[number]): Field[] => [
  { name: 'title', type: 'text' },
  { name: 'owner', type: 'number' },
  { name: 'kind', type: 'text' },
  { name: 'a', type: 'text', access: { update: a } },
  { name: 'meta', type: 'group', fields: [{ name: 'b', type: 'text', access: { update: b } }] },
  {
    type: 'tabs',
    tabs: [{ name: 'more', fields: [{ name: 'c', type: 'text', access: { update: c } }] }],
  },
  ...(fails === 0 ? [{ name: 'failing', type: 'text' as const, access: { update: failingField } }] : []),
]

const collections = made.map((one, index): CollectionConfig => {
  const { create, update, delete: remove, drafts, trash } = one
  return {
    slug: `c${index}`,
    access: { create, read: all.read, update, delete: remove },
    // A condition on the status needs one.
    versions:
      drafts || [create, update, remove].includes(rules['drafts'] ?? all.read) ? { drafts: true } : false,
    trash,
    fields: fieldsOf(one),
  }
})
const globals = made.slice(0, GLOBALS).map((one, index): GlobalConfig => {
  const isById = [rules['even'], rules['odd'], rules['fails']].includes(one.update)
  return {
    slug: `g${index}`,
    access: { read: all.read, update: isById ? all.update : one.update },
    versions: one.drafts || one.update === rules['drafts'] ? { drafts: true } : false,
    fields: fieldsOf(one),
  }
})

await serveSite({
  collections: [
    ...collections,
    {
      slug: 'kinds',
      access: { ...all, update: rules['unlocked'] ?? all.update },
      versions: { drafts: true },
      fields: [{ name: 'kind', type: 'text' }],
    },
    {
      slug: 'users',
      auth: true,
      // Nobody but oneself, as many sites say it.
      access: { ...all, update: ({ id, req }) => id !== undefined && String(id) === String(req.user?.id) },
      fields: [
        { name: 'name', type: 'text' },
        { name: 'role', type: 'text' },
      ],
    },
  ],
  globals,
  onInit: async (payload) => {
    for (const role of ROLES) {
      const data = { email: `${role}@example.com`, password: 'galley-demo', role }
      await payload.create({ collection: 'users', data })
    }
    await payload.create({ collection: 'kinds', data: { kind: 'open', _status: 'draft' } })
    for (const { slug } of collections) {
      for (const [owner, kind] of [
        [1, 'open'],
        [2, 'locked'],
        [2, 'open'],
      ] as const) {
        const data = { title: 'as it was', owner, kind, a: 'old', meta: { b: 'old' }, more: { c: 'old' } }
        await payload.create({ collection: slug, data: { ...data, _status: 'published' } })
      }
    }
  },
})
