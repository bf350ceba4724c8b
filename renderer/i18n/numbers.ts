import { isExact } from '../../shared/exact-number.ts'
import { LIMITS } from '../../shared/limits.ts'
import { latinDigits } from './digits.ts'
import { numberFormat } from './number-format.ts'

/**
 * What a typed number says.
 * - ambiguous: it can be either of two numbers, and a person has to say which one (F57)
 * - inexact: it has more digits than a number holds; `value` is the nearest one (F102)
 */
export type NumberReading =
  | { kind: 'number'; value: number }
  | { kind: 'empty' }
  | { kind: 'ambiguous'; readings: [number, number] }
  | { kind: 'inexact'; value: number }
  | { kind: 'not-a-number' }

/** Marks of direction, which Intl and the clipboard put around signs in right-to-left languages. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g
/** Signs that some language has before the decimals. */
const DECIMAL_SIGNS = ['.', ',', '٫'] as const
/** Signs that some language has between thousands. Spaces have become plain ones. */
const GROUP_SIGNS = ['.', ',', '٬', '’', "'", ' '] as const

/** The sign that a language writes before decimals. `tag`: BCP 47. */
function decimalSign(tag: string): string {
  return (
    numberFormat(tag)
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

/**
 * Reads a number as people write it in a language: its decimal sign, any thousands separators, any digits. A sign that
 * the language has for something else is understood where only one number can be meant. `tag`: BCP 47.
 */
export function readNumber(tag: string, text: string): NumberReading {
  if (text.length > LIMITS.number) return { kind: 'not-a-number' }
  const plain = withPlainDigits(text.trim())
  if (plain === '') return { kind: 'empty' }
  const [, sign = '', body = '', exponent = ''] = /^([+-]?)([\d.,٫٬’' ]+)(e[+-]?\d+)?$/i.exec(plain) ?? []
  if (body === '') return { kind: 'not-a-number' }
  let inexact: number | null = null
  const read = (decimal: string | null): number[] => {
    const digits = plainDigits(body, decimal)
    const numeral = `${sign}${digits}${exponent}`
    const value = digits === null ? NaN : Number(numeral)
    if (!Number.isFinite(value)) return []
    if (!isExact(numeral)) inexact = value
    // JSON has no negative zero.
    return [value + 0]
  }
  const own = decimalSign(tag)
  const others = [...DECIMAL_SIGNS.filter((one) => one !== own), null]
  const [first, second] =
    body.includes(own) && read(own).length > 0 ? read(own) : unique(others.flatMap(read))
  if (first === undefined) return { kind: 'not-a-number' }
  if (inexact !== null) return { kind: 'inexact', value: inexact }
  return second === undefined
    ? { kind: 'number', value: first }
    : { kind: 'ambiguous', readings: [first, second] }
}

/** The number that a text says; null where it says none, or one of two. */
export function numberIn(tag: string, text: string): number | null {
  const reading = readNumber(tag, text)
  return reading.kind === 'number' ? reading.value : null
}

/** A number as the language writes it, to be typed on: with its decimal sign, all its digits and no separators. */
export function writeNumber(tag: string, value: number): string {
  return String(value).replace('.', decimalSign(tag))
}

function withPlainDigits(text: string): string {
  return latinDigits(text.replace(BIDI_MARKS, '').replace(/[−‐‑]/g, '-').replace(/\s/g, ' '))
}

/** The digits with a point before the decimals; null where the text is no number with this decimal sign. */
function plainDigits(body: string, decimal: string | null): string | null {
  const [whole = '', decimals = '', ...more] = decimal === null ? [body] : body.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(decimals) || (decimal !== null && !body.includes(decimal))) return null
  const digits = withoutGroups(whole)
  return digits === null || digits + decimals === '' ? null : `${digits}.${decimals}`
}

/** Thousands, lakhs and crores: the last group has three digits, those before two or three, and no zero leads. */
function withoutGroups(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole
  const sign = GROUP_SIGNS.find((one) => whole.includes(one))
  if (sign === undefined) return null
  const groups = whole.split(sign)
  const fits = groups.every((group, at) => {
    if (at === 0) return /^[1-9]\d{0,2}$/.test(group)
    return at === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group)
  })
  return fits ? groups.join('') : null
}

function unique(values: readonly number[]): number[] {
  return [...new Set(values)]
}
