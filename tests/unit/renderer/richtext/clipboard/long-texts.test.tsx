import { expect, test } from 'vitest'
import {
  fromPlain,
  looksLikeMarkdown,
} from '../../../../../renderer/richtext/features/clipboard/from-plain.ts'
import { addressOf, findAddresses } from '../../../../../shared/fields/richText/addresses.ts'
import { fromMarkdown } from '../../../../../shared/fields/richText/from-markdown.ts'
import { wordsOf } from '../../../../../shared/fields/richText/nodes.ts'

/** A megabyte of a pattern. None of these readers may look at it again and again. */
const MANY = 1_000_000
const long = (pattern: string): string => pattern.repeat(Math.ceil(MANY / pattern.length))
const PATTERNS = [
  'a',
  '@',
  '%20',
  'a@',
  'a.',
  'a@b.',
  ')',
  '(',
  '.',
  ';',
  '&',
  '&a',
  'http://',
  '[',
  '[a](',
  '![',
  '**a ',
  '__a ',
  '~~a ',
  '*a ',
  '_a ',
  '`',
  '\\',
  '*',
  '_',
  ' ',
  '\n',
  '\n ',
  '- ',
  '-\n',
  '1.',
  '#',
  '# ',
  '#\n',
  '> ',
  '|',
]

test.each(PATTERNS)('a megabyte of %j is read, and nothing of its words is lost', (pattern) => {
  const text = long(pattern)
  expect(findAddresses(text)).toEqual([])
  expect(addressOf(text)).toBeNull()
  expect([true, false]).toContain(looksLikeMarkdown(text))
  const words = text.replaceAll(/\s/g, '').length
  const read = fromPlain(text, { format: 0, autoLinks: true }).map(wordsOf).join('').replaceAll(/\s/g, '')
  expect(read).toHaveLength(words)
})

test.each(['**a ', '__a ', '~~a ', '*a ', '[a](', '%20', 'a'])(
  'markdown that is never closed stays as it is: %j',
  (pattern) => {
    const text = long(pattern)
    const [node, ...others] = fromMarkdown(text, () => 'id')
    expect(others).toEqual([])
    expect(wordsOf(node)).toHaveLength(text.length)
  },
)

test('an address with a hundred thousand brackets behind it ends in front of them', () => {
  const text = `https://example.com/a(b)${')'.repeat(100_000)}`
  expect(findAddresses(text)).toEqual([
    { index: 0, text: 'https://example.com/a(b)', url: 'https://example.com/a(b)' },
  ])
})

test('addresses are found at the end of a long text', () => {
  const text = `${long('%20 ')} me@example.com, https://example.com.`
  expect(findAddresses(text).map(({ url }) => url)).toEqual(['mailto:me@example.com', 'https://example.com'])
})

test('marks in marks', () => {
  const [node] = fromMarkdown('**a ~~b~~ *c* `d**` ** e** __f__ \\*g\\* **h', () => 'id')
  expect(node).toMatchObject({
    children: [
      { text: 'a ', format: 1 },
      { text: 'b', format: 5 },
      { text: ' ', format: 1 },
      { text: 'c', format: 3 },
      { text: ' `d', format: 1 },
      { text: '` ** e** ', format: 0 },
      { text: 'f', format: 1 },
      { text: ' *g* **h', format: 0 },
    ],
  })
})
