import { expect, test } from 'vitest'
import { matchesWhere } from '../../../../main/store/lists/list-filter.ts'
import { queryString } from '../../../../main/server/http/document-query.ts'
import { narrowed } from '../../../../shared/lists/base-filter.ts'
import type { Json } from '../../../../shared/json.ts'

const found = (value: Json) => ({ values: [value], node: null, isMissingInRow: false })

test.each([
  [{ team: {} }],
  [{ team: 'north' }],
  [{ or: null }],
  [{ team: { in: null } }],
  [{ team: { not_in: null } }],
  [{ team: { all: [] } }],
  [{ team: { greater_than: null } }],
  [{ team: { equals: {} } }],
  [{ or: [{}, { team: {} }] }],
])('narrows to nothing where a query cannot carry a rule of the base filter: %o (F94)', (base) => {
  const where = narrowed(null, base)
  expect(where).not.toBeNull()
  expect(matchesWhere(where ?? {}, () => found('north'))).toBe(false)
  expect(decodeURIComponent(queryString({ where }))).toContain('[id][exists]=false')
})

test('keeps the other way of a base filter whose one way is empty (F94)', () => {
  const where = narrowed(null, { or: [{}, { and: [] }, { team: { equals: 'north' } }] })
  expect(where).toEqual({ or: [{ and: [{ team: { equals: 'north' } }] }] })
})
