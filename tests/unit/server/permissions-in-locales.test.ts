import { expect, it } from 'vitest'
import type { PayloadRequest } from 'payload'
import { eitherOf, permissionsInLocales } from '../../../server/plugin/endpoints/permissions-in-locales.ts'

const where = (code: string) => ({ permission: true, where: { code: { equals: code } } })

const no = (): boolean => false

it.each([
  [{ read: true }, {}, { read: true }],
  [{}, { read: true, update: where('a') }, { read: true, update: where('a') }],
  [{ fields: { title: { read: true } } }, { fields: true }, { fields: true }],
  [
    { fields: { title: { read: true }, code: { update: true } } },
    { fields: { title: { update: true } } },
    { fields: { title: { read: true, update: true }, code: { update: true } } },
  ],
  [{ update: where('a') }, { update: where('a') }, { update: where('a') }],
  [
    { update: where('a') },
    { update: where('b') },
    { update: { permission: true, where: { or: [{ code: { equals: 'a' } }, { code: { equals: 'b' } }] } } },
  ],
  [{ update: where('a') }, { update: true }, { update: true }],
  [{ update: { permission: false } }, { update: where('a') }, { update: where('a') }],
])('F100 (part) allows what one of two locales allows: %j and %j', (a, b, both) => {
  expect(eitherOf(a, b)).toEqual(both)
})

it.each([
  ['looks at it', true, ['en', 'de', 'fr']],
  ['does not', false, ['en']],
])('F100 (part) asks in each locale only where a rule %s', async (_, looks, asked) => {
  const seen: unknown[] = []
  const read = ({ req }: { req: { locale?: string } }): boolean => {
    const locale = looks ? req.locale : 'en'
    seen.push(locale)
    return locale === 'de'
  }
  const posts = { slug: 'posts', fields: [], access: { read, create: no, update: no, delete: no } }
  const config = {
    collections: [posts],
    globals: [],
    localization: { localeCodes: ['en', 'de', 'fr'] },
    telemetry: false,
  }
  // Of a request the operation looks at no more than this.
  const req = {
    locale: 'en',
    user: null,
    headers: new Headers(),
    payload: { config },
  } as unknown as PayloadRequest
  const { collections } = await permissionsInLocales(req)
  expect([...new Set(seen)]).toEqual(asked)
  expect(collections?.['posts']?.read).toBe(looks ? true : undefined)
  expect(Object.entries(req)).toContainEqual(['locale', 'en'])
})
