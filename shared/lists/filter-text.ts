import type { LocalizedText } from '../cms/schema-model.ts'
import { isNumericText, type Operator } from '../cms/where.ts'
import type { Json } from '../json.ts'
import type { FilterField } from './filter-fields.ts'
import type { Rule } from './filter-form.ts'
import { momentOf, relativeDate } from './relative-date.ts'

/*
 * A typed filter: `status:draft -season:winter,summer updated:<7d title:"night train" category:none`. A name, a colon
 * and values; a leading `-` negates.
 */

type Comparison = '' | '=' | '<' | '<=' | '>' | '>='

/** A typed condition on one field. `text`: the typed text. */
export type Token = {
  text: string
  isNegated: boolean
  name: string
  comparison: Comparison
  values: string[]
}

/** A typed condition that names documents by title; their ids have to be looked up. */
export type AskedByTitle = { field: FilterField; isNegated: boolean; titles: string[] }

export type Problem = 'field' | 'value' | 'comparison' | 'me'
export type ReadToken = { rules: Rule[] } | { byTitle: AskedByTitle } | { problem: Problem }

export type TextContext = {
  /** The fields that a typed name can mean; of several with that name the first one counts. */
  fields: readonly FilterField[]
  label: (text: LocalizedText | null) => string
  labelOf: (field: FilterField) => string
  now: Date
  /** The user that `me` stands for. */
  me: { slug: string; id: string } | null
}

const TOKEN =
  /(?<=^|\s)(-?)([\p{L}\p{N}_.@]+):((?:[<>]=?|=)?)((?:"[^"]*"|[^\s",]+)(?:,(?:"[^"]*"|[^\s",]+))*)(?=\s|$)/gu

/** Splits typed text into search words and conditions on existing fields. */
export function readFilterText(text: string, context: TextContext): { words: string; tokens: Token[] } {
  const tokens: Token[] = []
  const words = text.replaceAll(
    TOKEN,
    (whole: string, minus: string, name: string, comparison: Comparison, values: string) => {
      if (name !== 'is' && fieldNamed(name, context) === null) return whole
      tokens.push({
        text: whole,
        isNegated: minus === '-',
        name,
        comparison,
        values: [...values.matchAll(/"([^"]*)"|([^\s",]+)/g)].map(
          ([, inside, plain]) => inside ?? plain ?? '',
        ),
      })
      return ''
    },
  )
  return { words: words.replaceAll(/\s+/g, ' ').trim(), tokens }
}

/** Converts a typed condition into lines of a filter that must all match. */
export function readToken(token: Token, context: TextContext): ReadToken {
  const { name, values, comparison, isNegated } = token
  const [first = ''] = values
  if (name === 'is') {
    const field = context.fields.find(({ path }) => path === `@${first}`)
    if (field === undefined || values.length > 1) return { problem: 'value' }
    return { rules: [{ path: field.path, operator: 'equals', value: String(!isNegated) }] }
  }
  const field = fieldNamed(name, context)
  if (field === null) return { problem: 'field' }
  if (values.length === 1 && (first === 'none' || first === 'any') && comparison === '')
    return rule(field, 'exists', String((first === 'any') !== isNegated))
  switch (field.value) {
    case 'tick': {
      const isTicked = TICKS[first.toLowerCase()]
      if (isTicked === undefined || values.length > 1) return { problem: 'value' }
      return rule(field, 'equals', String(isTicked !== isNegated))
    }
    case 'choice': {
      const options = values.map((value) => optionNamed(field, value, context))
      return options.includes(null) || comparison !== ''
        ? { problem: 'value' }
        : among(
            field,
            options.flatMap((option) => option ?? []),
            isNegated,
          )
    }
    case 'number':
      if (!values.every(isNumericText)) return { problem: 'value' }
      return compared(field, token, values)
    case 'date':
      return dated(field, token, context.now)
    case 'document':
      return documents(field, token, context)
    case 'text':
      if (comparison === '' && !isNegated && values.length === 1 && field.operators.includes('like'))
        return rule(field, 'like', first)
      return compared(field, token, values)
    default:
      return { problem: 'value' }
  }
}

/**
 * A filter line as typed text; null: it cannot be written so. `titleOf`: title of a document that the field refers
 * to.
 */
export function textOfRule(
  { path, operator, value }: Rule,
  context: TextContext,
  titleOf: (id: string) => string | null,
): string | null {
  const field = context.fields.find((one) => one.path === path)
  if (field === undefined) return null
  const texts = Array.isArray(value) ? value : [value]
  if (!texts.every((text) => typeof text === 'string' && !text.includes('"'))) return null
  const list = texts.map(String)
  if (path.startsWith('@')) return `${list[0] === 'true' ? '' : '-'}is:${path.slice(1)}`
  const name = nameOf(field, context)
  if (name === null) return null
  if (operator === 'exists') return `${name}:${list[0] === 'true' ? 'any' : 'none'}`
  const isTyped = (text: string): string =>
    field.value === 'document' ? (titleOf(text) ?? `#${text}`) : text
  const typed = list.map(isTyped).map(quoted).join(',')
  const moving = field.value === 'date' ? movingText(operator, value) : null
  const isExact = field.value === 'text' && field.operators.includes('like')
  const sign = SIGNS[operator]
  const written =
    moving !== null
      ? `${name}:${moving}`
      : operator === 'like'
        ? field.value === 'text' && `${name}:${typed}`
        : operator === 'equals' || operator === 'in'
          ? `${name}:${isExact || field.value === 'date' ? '=' : ''}${typed}`
          : operator === 'not_equals' || operator === 'not_in'
            ? `-${name}:${isExact || field.value === 'date' ? '=' : ''}${typed}`
            : sign !== undefined && `${name}:${sign}${typed}`
  if (written === false) return null
  // Text that would be read back differently is not offered.
  const [token, ...more] = readFilterText(written, context).tokens
  if (token === undefined || more.length > 0) return null
  const read = readToken(token, context)
  if ('byTitle' in read) return written
  const isSame = 'rules' in read && JSON.stringify(read.rules) === JSON.stringify([{ path, operator, value }])
  return isSame ? written : null
}

/** Lines for documents whose ids were looked up. */
export function rulesForDocuments({ field, isNegated }: AskedByTitle, ids: string[]): Rule[] {
  const read = among(field, ids, isNegated)
  return 'rules' in read ? read.rules : []
}

const TICKS: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  yes: true,
  false: false,
  no: false,
}

const SIGNS: Readonly<Partial<Record<Operator, Comparison>>> = {
  greater_than: '>',
  greater_than_equal: '>=',
  less_than: '<',
  less_than_equal: '<=',
}
const OPERATORS: Readonly<Record<Comparison, Operator>> = {
  '': 'equals',
  '=': 'equals',
  '>': 'greater_than',
  '>=': 'greater_than_equal',
  '<': 'less_than',
  '<=': 'less_than_equal',
}

function rule(field: FilterField, operator: Operator, value: Json): ReadToken {
  if (!field.operators.includes(operator)) return { problem: 'comparison' }
  return { rules: [{ path: field.path, operator, value }] }
}

function among(field: FilterField, values: readonly string[], isNegated: boolean): ReadToken {
  const [first = ''] = values
  if (values.length === 1) return rule(field, isNegated ? 'not_equals' : 'equals', first)
  return rule(field, isNegated ? 'not_in' : 'in', [...new Set(values)])
}

function compared(
  field: FilterField,
  { comparison, isNegated }: Token,
  values: readonly string[],
): ReadToken {
  if (comparison === '' || comparison === '=') return among(field, values, isNegated)
  const [value = ''] = values
  return values.length > 1 || isNegated
    ? { problem: 'comparison' }
    : rule(field, OPERATORS[comparison], value)
}

function documents(
  field: FilterField,
  { comparison, values, isNegated }: Token,
  { me }: TextContext,
): ReadToken {
  if (comparison !== '') return { problem: 'comparison' }
  const slugs = 'relationTo' in field.field ? field.field.relationTo : []
  // For a relation to several collections a line needs the collection, too.
  if (slugs.length !== 1 || ('polymorphic' in field.field && field.field.polymorphic))
    return { problem: 'value' }
  const isMine = values.includes('me')
  if (isMine && (me === null || slugs[0] !== me.slug)) return { problem: 'me' }
  const known = values.map((value) =>
    value === 'me' ? (me?.id ?? '') : value.startsWith('#') ? value.slice(1) : null,
  )
  if (known.every((id) => id !== null)) return among(field, known, isNegated)
  return {
    byTitle: {
      field,
      isNegated,
      titles: values.map((value, at) => (known[at] == null ? value : `#${known[at]}`)),
    },
  }
}

const AGE = /^\d{1,4}[hdwmy]$/
/** Names of days, by the condition that they stand for. */
const DAYS: Readonly<Record<string, string>> = {
  'greater_than_equal today-1d': '>=yesterday',
  'greater_than_equal today': '>=today',
  'greater_than_equal today+1d': '>today',
  'less_than today-1d': '<yesterday',
  'less_than today': '<today',
  'less_than today+1d': '<=today',
}

/** A relative date as typed text; null: it is not relative, or cannot be written so. */
function movingText(operator: Operator, value: Json): string | null {
  if (typeof value !== 'string' || relativeDate(operator, value) === null) return null
  if (!value.startsWith('now-')) return DAYS[`${operator} ${value}`] ?? null
  const age = value.slice('now-'.length)
  return operator === 'greater_than' ? `<${age}` : operator === 'less_than' ? `>${age}` : null
}

/**
 * Reads a date condition. `<7d`: less than seven days ago; `>2026-05`: after that month; `2026-05-17`: on that day.
 */
function dated(field: FilterField, token: Token, now: Date): ReadToken {
  const { comparison, isNegated } = token
  const [text = ''] = token.values
  if (token.values.length > 1 || isNegated) return { problem: 'comparison' }
  if (AGE.test(text)) {
    const isOlder = comparison === '>' || comparison === '>='
    return rule(field, isOlder ? 'less_than' : 'greater_than', `now-${text}`)
  }
  const span = MOVING_SPANS[text] ?? spanOf(text)
  if (span === null) return { problem: 'value' }
  const [start, end] = span
  if (start === end || comparison === '=') {
    // No date equals a relative one, so it is converted to a moment.
    const moving = relativeDate('less_than', start)
    const at = moving === null ? start : momentOf(moving, now).toISOString()
    return rule(field, OPERATORS[comparison], at)
  }
  switch (comparison) {
    case '>':
      return rule(field, 'greater_than_equal', end)
    case '>=':
      return rule(field, 'greater_than_equal', start)
    case '<':
      return rule(field, 'less_than', start)
    case '<=':
      return rule(field, 'less_than', end)
    default: {
      const [from, to] = [rule(field, 'greater_than_equal', start), rule(field, 'less_than', end)]
      return 'rules' in from && 'rules' in to ? { rules: [...from.rules, ...to.rules] } : from
    }
  }
}

type Span = readonly [from: string, to: string]
const MOVING_SPANS: Readonly<Record<string, Span>> = {
  today: ['today', 'today+1d'],
  yesterday: ['today-1d', 'today'],
}

/** Start and end of a year, month or day in this computer's time zone; a time is a single moment. */
function spanOf(text: string): Span | null {
  const between = (from: Date, to: Date): Span => [from.toISOString(), to.toISOString()]
  const parts = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (parts !== null) {
    const [year = 0, month, day] = parts
      .slice(1)
      .map((part) => (part === undefined ? undefined : Number(part)))
    const [m, d] = [(month ?? 1) - 1, day ?? 1]
    const start = new Date(year, m, d)
    if (start.getMonth() !== m || start.getDate() !== d) return null
    if (month === undefined) return between(start, new Date(year + 1, 0, 1))
    return between(start, day === undefined ? new Date(year, m + 1, 1) : new Date(year, m, d + 1))
  }
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : between(moment, moment)
}

function quoted(text: string): string {
  return /^[^\s",<>=]+$/.test(text) ? text : `"${text}"`
}

const ALIASES: Readonly<Record<string, string>> = {
  status: '_status',
  updated: 'updatedAt',
  created: 'createdAt',
}

/** Normalizes a name to lower case letters, digits, dots and `@`: `Publish date` is `publishdate`. */
function plainName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}.@]/gu, '')
}

function namesOf(field: FilterField, { label, labelOf }: TextContext): string[] {
  const alias = Object.keys(ALIASES).filter((one) => ALIASES[one] === field.path)
  const last = field.path.split('.').at(-1) ?? field.path
  return [...alias, field.path, last, label(field.field.label), labelOf(field)]
    .map(plainName)
    .filter((name) => name !== '')
}

/** The field with this name, otherwise the only one with a name that begins so (at least three letters). */
function fieldNamed(name: string, context: TextContext): FilterField | null {
  const wanted = plainName(name)
  if (wanted === '') return null
  const called = context.fields.filter((field) => !field.path.startsWith('@'))
  const exact = called.find((field) => namesOf(field, context).includes(wanted))
  if (exact !== undefined) return exact
  if (wanted.length < 3) return null
  const begun = called.filter((field) => namesOf(field, context).some((one) => one.startsWith(wanted)))
  return begun.length === 1 ? (begun[0] ?? null) : null
}

/** The typed name of a field: its first name that leads back to it. */
function nameOf(field: FilterField, context: TextContext): string | null {
  return namesOf(field, context).find((name) => fieldNamed(name, context)?.path === field.path) ?? null
}

function optionNamed({ field }: FilterField, text: string, { label }: TextContext): string | null {
  const options = 'options' in field ? field.options : []
  const wanted = text.toLowerCase()
  const found =
    options.find(({ value }) => value === text) ??
    options.find(
      (option) => option.value.toLowerCase() === wanted || label(option.label).toLowerCase() === wanted,
    )
  return found?.value ?? null
}
