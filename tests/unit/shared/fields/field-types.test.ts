import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSiteConfig } from '../../../../shared/cms/parse-config.ts'
import type { Field } from '../../../../shared/cms/schema-model.ts'
import { operators } from '../../../../shared/cms/where.ts'
import { mergeValue } from '../../../../shared/document/merge-value.ts'
import type { FieldWithValue, TextContext } from '../../../../shared/fields/field-type.ts'
import { valueType } from '../../../../shared/fields/field-type.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { Json } from '../../../../shared/json.ts'

const names = Object.entries(fieldTypes).flatMap(([name, type]) => (type.kind === 'value' ? [name] : []))

/** Returns a field of this type as the parser makes it, with many values if asked for and the type has that. */
function fieldOf(type: string, hasMany: boolean): FieldWithValue {
  const raw = {
    type,
    name: 'field',
    hasMany,
    options: ['a', { value: 'b', label: { en: 'Bee' } }],
    relationTo: 'posts',
    fields: [{ type: 'text', name: 'title' }],
    blocks: [{ slug: 'hero', fields: [{ type: 'text', name: 'title' }] }],
  }
  const parsed = parseSiteConfig(fieldTypes, { config: { collections: [{ slug: 'things', fields: [raw] }] } })
  const field: Field | undefined = parsed.ok ? parsed.schema.collections[0]?.fields[0] : undefined
  if (field === undefined || !('defaultValue' in field)) throw new Error(`no field of type ${type}`)
  return field
}
const fields = names.flatMap((name) => [
  [name, fieldOf(name, false)] as const,
  [`${name}, many`, fieldOf(name, true)] as const,
])

const words: TextContext = {
  label: (text) => (typeof text === 'string' ? text : (text?.['en'] ?? '')),
  formatDate: (iso) => iso.slice(0, 10),
  formatNumber: String,
  nameOf: (_slug, id) => (id === '7' ? 'Seven' : null),
}

/** Values without parts, of every type. Few of them, so that some are the same. */
const scalar = fc.constantFrom<Json>(
  '',
  'a',
  'b',
  'A longer text',
  0,
  1,
  7,
  true,
  false,
  null,
  '2026-01-02T10:00:00.000Z',
)
const item = fc.oneof(
  scalar,
  fc.record({ id: fc.constantFrom('1', '2'), blockType: fc.constantFrom('hero', 'gone'), title: scalar }),
  fc.record({ relationTo: fc.constantFrom('posts', 'pages'), value: fc.constantFrom(7, 8) }),
  fc.constant<Json>({ root: { children: [{ type: 'paragraph', children: [{ text: 'x' }] }] } }),
)
const value: fc.Arbitrary<Json> = fc.oneof(item, fc.array(item, { maxLength: 3 }))

describe.each(fields)('%s', (_name, field) => {
  const type = valueType(fieldTypes, field)
  const equal = (a: Json, b: Json) => type.equal(field, a, b)

  it('SY5 equality is one: reflexive, symmetric, transitive; nothing is the same as nothing', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(equal(a, structuredClone(a))).toBe(true)
        expect(equal(a, b)).toBe(equal(b, a))
        expect(!equal(a, b) || !equal(b, c) || equal(a, c)).toBe(true)
      }),
    )
    // In JSON an empty text and an empty list are values like any other.
    for (const nothing of field.type === 'json' ? [null] : ['', [], null]) {
      expect(equal(nothing, null)).toBe(true)
      expect(type.isEmpty(field, nothing)).toBe(true)
    }
  })

  it('SY6 the side that changed wins, and merging in either direction finds the same conflicts', () => {
    fc.assert(
      fc.property(value, value, value, (base, mine, theirs) => {
        const one = mergeValue(fieldTypes, field, base, mine, base)
        expect(one.ok && equal(one.value, mine)).toBe(true)
        const other = mergeValue(fieldTypes, field, base, base, theirs)
        expect(other).toEqual({ ok: true, value: theirs })
        const both = mergeValue(fieldTypes, field, base, mine, theirs)
        expect(mergeValue(fieldTypes, field, base, theirs, mine).ok).toBe(both.ok)
      }),
    )
  })

  it('S5.26 (part) any value can be checked and said as text', () => {
    fc.assert(
      fc.property(value, (any) => {
        expect(type.validate(field, any, { errorsIn: () => [] })?.key ?? 'validation:').toMatch(
          /^validation:/,
        )
        expect(type.text(field, any, words)).toEqual(expect.any(String))
      }),
    )
  })

  it('S5.04 (part) filters may ask only what there is to ask', () => {
    for (const operator of type.operators(field)) expect(operators).toContain(operator)
  })
})

describe('plain text', () => {
  const say = (type: string, held: Json) => {
    const field = fieldOf(type, false)
    return valueType(fieldTypes, field).text(field, held, words)
  }
  it('S3.08 (part) S3.07 (part) options by label, documents by title, days as the screen says them', () => {
    expect(say('select', ['a', 'b', 'gone'])).toBe('a, Bee, gone')
    expect(say('radio', 'b')).toBe('Bee')
    expect(say('relationship', [7, { relationTo: 'pages', value: 8 }])).toBe('Seven, 8')
    expect(say('date', '2026-01-02T10:00:00.000Z')).toBe('2026-01-02')
    expect(say('checkbox', null)).toBe('false')
    expect(say('point', [18.8, 68.3])).toBe('18.8, 68.3')
  })
  it('S3.07 (part) the documents that a value points at', () => {
    const refs = (type: string, held: Json) => {
      const field = fieldOf(type, true)
      return valueType(fieldTypes, field).refs(field, held)
    }
    expect(refs('upload', [7, { relationTo: 'pages', value: 8 }, null, true])).toEqual([
      { slug: 'posts', id: '7' },
      { slug: 'pages', id: '8' },
    ])
    expect(refs('relationship', null)).toEqual([])
    expect(refs('text', 'posts')).toEqual([])
  })
  it('rows by how many they are, blocks by their names too', () => {
    expect(say('array', [{ id: '1' }])).toBe('1 Field')
    expect(
      say('blocks', [
        { id: '1', blockType: 'hero' },
        { id: '2', blockType: 'gone' },
      ]),
    ).toBe('2 Fields - Hero, gone')
  })
  it('S2.36 (part) rich text by the words of its nodes, a line each', () => {
    const node = (type: string, ...children: Json[]) => ({ type, children })
    const children = [
      node('paragraph', { type: 'text', text: 'Night ' }, { type: 'text', text: 'train' }),
      node('paragraph'),
      node(
        'list',
        node('listitem', { type: 'text', text: 'one' }),
        node('listitem', { type: 'text', text: 'two' }),
      ),
    ]
    expect(say('richText', { root: { children } })).toBe('Night train\none\ntwo')
  })
})

describe('operators', () => {
  const of = (type: string, more: object = {}) => {
    const field = { ...fieldOf(type, false), ...more }
    return valueType(fieldTypes, field).operators(field).join(' ')
  }
  it('S5.04 (part) are those of the web admin', () => {
    for (const type of ['text', 'textarea', 'code'])
      expect(of(type)).toBe('equals not_equals in not_in exists like not_like contains')
    expect(of('email')).toBe('equals not_equals in not_in exists contains')
    expect(of('checkbox')).toBe('equals not_equals exists')
    expect(of('date')).toBe(of('number'))
    expect(of('number')).toContain('greater_than_equal')
    for (const type of ['json', 'richText']) expect(of(type)).toBe('exists')
    for (const type of ['select', 'radio', 'relationship', 'upload'])
      expect(of(type)).toBe('equals not_equals in not_in exists')
    expect(of('relationship', { polymorphic: true })).toBe('equals not_equals exists')
    expect(of('point')).toBe('equals not_equals near exists within intersects')
  })
})
