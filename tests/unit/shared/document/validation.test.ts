import { describe, expect, it } from 'vitest'
import type { DataNode } from '../../../../shared/cms/fields.ts'
import { validateDocument, validateField } from '../../../../shared/document/validation/validate-document.ts'
import type { ValidationContext } from '../../../../shared/fields/field-type.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import {
  array,
  block,
  blocks,
  group,
  number,
  email as emailField,
  point as pointField,
  radio,
  richText,
  textarea,
  textEditor,
  relation,
  select,
  tab,
  tabs,
  text,
  checkbox,
  date as dateField,
} from '../build-fields.ts'
import { checkPassword } from '../../../../shared/fields/text-rules.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'

const key = (field: DataNode, value: Json | undefined, context?: Omit<ValidationContext, 'errorsIn'>) =>
  validateField(fieldTypes, field, value, context)?.key ?? null
const must = { required: true }

describe('fields that the server fills in', () => {
  const errors = (data: JsonObject) =>
    validateDocument(
      fieldTypes,
      [dateField('day', filled), array('rows', [text('kind', filled)])],
      data,
      null,
    ).map(({ path, key: what }) => [path, what])
  const filled = { required: true, hasComputedDefault: true }

  it('a required field whose default a function makes may be absent, also in a row (F91)', () => {
    expect(errors({ rows: [{ id: 'a' }] })).toEqual([])
  })

  it('one that was emptied is still missing (F91)', () => {
    expect(errors({ day: null, rows: [{ id: 'a', kind: null }] })).toEqual([
      ['day', 'validation:required'],
      ['rows.a.kind', 'validation:required'],
    ])
  })
})

describe('ids', () => {
  const errors = (fields: Field[], data: JsonObject) =>
    validateDocument(fieldTypes, fields, data, null).map(({ path, key: what }) => [path, what])
  const typed = text('id', { required: true })

  it('F58 one that people type is needed; those that programs make are not', () => {
    expect(errors([typed], {})).toEqual([['id', 'validation:required']])
    expect(errors([{ ...typed, hidden: true }], {})).toEqual([])
    expect(errors([array('rows', [typed])], { rows: [{ id: 'r1' }, {}] })).toEqual([])
  })

  it.each(['..', 'a/../b', 'tmp_1'])(
    'F58 %s is none: it is no step of an address, or one of a new document',
    (id) => {
      expect(errors([typed], { id })).toEqual([['id', 'galley:inputs.notAnId']])
    },
  )

  it.each(['SEE', 'a/b', 'ä b?', '.se'])('F58 %s is one', (id) => {
    expect(errors([typed], { id })).toEqual([])
  })
})

describe('text', () => {
  it('S5.06 (part) S5.08 (part) the longest is 40,000 where the field says nothing', () => {
    expect(key(text('a'), 'x'.repeat(40_000))).toBeNull()
    expect(validateField(fieldTypes, text('a'), 'x'.repeat(40_001))).toEqual({
      key: 'validation:shorterThanMax',
      vars: { maxLength: 40_000 },
    })
    expect(validateField(fieldTypes, text('a', { maxLength: 4 }), 'abcde')).toEqual({
      key: 'validation:shorterThanMax',
      vars: { maxLength: 4 },
    })
  })
  it('S5.07 (part) S5.09 (part) F55 the shortest is 3 where the field says nothing, as advice, and never of nothing', () => {
    const error = (minLength: number) => ({ key: 'validation:longerThanMin', vars: { minLength } })
    expect(validateField(fieldTypes, text('a'), 'ab')).toEqual({ ...error(3), advice: true })
    expect(validateField(fieldTypes, text('a', { minLength: 3 }), 'ab')).toEqual(error(3))
    expect(key(text('a', { hasMany: true, maxLength: 4 }), ['ab', 'too long'])).toBe(
      'validation:shorterThanMax',
    )
    expect(key(text('a', { minLength: 1 }), 'a')).toBeNull()
    for (const nothing of ['', null, undefined]) expect(key(text('a'), nothing)).toBeNull()
    expect(key(textarea('a'), 'ab')).toBeNull()
  })
  it('F58 an id of two letters that a site has is no short text, unless its field says so', () => {
    expect(key(text('id'), 'SE')).toBeNull()
    expect(key(text('id', { minLength: 3 }), 'SE')).toBe('validation:longerThanMin')
  })
  it('S5.10 (part) longest, shortest, required, in this order', () => {
    expect(key(text('a', { ...must, minLength: 2, maxLength: 1 }), 'abc')).toBe('validation:shorterThanMax')
    expect(key(text('a', { ...must, minLength: 2 }), '')).toBe('validation:longerThanMin')
    for (const nothing of ['', null, undefined])
      expect(key(text('a', must), nothing)).toBe('validation:required')
    expect(key(text('a', { minLength: 9 }), null)).toBeNull()
  })
  it('S5.11 of many values the first wrong one is told', () => {
    expect(
      validateField(fieldTypes, text('a', { hasMany: true, maxLength: 4 }), ['good', 'too long', 'no']),
    ).toEqual({
      key: 'validation:shorterThanMax',
      vars: { maxLength: 4 },
    })
  })
  it('S5.12 (part) S5.13 (part) S5.14 (part) how many values there have to be', () => {
    const many = { hasMany: true, minRows: 2, maxRows: 3 }
    const label = { label: 'general:rows' }
    expect(validateField(fieldTypes, text('a', many), ['one'])).toEqual({
      key: 'validation:requiresAtLeast',
      vars: { count: 2 },
      varKeys: label,
    })
    expect(validateField(fieldTypes, text('a', many), ['one', 'two', 'three', 'four'])).toEqual({
      key: 'validation:requiresNoMoreThan',
      vars: { count: 3 },
      varKeys: label,
    })
    expect(key(text('a', many), [])).toBeNull()
    expect(validateField(fieldTypes, text('a', { hasMany: true, ...must }), [])).toEqual({
      key: 'validation:requiresAtLeast',
      vars: { count: 1 },
      varKeys: { label: 'general:row' },
    })
  })
})

describe('e-mail and user name', () => {
  const email = emailField('email')
  it('S5.16 (part) takes what the server takes', () => {
    for (const good of ['a@b.co', 'A+b@sub.d.org', 'a@ex--am.com'])
      expect([good, key(email, good)]).toEqual([good, null])
    for (const bad of [
      'a@b',
      'a b@c.io',
      '"x"@c.io',
      'a..b@c.io',
      'a@-c.io',
      'a@c-.io',
      '.a@b.io',
      'a.@b.io',
    ]) {
      expect([bad, key(email, bad)]).toEqual([bad, 'validation:emailAddress'])
    }
    expect(key({ ...email, ...must }, '')).toBe('validation:emailAddress')
    expect(key(email, '')).toBeNull()
  })
  it('S5.17 (part) S5.18 (part) where either is enough, one of them is required', () => {
    const either = { requireUsername: false, requireEmail: false }
    const username = text('username')
    expect(key(email, '', { siblings: {}, loginWithUsername: either })).toBe('validation:required')
    expect(key(email, '', { siblings: { username: 'ines' }, loginWithUsername: either })).toBeNull()
    expect(key(username, '', { siblings: {}, loginWithUsername: either })).toBe('validation:required')
    expect(key(username, '', { siblings: { email: 'a@b.co' }, loginWithUsername: either })).toBeNull()
    expect(
      key(username, '', { siblings: {}, loginWithUsername: { ...either, requireEmail: true } }),
    ).toBeNull()
  })
})

describe('a new password', () => {
  const keys = (password: string, confirmation: string, maxLength: number | null = null) => {
    const found = checkPassword(password, confirmation, maxLength)
    return [found.password?.key ?? null, found.confirmation?.key ?? null]
  }
  it('S5.15 (part) has to be confirmed, and both are required', () => {
    expect(keys('secret', 'secret')).toEqual([null, null])
    expect(keys('secret', 'Secret')).toEqual([null, 'fields:passwordsDoNotMatch'])
    expect(keys('secret', '')).toEqual([null, 'validation:required'])
    expect(keys('', '')).toEqual(['validation:required', 'validation:required'])
  })
  it('S5.07 (part) S9.08 (part) has at least three letters, and no more than the site takes', () => {
    expect(keys('ab', 'ab')[0]).toBe('validation:longerThanMin')
    expect(keys('abc', 'abc')[0]).toBeNull()
    expect(keys('abcde', 'abcde', 4)[0]).toBe('validation:shorterThanMax')
  })
})

describe('numbers, choices, dates', () => {
  it('S5.26 (part) numbers', () => {
    const field = number('n', { min: 1, max: 9 })
    expect(validateField(fieldTypes, field, 10)).toEqual({
      key: 'validation:greaterThanMax',
      vars: { value: '10', max: 9 },
      varKeys: { label: 'general:value' },
    })
    expect(key(field, 0)).toBe('validation:lessThanMin')
    expect(key(field, 'abc')).toBe('validation:enterNumber')
    expect(key(field, ' 5 ')).toBeNull()
    expect(key(field, null)).toBeNull()
    expect(key(number('n', must), null)).toBe('validation:required')
    expect(key(number('n', must), 0)).toBeNull()
    expect(key(number('n', { hasMany: true, max: 5 }), [1, 9])).toBe('validation:greaterThanMax')
  })
  it('S5.26 (part) choices', () => {
    const field = select('s', ['a', 'b'])
    expect(key(field, 'c')).toBe('validation:invalidSelection')
    expect(key(select('s', ['a'], { hasMany: true }), ['a', 'c'])).toBe('validation:invalidSelection')
    expect(validateField(fieldTypes, select('s', ['a'], { hasMany: true }), ['a', 'a'])).toEqual({
      key: 'validation:invalidSelections',
      detail: ' "a", "a"',
    })
    expect(key(field, null)).toBeNull()
    expect(key(select('s', ['a'], must), null)).toBe('validation:required')
    expect(key(select('s', ['a'], { ...must, hasMany: true }), [])).toBe('validation:required')
    expect(key(radio('s', ['a'], must), '')).toBe('validation:required')
  })
  it('S5.26 (part) check boxes', () => {
    const box = checkbox('c')
    expect(key(box, 'yes')).toBe('validation:trueOrFalse')
    expect(key(box, null)).toBeNull()
    expect(key({ ...box, ...must }, null)).toBe('validation:trueOrFalse')
    expect(key({ ...box, ...must }, false)).toBeNull()
  })
  it('S5.26 (part) dates and their time zone', () => {
    const date = dateField('d', { appearance: 'dayOnly' })
    expect(validateField(fieldTypes, date, 'someday')).toEqual({
      key: 'validation:notValidDate',
      vars: { value: 'someday' },
    })
    expect(key(date, null)).toBeNull()
    expect(key({ ...date, ...must }, null)).toBe('validation:required')
    const zoned = { ...date, ...must, timezone: true } as const
    expect(key(zoned, '2026-01-01', { siblings: {} })).toBe('validation:timezoneRequired')
    expect(key(zoned, '2026-01-01', { siblings: { d_tz: 'Europe/Oslo' } })).toBeNull()
  })
  it('S5.26 (part) how many documents a relationship may hold is said in the words of the server', () => {
    const many = relation('r', { hasMany: true, minRows: 2, maxRows: 3 })
    const varKeys = { label: 'general:rows' }
    expect(validateField(fieldTypes, many, [1])).toEqual({
      key: 'validation:lessThanMin',
      vars: { value: 1, min: 2 },
      varKeys,
    })
    expect(validateField(fieldTypes, many, [1, 2, 3, 4])).toEqual({
      key: 'validation:greaterThanMax',
      vars: { value: 4, max: 3 },
      varKeys,
    })
    for (const right of [null, [], [1, 2], [1, 2, 3]])
      expect(validateField(fieldTypes, many, right)).toBeNull()
  })
  it('S5.26 (part) relationships, points and rich text', () => {
    expect(key(relation('r', must), null)).toBe('validation:required')
    expect(key(relation('r', { ...must, hasMany: true }), [])).toBe('validation:required')
    expect(key(relation('r', must), 0)).toBeNull()
    const point = pointField('p')
    expect(key(point, [181, 0])).toBe('validation:longitudeOutOfBounds')
    expect(key(point, [0, -91])).toBe('validation:latitudeOutOfBounds')
    expect(key(point, [1, ''])).toBe('validation:invalidInput')
    expect(key({ ...point, ...must }, ['', ''])).toBe('validation:requiresTwoNumbers')
    expect(key(point, [18.8, 68.3])).toBeNull()
    const rich = richText('t', { ...must, editor: textEditor() })
    const empty = { root: { children: [{ type: 'paragraph', children: [] }] } }
    expect(key(rich, empty)).toBe('validation:required')
    expect(key(rich, { root: { children: [{ type: 'paragraph', children: [{ text: 'x' }] }] } })).toBeNull()
    expect(key(rich, { root: { children: [{ type: 'horizontalrule' }] } })).toBeNull()
  })

  it('a required text of an editor that Galley does not know is there as soon as it has anything', () => {
    const slate = richText('t', must)
    expect(key(slate, [{ type: 'h1', children: [{ text: 'Hello' }] }])).toBeNull()
    expect(key(slate, '<p>Hello</p>')).toBeNull()
    expect(key(slate, null)).toBe('validation:required')
  })
})

describe('documents', () => {
  const fields = [
    text('title', { ...must, localized: true }),
    tabs(tab('meta', [text('description', must)])),
    group('settings', [number('size', { max: 5 })]),
    array('items', [text('label', { ...must, localized: true })], { minRows: 2 }),
    blocks('layout', [block('hero', [text('heading', must)])]),
  ]
  it('S5.26 (part) every wrong place is told by its path, rows by id, in the order of the fields', () => {
    const data = {
      title: { de: 'Nachtzug' },
      settings: { size: 9 },
      items: [{ id: 'a', label: { de: 'Koje' } }],
      layout: [
        { id: 'h', blockType: 'hero' },
        { id: 'x', blockType: 'unknown' },
      ],
    }
    const paths = (locale: string, skip?: (path: string) => boolean) =>
      validateDocument(fieldTypes, fields, data, locale, skip ? { skip } : {}).map(
        (error) => `${error.path} ${error.key.split(':')[1]}`,
      )
    expect(paths('en')).toEqual([
      'title required',
      'meta.description required',
      'settings.size greaterThanMax',
      'items requiresAtLeast',
      'items.a.label required',
      'layout.h.heading required',
    ])
    expect(paths('de')).not.toContain('title required')
    expect(paths('en', (path) => path === 'meta' || path === 'items')).toEqual([
      'title required',
      'settings.size greaterThanMax',
      'layout.h.heading required',
    ])
  })
})
