import { expect, test } from 'vitest'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import {
  addCounts,
  countKeys,
  groupFields,
  groupKey,
  groupRules,
  monthOf,
  whereOfGroup,
} from '../../../../shared/lists/group-by.ts'
import { array, checkbox, collection, date, group, relation, select, text } from '../build-fields.ts'

const posts = collection([
  text('title'),
  select('season', ['winter', 'summer']),
  select('months', ['may', 'june'], { hasMany: true }),
  checkbox('featured'),
  date('day'),
  relation('category', { relationTo: ['categories'] }),
  relation('authors', { relationTo: ['authors'], hasMany: true }),
  relation('link', { relationTo: ['posts', 'pages'], polymorphic: true }),
  group('meta', [select('kind', ['a', 'b'])]),
  array('rows', [select('inRow', ['a', 'b'])]),
])
const fields = groupFields(fieldTypes, posts)
const field = (path: string) => {
  const found = fields.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return found
}

test('a list is grouped by what each document has one value of', () => {
  expect(fields.map(({ path, kind }) => [path, kind])).toEqual([
    ['season', 'value'],
    ['featured', 'value'],
    ['day', 'month'],
    ['category', 'document'],
    ['meta.kind', 'value'],
  ])
})

test('a document is in the group of its value: of a date the month of this computer, of a box ticked or not', () => {
  expect(groupKey(field('season'), 'winter')).toBe('winter')
  expect([null, '', undefined].map((value) => groupKey(field('season'), value))).toEqual([null, null, null])
  expect([true, false, null].map((value) => groupKey(field('featured'), value))).toEqual([
    'true',
    'false',
    'false',
  ])
  expect([7, '7', { id: 7 }].map((value) => groupKey(field('category'), value))).toEqual(['7', '7', '7'])
  const may = new Date(2026, 4, 31, 23, 59).toISOString()
  expect([groupKey(field('day'), may), groupKey(field('day'), 'no date'), monthOf(may)]).toEqual([
    '2026-05',
    null,
    '2026-05',
  ])
})

test('the filter of a group finds what is in it, in each way of the filter around it', () => {
  expect(groupRules(field('season'), 'winter')).toEqual([{ season: { equals: 'winter' } }])
  expect(groupRules(field('season'), null)).toEqual([{ season: { exists: 'false' } }])
  expect(groupRules(field('featured'), 'false')).toEqual([{ featured: { not_equals: 'true' } }])
  expect(groupRules(field('day'), '2026-12')).toEqual([
    { day: { greater_than_equal: new Date(2026, 11, 1).toISOString() } },
    { day: { less_than: new Date(2027, 0, 1).toISOString() } },
  ])
  const rules = groupRules(field('season'), 'winter')
  expect(whereOfGroup(null, rules)).toEqual({ or: [{ and: rules }] })
  const around = { or: [{ and: [{ title: { like: 'a' } }] }, { and: [{ title: { like: 'b' } }] }] }
  expect(whereOfGroup(around, rules)).toEqual({
    or: [{ and: [{ title: { like: 'a' } }, ...rules] }, { and: [{ title: { like: 'b' } }, ...rules] }],
  })
})

test('counts are of each key, and are added', () => {
  const counts = countKeys(['a', null, 'a'])
  expect(counts).toEqual([
    { key: 'a', count: 2 },
    { key: null, count: 1 },
  ])
  expect(addCounts(counts, [{ key: null, count: 3 }], [])).toEqual([
    { key: 'a', count: 2 },
    { key: null, count: 4 },
  ])
})
