import { expect, it } from 'vitest'
import { eitherOf } from '../../../server/plugin/endpoints/permissions-in-locales.ts'

const where = (code: string) => ({ permission: true, where: { code: { equals: code } } })

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
