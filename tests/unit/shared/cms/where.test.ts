import { expect, test } from 'vitest'
import { fitsWhere } from '../../../../shared/cms/where.ts'
import type { JsonObject } from '../../../../shared/json.ts'

const rule = (isMet: boolean): JsonObject => ({ title: { equals: isMet } })
const fits = (where: JsonObject): boolean => fitsWhere(where, (_, asked) => asked['equals'] === true)

test.each<[JsonObject, boolean]>([
  [{ or: [rule(false), { and: [] }] }, false],
  [{ or: [rule(true), { and: [] }] }, true],
  [{ and: [rule(false), { or: [] }] }, false],
  [{ or: [{ and: [{ or: [] }] }, rule(false)] }, false],
  [{ or: [rule(false), {}] }, false],
  [{ or: [] }, true],
  [{ or: [{ and: [] }, { or: [] }] }, true],
  [{}, true],
])('a group without a rule asks nothing: %j fits: %s', (where, expected) => {
  expect(fits(where)).toBe(expected)
})
