import { isExact } from '../../shared/exact-number.ts'
import { LIMITS } from '../../shared/limits.ts'

/**
 * The reading of a typed number. ambiguous: one of two numbers, and a person has to choose (F57). inexact: more
 * digits than a number holds; `value` is the nearest one (F102).
 */
export type NumberReading =
  | { kind: 'number'; value: number }
  | { kind: 'empty' }
  | { kind: 'ambiguous'; readings: [number, number] }
  | { kind: 'inexact'; value: number }
  | { kind: 'not-a-number' }

/** Direction marks, which Intl and the clipboard put around signs in right-to-left languages. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u2066-\u2069]/g
/** Decimal signs of all languages. */
const DECIMAL_SIGNS = ['.', ',', '٫'] as const
/** Thousands separators of all languages. Spaces have become plain ones. */
const GROUP_SIGNS = ['.', ',', '٬', '’', "'", ' '] as const

/** Returns the decimal sign of a language. `tag`: BCP 47. */
function decimalSign(tag: string): string {
  return (
    numberFormat(tag)
      .formatToParts(0.5)
      .find(({ type }) => type === 'decimal')?.value ?? '.'
  )
}

/**
 * Reads a number in a language's notation: its decimal sign, any thousands separators, any digits. A sign with
 * another meaning is accepted if only one number can be meant. `tag`: BCP 47.
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

/** Returns the number of a text; null if it is none, ambiguous or inexact. */
export function numberIn(tag: string, text: string): number | null {
  const reading = readNumber(tag, text)
  return reading.kind === 'number' ? reading.value : null
}

/**
 * Writes a number for editing: the language's decimal sign, no separators; huge and tiny ones with an
 * exponent.
 */
export function writeNumber(tag: string, value: number): string {
  return String(value).replace('.', decimalSign(tag))
}

function withPlainDigits(text: string): string {
  return latinDigits(text.replace(BIDI_MARKS, '').replace(/[−‐‑]/g, '-').replace(/\s/g, ' '))
}

/** Returns the digits with a decimal point; null if the text is no number with this decimal sign. */
function plainDigits(body: string, decimal: string | null): string | null {
  const [whole = '', decimals = '', ...more] = decimal === null ? [body] : body.split(decimal)
  if (more.length > 0 || !/^\d*$/.test(decimals) || (decimal !== null && !body.includes(decimal))) return null
  const digits = withoutGroups(whole)
  return digits === null || digits + decimals === '' ? null : `${digits}.${decimals}`
}

/**
 * Removes separators of thousands, lakhs and crores: the first group has one to three digits without a leading zero,
 * the last one three, the others two or three; null otherwise.
 */
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

/** A cache, since making a formatter takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>()

/** Returns the formatter of a language with these options; equal arguments give the same object. */
function numberFormat(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(tag, options)
  formats.set(key, format)
  return format
}

/**
 * Zeros of the digits that people type in some languages besides 0–9; the other nine digits follow each zero.
 */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0be6, 0x0e50, 0x1040, 0xff10]

/** Returns the text with a language's own digits replaced by 0–9, which the window uses in all languages. */
export function latinDigits(text: string): string {
  return text.replace(/[^\p{ASCII}]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    const zero = ZEROS.find((one) => code >= one && code < one + 10)
    return zero === undefined ? char : String(code - zero)
  })
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const BASE = 1024

const sizeFormats = new Map<string, Intl.NumberFormat>()

/** Formats the size of a file with at most one decimal: `9.6 KB`. */
export function writeSize(bytes: number, tag: string): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE)))
  const unit = UNITS[power] ?? 'byte'
  const key = `${tag} ${unit}`
  const format =
    sizeFormats.get(key) ??
    new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: 1,
    })
  sizeFormats.set(key, format)
  // With 0–9 and `KB`, as sizes are written elsewhere in the window.
  return latinDigits(format.format(bytes / BASE ** power).replace('kB', 'KB'))
}
