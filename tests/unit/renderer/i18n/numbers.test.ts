import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../../../../renderer/i18n/languages.ts'
import { numberIn, readNumber, writeNumber } from '../../../../renderer/i18n/numbers.ts'
import { tries } from '../../../support/tries.ts'

const tags = Object.entries(languages).map(([language, { tag }]) => [language, tag] as const)
/** As JSON has them, without a negative zero. */
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

describe('F57 a number is read by the language of the window', () => {
  it.each([
    ['en-US', '1,234.5', 1234.5],
    ['de', '1.234,5', 1234.5],
    ['en-US', '12', 12],
    ['en-US', ' 1.5 ', 1.5],
    ['en-US', '-.5', -0.5],
    ['en-US', '1e3', 1000],
    ['en-US', '5.', 5],
    ['en-US', '1,234,567', 1234567],
    ['de', '1.234.567', 1234567],
    ['fr', '1 234,5', 1234.5],
    ['pl', '1 234', 1234],
    ['en-US', '3.125', 3.125],
    ['de', '3,125', 3.125],
    ['en-US', '12,34,567', 1234567],
    ['de', "1'234'567", 1234567],
    ['ar-u-ca-gregory-nu-latn', '١٬٢٣٤٫٥', 1234.5],
    ['fa-u-ca-gregory-nu-latn', '۱۲۳', 123],
    ['th-u-ca-gregory-nu-latn', '๑๒.๕', 12.5],
    ['bn-BD-u-nu-latn', '১২৩', 123],
    ['my-u-nu-latn', '၁၂၃', 123],
    ['he', '\u200e-5', -5],
    ['sv', '−5,5', -5.5],
  ])('%s: %j is %d', (tag, text, value) => expect(numberIn(tag, text)).toBe(value))

  it.each([
    ['en-US', '1,5', 1.5],
    ['de', '1.5', 1.5],
    ['en-US', '0,123', 0.123],
    ['en-US', '1.234,5', 1234.5],
  ])('%s: another language’s sign counts where only one number can be meant: %j is %d', (tag, text, value) =>
    expect(numberIn(tag, text)).toBe(value),
  )

  it.each([
    ['en-US', '1,234', [1.234, 1234]],
    ['de', '1.234', [1.234, 1234]],
    ['fr', '1.234', [1.234, 1234]],
    ['en-US', '-12,345', [-12.345, -12345]],
  ])('%s: %j can be either of two, and is neither', (tag, text, readings) => {
    expect(readNumber(tag, text)).toEqual({ kind: 'ambiguous', readings })
    expect(numberIn(tag, text)).toBeNull()
  })

  it.each([
    ['en-US', '9007199254740993', 9007199254740992],
    ['en-US', '9,007,199,254,740,993', 9007199254740992],
    ['de', '-3544790567247868102', -3544790567247868000],
    ['de', '9007199254740993,5', 9007199254740994],
    ['en-US', '1e-400', 0],
  ])('%s: %j has more digits than a number holds, and would be %d (F102)', (tag, text, value) => {
    expect(readNumber(tag, text)).toEqual({ kind: 'inexact', value })
    expect(numberIn(tag, text)).toBeNull()
  })

  it.each([
    '9007199254740994',
    '1000000000000000000000000',
    '0.10000000000000001',
    '0.10',
    '00',
    '1e21',
    '5e-324',
  ])('%s is held with all its digits (F102)', (text) =>
    expect(readNumber('en-US', text)).toEqual({ kind: 'number', value: Number(text) }),
  )

  it('a fraction may lose its last digits, as a coordinate has them (F102)', () =>
    expect(readNumber('en-US', '59.123456789012345678')).toEqual({
      kind: 'number',
      value: 59.123456789012344,
    }))

  it('an empty text is empty', () => expect(readNumber('en-US', ' ')).toEqual({ kind: 'empty' }))

  it.each(['abc', '1.2.3', '0x10', '1 2', '1e999', '--1', '1,23,4', '.', '-', '1,2.3,4', '1'.repeat(401)])(
    '%j is none',
    (text) => expect(readNumber('en-US', text).kind).toBe('not-a-number'),
  )
})

describe.each(tags)('F57 in %s', (_language, tag) => {
  it('each number that is written is read again', () => {
    fc.assert(
      fc.property(anyNumber, (value) => {
        expect(numberIn(tag, writeNumber(tag, value))).toBe(value)
      }),
      tries(50),
    )
  })

  it('what the language itself writes, with its separators and digits, is this number or one of two', () => {
    const digits = new Intl.Locale(tag).baseName
    for (const written of [tag, digits]) {
      const format = new Intl.NumberFormat(written, { maximumFractionDigits: 3 })
      fc.assert(
        fc.property(fc.integer({ min: -1e12, max: 1e12 }), (thousandths) => {
          const value = thousandths / 1000
          const reading = readNumber(tag, format.format(value))
          const readings =
            reading.kind === 'number' ? [reading.value] : reading.kind === 'ambiguous' ? reading.readings : []
          expect(readings).toContain(value + 0)
        }),
        tries(50),
      )
    }
  })
})
