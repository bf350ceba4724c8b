import { describe, expect, test } from 'vitest'
import { pickLabel } from '../../../../shared/cms/labels.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { filterFields, localFields } from '../../../../shared/lists/filter-fields.ts'
import type { Rule } from '../../../../shared/lists/filter-form.ts'
import {
  readFilterText,
  readToken,
  rulesForDocuments,
  textOfRule,
  type TextContext,
} from '../../../../shared/lists/filter-text.ts'
import { checkbox, collection, date, group, number, relation, select, text } from '../build-fields.ts'

const posts = collection([
  text('title'),
  text('slug'),
  select('season', ['winter', 'summer']),
  select('_status', ['draft', 'published']),
  number('length'),
  checkbox('featured'),
  date('updatedAt'),
  date('publishDate'),
  relation('authors', { relationTo: ['users'] }),
  relation('category', { relationTo: ['categories'] }),
  group('meta', [text('description')]),
])
const now = new Date(2026, 10, 27, 12)
const context: TextContext = {
  fields: [...filterFields(fieldTypes, posts), ...localFields],
  label: (label) => pickLabel(label, 'en'),
  labelOf: ({ path }) => path,
  now,
  me: { slug: 'users', id: '7' },
}
/** Parses a text. */
const asked = (typed: string) => {
  const { words, tokens } = readFilterText(typed, context)
  return { words, read: tokens.map((token) => readToken(token, context)) }
}
const rules = (typed: string) =>
  asked(typed).read.flatMap((read): object[] => ('rules' in read ? read.rules : [read]))
const local = (...parts: [number, number, number?]) =>
  new Date(parts[0], parts[1], parts[2] ?? 1).toISOString()

describe('a typed filter', () => {
  test('is what has the name of a field; the rest is searched for', () => {
    const { words, read } = asked('night status:draft http://x.org train')
    expect(words).toBe('night http://x.org train')
    expect(read).toEqual([{ rules: [{ path: '_status', operator: 'equals', value: 'draft' }] }])
    expect(asked('status: draft unknown:thing').words).toBe('status: draft unknown:thing')
  })

  test.each<[string, string, Rule['operator'], Rule['value']]>([
    ['status:Draft', '_status', 'equals', 'draft'],
    ['-status:draft', '_status', 'not_equals', 'draft'],
    ['season:winter,summer', 'season', 'in', ['winter', 'summer']],
    ['-season:winter,summer', 'season', 'not_in', ['winter', 'summer']],
    ['title:ferry', 'title', 'like', 'ferry'],
    ['title:"night train"', 'title', 'like', 'night train'],
    ['title:="night train"', 'title', 'equals', 'night train'],
    ['-title:ferry', 'title', 'not_equals', 'ferry'],
    ['description:none', 'meta.description', 'exists', 'false'],
    ['meta.description:any', 'meta.description', 'exists', 'true'],
    ['length:>100', 'length', 'greater_than', '100'],
    ['length:<=1.5', 'length', 'less_than_equal', '1.5'],
    ['featured:yes', 'featured', 'equals', 'true'],
    ['-featured:yes', 'featured', 'equals', 'false'],
    ['author:me', 'authors', 'equals', '7'],
    ['category:#3', 'category', 'equals', '3'],
    ['is:unsent', '@unsent', 'equals', 'true'],
    ['-is:conflict', '@conflict', 'equals', 'false'],
    ['updated:<7d', 'updatedAt', 'greater_than', 'now-7d'],
    ['updated:>1m', 'updatedAt', 'less_than', 'now-1m'],
    ['updated:<=yesterday', 'updatedAt', 'less_than', 'today'],
    ['updated:=today', 'updatedAt', 'equals', local(2026, 10, 27)],
    ['publish:>2026-05', 'publishDate', 'greater_than_equal', local(2026, 5)],
    ['publishdate:<2026-05-17', 'publishDate', 'less_than', local(2026, 4, 17)],
  ])('%s', (typed, path, operator, value) => {
    expect(rules(typed)).toEqual([{ path, operator, value }])
  })

  test('a day, a month, a year is all of it', () => {
    const between = (from: string, to: string) => [
      { path: 'publishDate', operator: 'greater_than_equal', value: from },
      { path: 'publishDate', operator: 'less_than', value: to },
    ]
    expect(rules('publish:2026-12')).toEqual(between(local(2026, 11), local(2027, 0)))
    expect(rules('publish:2026')).toEqual(between(local(2026, 0), local(2027, 0)))
    expect(rules('publish:today')).toEqual(between('today', 'today+1d'))
    expect(rules('publish:yesterday')).toEqual(between('today-1d', 'today'))
  })

  test('a document is asked for by its title', () => {
    const [read] = asked('-category:"Slow travel",#4').read
    const byTitle = read !== undefined && 'byTitle' in read ? read.byTitle : null
    expect(byTitle).toMatchObject({ isNegated: true, titles: ['Slow travel', '#4'] })
    expect(byTitle && rulesForDocuments(byTitle, ['9', '4'])).toEqual([
      { path: 'category', operator: 'not_in', value: ['9', '4'] },
    ])
  })

  test.each([
    ['status:nonsense', 'value'],
    ['length:long', 'value'],
    ['publish:2026-02-31', 'value'],
    ['season:>winter', 'value'],
    ['-length:>3', 'comparison'],
    ['category:me', 'me'],
    ['is:tired', 'value'],
  ])('%s says why nothing is asked', (typed, problem) => {
    expect(asked(typed).read).toEqual([{ problem }])
  })
})

describe('a line of a filter', () => {
  const written = (rule: Rule) => textOfRule(rule, context, (id) => (id === '9' ? 'Slow travel' : null))

  test.each<[string, Rule['operator'], Rule['value'], string | null]>([
    ['_status', 'equals', 'draft', 'status:draft'],
    ['season', 'not_in', ['winter', 'summer'], '-season:winter,summer'],
    ['title', 'like', 'night train', 'title:"night train"'],
    ['title', 'equals', 'ferry', 'title:=ferry'],
    ['title', 'like', 'none', null],
    ['length', 'less_than_equal', '3', 'length:<=3'],
    ['category', 'in', ['9', '4'], 'category:"Slow travel",#4'],
    ['meta.description', 'exists', 'false', 'meta.description:none'],
    ['@unsent', 'equals', 'true', 'is:unsent'],
    ['updatedAt', 'greater_than', '2026-11-20T11:00:00.000Z', 'updated:>2026-11-20T11:00:00.000Z'],
    ['updatedAt', 'greater_than', 'now-7d', 'updated:<7d'],
    ['updatedAt', 'less_than', 'now-2w', 'updated:>2w'],
    ['updatedAt', 'greater_than_equal', 'today', 'updated:>=today'],
    ['updatedAt', 'greater_than_equal', 'today+1d', 'updated:>today'],
    ['updatedAt', 'less_than', 'today+1d', 'updated:<=today'],
    ['updatedAt', 'less_than', 'today-1d', 'updated:<yesterday'],
    ['updatedAt', 'greater_than_equal', 'now-7d', null],
    ['title', 'contains', 'x', null],
    ['title', 'like', 'a "b"', null],
  ])('%s %s %j is typed so that it is read as the same, or not at all', (path, operator, value, typed) => {
    const rule = { path, operator, value }
    expect(written(rule)).toBe(typed)
    const again = typed === null || typed.includes('Slow') ? [rule] : rules(typed)
    expect(again).toEqual([rule])
  })
})
