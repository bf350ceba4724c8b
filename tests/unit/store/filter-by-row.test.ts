import { expect, test } from 'vitest'
import { matchesByRow } from '../../../main/store/lists/list-filter.ts'
import { sharesList, valuesAt } from '../../../main/store/lists/list-values.ts'
import type { Field } from '../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { array, group, number, relation, text } from '../shared/build-fields.ts'

const fields: Field[] = [
  text('title'),
  group('practical', [
    array('costs', [
      text('what'),
      number('amount'),
      array('notes', [text('word')]),
      relation('payers', { relationTo: ['authors'], hasMany: true }),
      relation('payer', { relationTo: ['authors'] }),
    ]),
    number('marks', { hasMany: true }),
  ]),
]
const data: JsonObject = {
  title: 'Night train',
  practical: {
    costs: [
      { what: 'berth', amount: 40, notes: [], payers: [5, 6], payer: 5 },
      { what: 'tea', amount: 2, notes: [{ word: 'hot' }, { word: 'sweet' }] },
    ],
    marks: [1, 2],
  },
}

function fits(where: JsonObject, of = data): boolean {
  const row = { id: '1', data: of, updatedAt: null, status: null }
  return matchesByRow(where, (path) => valuesAt(fields, row, path, null, true))
}

const what = (operand: Json): JsonObject => ({ 'practical.costs.what': { equals: operand } })
const amount = (operand: Json): JsonObject => ({ 'practical.costs.amount': { equals: operand } })
const word = (operand: Json): JsonObject => ({ 'practical.costs.notes.word': { equals: operand } })
const mark = (operand: Json): JsonObject => ({ 'practical.marks': { equals: operand } })

test.each<[JsonObject[], boolean]>([
  [[what('tea'), amount(2)], true],
  [[what('tea'), amount(40)], false],
  [[what('tea'), word('hot')], true],
  [[what('berth'), word('hot')], false],
  [[word('hot'), word('sweet')], false],
  [[mark(1), { or: [mark(1), mark(3)] }], true],
  [[mark(1), mark(2)], false],
  [[{ or: [what('tea'), what('berth')] }, amount(40)], true],
])('rules about one list must fit in one of its rows: %j fits: %s', (and, expected) => {
  expect(fits({ and })).toBe(expected)
  expect(sharesList(fields, { and })).toBe(true)
})

test('a list without rows has one without values', () => {
  const rules = [{ 'practical.costs.what': { exists: 'false' } }, amount(2)]
  expect(fits({ or: rules }, { practical: { costs: [] } })).toBe(true)
  expect(fits({ and: rules }, { practical: { costs: [] } })).toBe(false)
})

test('rules about different lists fit in any of their rows', () => {
  const where = { and: [what('tea'), mark(1), { title: { like: 'night' } }] }
  expect(sharesList(fields, where)).toBe(false)
  expect(fits(where)).toBe(true)
})

test('many related documents in rows are tied to no row, as on the server; a single one is', () => {
  const payers = (operand: Json): JsonObject => ({ 'practical.costs.payers': { equals: operand } })
  const payer: JsonObject = { 'practical.costs.payer': { equals: 5 } }
  expect(fits({ and: [what('tea'), payers(5)] })).toBe(true)
  expect(fits({ and: [what('tea'), payer] })).toBe(false)
  expect(fits({ and: [what('berth'), payer] })).toBe(true)
  // Two rules about them are about one of them.
  expect(sharesList(fields, { and: [payers(5), payers(6)] })).toBe(true)
  expect(fits({ and: [payers(5), payers(6)] })).toBe(false)
})
