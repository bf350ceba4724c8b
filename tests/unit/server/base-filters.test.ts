import { expect, test } from 'vitest'
import { sendableWhere } from '../../../server/plugin/endpoints/base-filters.ts'

const NOTHING = { id: { exists: false } }
class ObjectId {
  toHexString() {
    return '65f0'
  }
}
class Unknown {
  readonly secret = 1
}

test('sends a filter that JSON can hold as it is (F94)', () => {
  const where = {
    team: { in: ['a', null] },
    or: [{ open: { equals: true } }, { and: [{ size: { less_than: 3 } }] }],
  }
  expect(sendableWhere(where)).toEqual(where)
  expect(sendableWhere({ at: { less_than: new Date(0) }, owner: { equals: new ObjectId() } })).toEqual({
    at: { less_than: '1970-01-01T00:00:00.000Z' },
    owner: { equals: '65f0' },
  })
  expect(sendableWhere({ owner: { in: [new ObjectId(), undefined] } })).toEqual({ owner: { in: ['65f0'] } })
  expect(sendableWhere({ owner: { equals: { relationTo: 'users', value: new ObjectId() } } })).toEqual({
    owner: { equals: { relationTo: 'users', value: '65f0' } },
  })
})

test.each([
  [{ team: { equals: undefined } }],
  [{ team: { not_equals: undefined } }],
  [{ team: { in: undefined } }],
  [{ team: { not_in: ['a', undefined] } }],
  [{ team: { equals: Number.NaN } }],
  [{ team: { equals: new Unknown() } }],
  [{ team: { equals: { relationTo: 'teams', value: undefined } } }],
  [{ team: null }],
  [{ team: {} }],
  [{ or: {} }],
])('narrows to nothing where JSON loses a part of the filter: %o (F94)', (where) => {
  expect(sendableWhere(where)).toEqual(NOTHING)
  const open = { open: { equals: true } }
  expect(sendableWhere({ or: [where, open] })).toEqual({ or: [NOTHING, open] })
})

test('passes over a rule that is undefined, as Payload does (F94)', () => {
  expect(sendableWhere({ team: undefined })).toEqual({})
  const open = { open: { equals: true } }
  expect(sendableWhere({ or: [{ team: undefined }, {}, open] })).toEqual({ or: [open] })
  expect(sendableWhere({ and: [new Unknown(), open] })).toEqual({ and: [NOTHING, open] })
})
