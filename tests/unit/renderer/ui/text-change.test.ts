import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changedPart } from '../../../../renderer/ui/text-change/changed-part.ts'
import { typedInto, withPlainBreaks } from '../../../../renderer/ui/text-change/line-breaks.ts'
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
