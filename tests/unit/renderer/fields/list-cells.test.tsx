import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FieldCell } from '../../../../renderer/fields/cell-text.tsx'
import type { FieldWithValue } from '../../../../shared/fields/field-type.ts'
import type { Json } from '../../../../shared/json.ts'
import {
  array,
  blocks,
  checkbox,
  date,
  json,
  relation,
  richText,
  select,
  text,
  textarea,
} from '../list/fields.ts'
import { number } from '../../shared/build-fields.ts'
import { valueContext } from '../support/value-context.ts'

const texts: Record<string, string> = {
  'general:noLabel': '<No {{label}}>',
  'general:rows': 'Rows',
  'general:row': 'Row',
  'galley:list.andMore': '{{items}} and {{more}} more',
}
const context = valueContext({
  t: (key, vars = {}) =>
    (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(vars[name])),
  formatDate: (iso) => `on ${iso}`,
  nameOf: (slug, id) => (id === '9' ? null : `${slug} ${id}`),
})

/** Returns the text of the cell. */
const say = (field: FieldWithValue, value: Json) =>
  render(<FieldCell field={field} value={value} context={context} />).container.textContent

afterEach(cleanup)

describe('A.4 (part) list cells', () => {
  it('A.4 (part) an empty value names its field', () => {
    for (const value of [null, '', []]) expect(say(text('title'), value)).toBe('<No Title>')
  })

  it('A.4 (part) a check box says true or false, also where it has no value', () => {
    expect(say(checkbox('featured'), true)).toBe('true')
    expect(say(checkbox('featured'), false)).toBe('false')
    expect(say(checkbox('featured'), null)).toBe('false')
  })

  it('A.4 (part) a date is formatted and stays blank where there is none', () => {
    expect(say(date('publishDate'), '2024-01-05')).toBe('on 2024-01-05')
    expect(say(date('publishDate'), null)).toBe('')
  })

  it('only numbers and dates have figures of one width, with which the hyphens of a text would stand apart', () => {
    const hasFigures = (field: FieldWithValue, value: Json) =>
      render(<FieldCell field={field} value={value} context={context} />).container.querySelector(
        '[class*=figures]',
      ) !== null
    expect(hasFigures(date('publishDate'), '2024-01-05')).toBe(true)
    expect(hasFigures(number('price'), 12.5)).toBe(true)
    expect(hasFigures(text('title'), 'Tram-stop')).toBe(false)
    expect(hasFigures(relation('author', ['authors'], false), 1)).toBe(false)
  })

  it('A.4 (part) an array says how many rows it has', () => {
    const node = array('stops', [])
    expect(say(node, [{ id: '1' }, { id: '2' }, { id: '3' }])).toBe('3 Rows')
    expect(say(node, [{ id: '1' }])).toBe('1 Row')
  })

  it('A.4 (part) blocks are named, five at most', () => {
    const node = blocks('layout', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    const of = (...slugs: string[]) => slugs.map((blockType) => ({ blockType }))
    expect(say(node, of('a', 'b'))).toBe('2 Blocks - A, B')
    expect(say(node, of('a', 'b', 'c', 'd', 'e'))).toBe('5 Blocks - A, B, C, D, E')
    expect(say(node, of('a', 'b', 'c', 'd', 'e', 'f', 'g'))).toBe('7 Blocks - A, B, C, D, E and 2 more')
    expect(say(node, of('unknown'))).toBe('1 Block - unknown')
  })

  it('A.4 (part) long text is cut at 100 characters, JSON only when it is longer than 150', () => {
    expect(say(textarea('standfirst'), 'x'.repeat(100))).toBe('x'.repeat(100))
    expect(say(textarea('standfirst'), 'x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
    expect(say(json('data'), 'x'.repeat(148))).toHaveLength(150)
    expect(say(json('data'), 'x'.repeat(149))).toHaveLength(101)
  })

  it('A.4 (part) a select shows the labels of its options, an unknown one as it is', () => {
    expect(say(select('season', false), 'autumn')).toBe('Autumn')
    expect(say(select('season', true), ['winter', 'autumn', 'monsoon'])).toBe('Winter, Autumn, monsoon')
  })

  it('A.4 (part) a relationship shows three titles at most, and the id of what is not on this computer', () => {
    expect(say(relation('authors', ['authors'], true), [1, 2, 3, 4, 5])).toBe(
      'authors 1, authors 2, authors 3 and 2 more',
    )
    expect(say(relation('author', ['authors'], false), 9)).toBe('9')
    expect(say(relation('any', ['authors', 'places'], false), { relationTo: 'places', value: 4 })).toBe(
      'places 4',
    )
  })

  it('A.4 (part) rich text shows its words', () => {
    const paragraph = (...words: string[]) => ({
      type: 'paragraph',
      children: words.map((one) => ({ text: one })),
    })
    const value = { root: { children: [paragraph('Nine', 'teen hours'), paragraph('by rail')] } }
    expect(say(richText('body'), value)).toBe('Nineteen hours by rail')
    expect(say(richText('body'), { root: { children: [] } })).toBe('<No Body>')
  })
})
