import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWhere } from '../../../../shared/cms/where.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json } from '../../../../shared/json.ts'
import { filterFields, type FilterField } from '../../../../shared/lists/filter-fields.ts'
import {
  arityOf,
  countRules,
  formOf,
  newRule,
  whereOfForm,
  withField,
  withOperator,
  type FilterForm,
  type Rule,
} from '../../../../shared/lists/filter-form.ts'
import { tries } from '../../../support/tries.ts'
import {
  array,
  base,
  block,
  blocks,
  checkbox,
  code,
  collapsible,
  collection,
  date,
  email,
  group,
  join,
  json,
  number,
  point,
  radio,
  relation,
  richText,
  row,
  select,
  tab,
  tabs,
  text,
  textarea,
  upload,
} from '../build-fields.ts'

const everything = collection([
  text('title'),
  textarea('intro'),
  email('mail'),
  code('snippet'),
  number('length'),
  date('day'),
  checkbox('featured'),
  select('season', ['winter', 'summer']),
  radio('mood', ['calm', 'wild']),
  relation('category', { relationTo: ['categories'] }),
  relation('link', { relationTo: ['posts', 'pages'], polymorphic: true }),
  upload('picture'),
  richText('body'),
  json('data'),
  point('place'),
])
const fields = filterFields(fieldTypes, everything)
const fieldAt = (path: string): FilterField => {
  const found = fields.find((field) => field.path === path)
  if (found === undefined) throw new Error(`no field ${path}`)
  return found
}
const operatorsOf = (path: string) => fieldAt(path).operators.join(' ')

describe('the fields that a list can be filtered by', () => {
  const found = (...all: Parameters<typeof collection>[0]) =>
    filterFields(fieldTypes, collection(all)).map(({ path }) => path)

  it('lie in groups, named tabs and rows of arrays, through rows, collapsibles and nameless tabs', () => {
    expect(
      found(
        tabs(tab(null, [text('title'), row([text('kicker')])]), tab('meta', [text('title')])),
        group('seo', [text('slug'), group(null, [collapsible([number('score')])])]),
        array('stops', [row([text('city'), text('id')]), group('at', [date('day')])]),
      ),
    ).toEqual(['title', 'kicker', 'meta.title', 'seo.slug', 'seo.score', 'stops.city', 'stops.at.day'])
  })

  it('S3.10 (filters) S3.11 (filters) are none of those without a value, without leave, or that the site keeps out', () => {
    expect(
      found(
        { ...base, type: 'ui', name: 'note', seo: null },
        join('posts'),
        blocks('layout', [block('hero', [text('heading')])]),
        text('secret', { disabled: true }),
        text('quiet', { isFilter: false }),
        { ...group('inner', [text('gone')]), disabled: true },
        // Fields hidden only in forms can be filtered, as in the web admin: such as the date of a change.
        text('name', { hidden: true }),
      ),
    ).toEqual(['name'])
  })

  it('are called by what is around them, as far as that has a name', () => {
    const [first] = filterFields(
      fieldTypes,
      collection([
        tabs({
          ...tab('meta', [collapsible([group(null, [text('slug')])], { label: 'More' })]),
          label: 'SEO',
        }),
      ]),
    )
    expect(first).toMatchObject({ path: 'meta.slug', around: ['SEO', 'More'] })
  })

  it('A.4 (operators) ask what the web admin asks of the type, in its order, but for what SQLite has no answer to', () => {
    for (const path of ['title', 'intro', 'snippet'])
      expect(operatorsOf(path)).toBe('equals not_equals in not_in exists like not_like contains')
    expect(operatorsOf('mail')).toBe('equals not_equals in not_in exists contains')
    for (const path of ['length', 'day'])
      expect(operatorsOf(path)).toBe(
        'equals not_equals in not_in exists greater_than less_than less_than_equal greater_than_equal',
      )
    expect(operatorsOf('featured')).toBe('equals not_equals exists')
    for (const path of ['season', 'mood', 'category', 'picture'])
      expect(operatorsOf(path)).toBe('equals not_equals in not_in exists')
    expect(operatorsOf('link')).toBe('equals')
    expect(found(select('many', ['a'], { hasMany: true }))).toEqual(['many'])
    expect(found(select('many', ['a'], { hasMany: true, localized: true }))).toEqual([])
    expect(found(tabs(tab('meta', [text('title')], true), tab('seo', [text('title')])))).toEqual([
      'seo.title',
    ])
    for (const path of ['body', 'data', 'place']) expect(operatorsOf(path)).toBe('exists')
  })
})

const words = fc.string({ minLength: 1, maxLength: 8 })
const one = (field: FilterField): fc.Arbitrary<Json> => {
  switch (field.value) {
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String)
    case 'date':
      return fc
        .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((day) => day.toISOString())
    case 'tick':
      return fc.constantFrom('true', 'false')
    case 'document':
      return field.operators.includes('in')
        ? words
        : fc.record({ relationTo: fc.constantFrom('posts', 'pages'), value: words })
    default:
      return words
  }
}
const rule: fc.Arbitrary<Rule> = fc.constantFrom(...fields).chain((field) =>
  fc.constantFrom(...field.operators).chain((operator) => {
    const most = field.value === 'date' ? 1 : 4
    const value =
      operator === 'exists'
        ? fc.constantFrom('true', 'false')
        : operator === 'in' || operator === 'not_in'
          ? fc.uniqueArray(one(field), { minLength: 1, maxLength: most })
          : one(field)
    return value.map((given): Rule => ({ path: field.path, operator, value: given }))
  }),
)
const filterForm: fc.Arbitrary<FilterForm> = fc.array(fc.array(rule, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
})

describe('a filter as a form', () => {
  it('S3.39 (part) is the same after it was a filter in between', () => {
    fc.assert(
      fc.property(filterForm, (form) => {
        const where = whereOfForm(form)
        expect(isWhere(where)).toBe(true)
        expect(formOf(where, fields)).toEqual(form)
        expect(countRules(where)).toBe(form.flat().length)
      }),
      tries(200),
    )
  })

  it('keeps what it cannot show, and gives it back as it was', () => {
    const odd = [
      { title: { equals: 'a' }, season: { equals: 'winter' } },
      { length: { greater_than: '1', less_than: '5' } },
      { 'layout.heading': { like: 'ferry' } },
      { place: { near: '1,2,3' } },
      { length: { equals: 'many' } },
      { day: { in: ['2026-01-01', '2026-01-02'] } },
      { season: { in: 'winter,summer' } },
      { title: { equals: 5 } },
      { featured: { exists: true } },
      { link: { equals: '7' } },
    ]
    const where = { or: [{ and: odd }, { and: [{ title: { like: 'x' } }] }] }
    const form = formOf(where, fields)
    expect(form[0]).toEqual(odd.map((kept) => ({ kept })))
    expect(form[1]).toEqual([{ path: 'title', operator: 'like', value: 'x' }])
    expect(whereOfForm(form)).toEqual(where)
  })

  it('asks nothing with a line that nothing was put into', () => {
    const empty = newRule(fieldAt('title'))
    expect(empty).toEqual({ path: 'title', operator: 'equals', value: null })
    expect(whereOfForm([[empty], []])).toBeNull()
    const full: Rule = { path: 'title', operator: 'like', value: 'x' }
    expect(whereOfForm([[empty, full], [empty]])).toEqual({ or: [{ and: [{ title: { like: 'x' } }] }] })
    expect(formOf(null, fields)).toEqual([])
    expect(countRules(null)).toBe(0)
  })

  it('another operator keeps the value where it can be compared with it, and else asks for one', () => {
    const next = (path: string, operator: Rule['operator'], value: Json, to: Rule['operator']) =>
      withOperator({ path, operator, value }, to, fieldAt(path)).value
    expect(next('title', 'equals', 'a', 'like')).toBe('a')
    expect(next('title', 'equals', 'a', 'in')).toEqual(['a'])
    expect(next('title', 'in', ['a'], 'equals')).toBe('a')
    expect(next('title', 'in', ['a', 'b'], 'not_in')).toEqual(['a', 'b'])
    expect(next('title', 'in', ['a', 'b'], 'equals')).toBeNull()
    expect(next('title', 'equals', 'true', 'exists')).toBeNull()
    expect(next('title', 'exists', 'true', 'equals')).toBeNull()
    expect(next('title', 'equals', null, 'in')).toBeNull()
  })

  it('another operator or field never makes a line that the form cannot show', () => {
    fc.assert(
      fc.property(rule, fc.constantFrom(...fields), fc.nat(), (before, next, at) => {
        const field = fieldAt(before.path)
        const operator = field.operators[at % field.operators.length] ?? 'exists'
        for (const after of [withOperator(before, operator, field), withField(before, field, next)]) {
          expect(fieldAt(after.path).operators).toContain(after.operator)
          expect(formOf(whereOfForm([[after]]), fields)).toEqual(after.value === null ? [] : [[after]])
        }
        expect(withOperator(before, before.operator, field)).toEqual(before)
      }),
      tries(300),
    )
  })

  it('another field keeps what says the same of it', () => {
    const from = (path: string, operator: Rule['operator'], value: Json, to: string) =>
      withField({ path, operator, value }, fieldAt(path), fieldAt(to))
    expect(from('title', 'like', 'a', 'intro')).toEqual({ path: 'intro', operator: 'like', value: 'a' })
    expect(from('title', 'like', 'a', 'mail')).toEqual({ path: 'mail', operator: 'equals', value: 'a' })
    expect(from('title', 'equals', '5', 'length')).toEqual({
      path: 'length',
      operator: 'equals',
      value: null,
    })
    expect(from('season', 'equals', 'winter', 'mood').value).toBeNull()
    expect(from('title', 'exists', 'true', 'body').value).toBe('true')
  })

  it('one value or many, or none', () => {
    expect(arityOf('exists')).toBe('presence')
    expect(arityOf('not_in')).toBe('many')
    expect(arityOf('like')).toBe('one')
  })
})
