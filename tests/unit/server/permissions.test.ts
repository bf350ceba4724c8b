import type { PayloadRequest } from 'payload'
import { expect, it, vi } from 'vitest'
import { permissionsAnswer } from '../../../server/plugin/endpoints/permissions.ts'

vi.mock('payload', async (original) => ({
  ...(await original<typeof import('payload')>()),
  canAccessAdmin: async () => undefined,
}))

const yes = () => true

type Site = {
  fields?: object[]
  access?: Record<string, (args: { data?: Record<string, unknown> }) => unknown>
  doc?: Record<string, unknown>
}

/** Returns the permissions of the only document of a site with one collection. */
async function answerOf({ fields = [], access = {}, doc = {} }: Site): Promise<unknown> {
  const config = { slug: 'posts', fields, access: { read: yes, update: yes, create: yes, ...access } }
  const payload = {
    collections: { posts: { config } },
    config: {},
    db: { defaultIDType: 'number' },
    findByID: async () => ({ id: 1, ...doc }),
    globals: { config: [] },
  }
  const { headers, body } = new Request('http://site.invalid/', {
    method: 'POST',
    body: JSON.stringify({ collectionSlug: 'posts', id: 1 }),
  })
  const req = { body, headers, payload, t: (key: string) => key, user: { id: 1 } }
  return (await permissionsAnswer(req as unknown as PayloadRequest)).json()
}

it('F59 (part) F72 (part) the document is copied as often for many rules of fields as for two', async () => {
  let copies = 0
  const content = {
    get text() {
      copies += 1
      return 'x'
    },
  }
  const copiesFor = async (rules: number): Promise<number> => {
    copies = 0
    const fields = Array.from({ length: rules }, (_, index) => ({
      name: `f${index}`,
      type: 'text',
      access: { read: yes, update: yes },
    }))
    await answerOf({ fields, doc: { content } })
    return copies
  }
  const few = await copiesFor(2)
  expect(few).toBeGreaterThan(0)
  expect(await copiesFor(200)).toBe(few)
})

it('F59 (part) what a function of a field does to the document does not change what the others of it are asked with', async () => {
  const fields = [
    {
      name: 'kind',
      type: 'text',
      access: {
        update({ data }: { data: Record<string, unknown> }) {
          data['kind'] = 'locked'
          return true
        },
      },
    },
  ]
  const access = { update: ({ data }: { data?: Record<string, unknown> }) => data?.['kind'] !== 'locked' }
  expect(await answerOf({ fields, access, doc: { kind: 'open' } })).toMatchObject({
    edit: true,
    byData: false,
  })
})

it('F59 (part) a document with a function in it, as a hook of the site may leave it, is asked about like any other', async () => {
  const field = (name: string) => ({ name, type: 'text', access: { read: yes, update: yes } })
  const fields = [{ name: 'meta', type: 'group', fields: [field('a')] }, field('b')]
  const doc = { title: 'A', meta: { a: 'x' }, url: () => '/a' }
  expect(await answerOf({ fields, doc })).toMatchObject({
    edit: true,
    update: true,
    create: true,
    hiddenFields: [],
    fixedFields: [],
  })
})

it.each([
  ['a Date', { createdAt: { greater_than: new Date() } }, true],
  [
    'a time as text, in an or',
    { or: [{ owner: { equals: 1 } }, { at: { less_than: '2026-11-20T08:30:00.000Z' } }] },
    true,
  ],
  ['a day', { on: { less_than_equal: '2026-11-20' } }, true],
  ['an owner', { owner: { equals: 1 } }, false],
  [
    'a number and a name',
    { and: [{ views: { less_than: 20261120 } }, { name: { equals: '2026-11-20 in short' } }] },
    false,
  ],
])(
  'F59 (part) it is said where it depends on the time, that is where a condition names one: %s',
  async (_what, where, byTime) => {
    expect(await answerOf({ access: { update: () => where } })).toMatchObject({ byTime })
  },
)
