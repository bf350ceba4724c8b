import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPart, typedInto, withPlainBreaks } from '../../../../renderer/ui/text-change/line-breaks.ts'
import { diffCharacters } from '../../../../renderer/ui/text-change/diff-characters.ts'
import { diffLines } from '../../../../renderer/ui/text-change/diff-lines.ts'
import { tries } from '../../../support/tries.ts'

it('only what is different in a text is replaced', () => {
  expect(changedPart('night train', 'night ferry train')).toEqual({ from: 6, to: 6, insert: 'ferry ' })
  expect(changedPart('aa', 'a')).toEqual({ from: 1, to: 2, insert: '' })
  expect(changedPart('', 'ab')).toEqual({ from: 0, to: 0, insert: 'ab' })
})

it('line breaks stay as they are where nothing was typed, and new ones are like the first', () => {
  expect(typedInto('a\r\nb\r\nc', 'a\nb!\nc')).toBe('a\r\nb!\r\nc')
  expect(typedInto('a\r\nb\nc', 'a\nb\nc\nd')).toBe('a\r\nb\nc\r\nd')
  expect(typedInto('a\rb', 'a\nx\nb')).toBe('a\rx\rb')
  expect(typedInto('a\r\nb', 'ab')).toBe('ab')
  expect(typedInto('a\nb', 'a\nb\nc')).toBe('a\nb\nc')
})

it('whatever is typed into a text with mixed line breaks is what is shown afterwards', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n', '\r\n'), maxLength: 8 })
  const typed = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 8 })
  fc.assert(
    fc.property(text, typed, (value, next) => {
      expect(withPlainBreaks(typedInto(value, next))).toBe(next)
      expect(typedInto(value, withPlainBreaks(value))).toBe(value)
    }),
    tries(2000),
  )
})

describe('two texts, character by character', () => {
  const sides = (before: string, after: string) => {
    const marked = (pieces: { isShared: boolean; text: string }[]) =>
      pieces.map(({ isShared, text }) => (isShared ? text : `[${text}]`)).join('')
    const { before: old, after: now } = diffCharacters(before, after)
    return [marked(old), marked(now)]
  }

  it('marks the letters that differ within a word, and words that have nothing in common as a whole', () => {
    expect(sides('The colour of 93 trains', 'The color of 95 trains')).toEqual([
      'The colo[u]r of 9[3] trains',
      'The color of 9[5] trains',
    ])
    expect(sides('A night train to Rome', 'The night train to Oslo')).toEqual([
      '[A] night train to [Rome]',
      '[The] night train to [Oslo]',
    ])
  })

  it('keeps whole what people see as one character', () => {
    // Families of four and of three, a flag, and a letter with its accent beside it.
    expect(sides('a👩‍👩‍👧‍👦b', 'a👩‍👩‍👧b')).toEqual(['a[👩‍👩‍👧‍👦]b', 'a[👩‍👩‍👧]b'])
    expect(sides('go🇩🇪now', 'go🇩🇰now')).toEqual(['go[🇩🇪]now', 'go[🇩🇰]now'])
    expect(sides('cafe\u0301s', 'cafes')).toEqual(['caf[e\u0301]s', 'caf[e]s'])
    expect(sides('प्रस्ताव', 'प्रस्तावी')).toEqual(['प्रस्ता[व]', 'प्रस्ता[वी]'])
  })

  it('of any two texts both sides are whole, and what they share is the same in both', () => {
    expect.hasAssertions()
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc
        .array(fc.constantFrom('night ', 'train', 'to', ' ', '👩‍🚀', 'é', '\n'), { maxLength: 12 })
        .map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { before: old, after: now } = diffCharacters(before, after)
        const join = (pieces: { text: string }[]) => pieces.map(({ text }) => text).join('')
        expect([join(old), join(now)]).toEqual([before, after])
        const shared = (pieces: typeof old) => join(pieces.filter(({ isShared }) => isShared))
        expect(shared(old)).toBe(shared(now))
      }),
      tries(500),
    )
  })
})

describe('two texts, line by line', () => {
  const rows = (before: string, after: string) =>
    diffLines(before, after).map(
      ({ before: old, after: now, isSame }) =>
        `${old ? `${old.number} ${old.text}` : '-'} ${isSame ? '=' : '|'} ${now ? `${now.number} ${now.text}` : '-'}`,
    )

  it('has lines that changed beside each other, and those of one text alone beside nothing', () => {
    expect(rows('a\nb\nc\nd', 'a\nB\nc\nx\nd')).toEqual([
      '1 a = 1 a',
      '2 b | 2 B',
      '3 c = 3 c',
      '- | 4 x',
      '4 d = 5 d',
    ])
    const long = Array.from({ length: 2000 }, (_, at) => `line ${at}`)
    const changed = long.map((line, at) => (at % 5 === 0 ? `${line}!` : line))
    const differing = diffLines(long.join('\n'), changed.join('\n')).filter(({ isSame }) => !isSame)
    expect(differing).toHaveLength(400)
    expect(rows('', 'a\r\nb')).toEqual(['- | 1 a', '- | 2 b'])
    expect(rows('', '')).toEqual([])
  })
})
