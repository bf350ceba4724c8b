import { describe, expect, it } from 'vitest'
import { cellText, type CellWords } from '../../../../renderer/screens/list/cell-text.ts'
import type { Json } from '../../../../shared/json.ts'
import { array, blocks, checkbox, date, json, relation, richText, select, text, textarea } from './fields.ts'

const texts: Record<string, string> = {
  'general:noLabel': '<No {{label}}>',
  'general:rows': 'Rows',
  'general:row': 'Row',
  'galley:list.andMore': '{{items}} and {{more}} more',
}
const words: CellWords = {
  t: (key, vars = {}) =>
    (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(vars[name])),
  label: (label) => (typeof label === 'string' ? label : (label?.['en'] ?? '')),
  formatDate: (iso) => `on ${iso}`,
  titleOf: (slug, id) => (id === '9' ? null : `${slug} ${id}`),
}
const say = (node: Parameters<typeof cellText>[0], value: Json) => cellText(node, value, words).text

describe('A.4 list cells', () => {
  it('A.4 an empty value names its field', () => {
    for (const value of [null, '', []]) expect(say(text('title'), value)).toBe('<No Title>')
    expect(cellText(text('title'), null, words).missing).toBe(true)
  })

  it('A.4 a check box says true or false, also where it has no value', () => {
    expect(say(checkbox('featured'), true)).toBe('true')
    expect(say(checkbox('featured'), false)).toBe('false')
    expect(say(checkbox('featured'), null)).toBe('false')
  })

  it('A.4 a date is formatted and stays blank where there is none', () => {
    expect(say(date('publishDate'), '2024-01-05')).toBe('on 2024-01-05')
    expect(say(date('publishDate'), null)).toBe('')
  })

  it('A.4 an array says how many rows it has', () => {
    const node = array('stops', [])
    expect(say(node, [{ id: '1' }, { id: '2' }, { id: '3' }])).toBe('3 Rows')
    expect(say(node, [{ id: '1' }])).toBe('1 Row')
  })

  it('A.4 blocks are named, five at most', () => {
    const node = blocks('layout', ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    const of = (...slugs: string[]) => slugs.map((blockType) => ({ blockType }))
    expect(say(node, of('a', 'b'))).toBe('2 Blocks - A, B')
    expect(say(node, of('a', 'b', 'c', 'd', 'e'))).toBe('5 Blocks - A, B, C, D, E')
    expect(say(node, of('a', 'b', 'c', 'd', 'e', 'f', 'g'))).toBe('7 Blocks - A, B, C, D, E and 2 more')
    expect(say(node, of('unknown'))).toBe('1 Block - unknown')
  })

  it('A.4 long text is cut at 100 characters, JSON only when it is longer than 150', () => {
    expect(say(textarea('standfirst'), 'x'.repeat(100))).toBe('x'.repeat(100))
    expect(say(textarea('standfirst'), 'x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
    expect(say(json('data'), 'x'.repeat(148))).toHaveLength(150)
    expect(say(json('data'), 'x'.repeat(149))).toHaveLength(101)
  })

  it('A.4 a select shows the labels of its options, an unknown one as it is', () => {
    expect(say(select('season', false), 'autumn')).toBe('Autumn')
    expect(say(select('season', true), ['winter', 'autumn', 'monsoon'])).toBe('Winter, Autumn, monsoon')
  })

  it('A.4 a relationship shows three titles at most, and the id of what is not on this computer', () => {
    expect(say(relation('authors', ['authors'], true), [1, 2, 3, 4, 5])).toBe(
      'authors 1, authors 2, authors 3 and 2 more',
    )
    expect(say(relation('author', ['authors'], false), 9)).toBe('9')
    expect(say(relation('any', ['authors', 'places'], false), { relationTo: 'places', value: 4 })).toBe(
      'places 4',
    )
  })

  it('A.4 rich text shows its words', () => {
    const value = { root: { children: [{ children: [{ text: 'Nineteen' }, { text: 'hours' }] }] } }
    expect(say(richText('body'), value)).toBe('Nineteen hours')
    expect(say(richText('body'), { root: { children: [] } })).toBe('<No Body>')
  })
})
