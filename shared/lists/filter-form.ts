import type { Operator } from '../cms/where.ts'
import { isNumericText, operators } from '../cms/where.ts'
import { isWritableDate } from '../fields/date/date-shape.ts'
import { isPlainJson } from '../json.ts'
import type { Json, JsonObject } from '../json.ts'
import { relativeDate } from './relative-date.ts'
import type { FilterField } from './filter-fields.ts'

/** A line of the form. `value`: as in an address, texts at any depth; null: nothing was entered yet. */
export type Rule = { path: string; operator: Operator; value: Json }
/** A line that the form cannot show: it stays unchanged and can only be removed as a whole. */
export type KeptRule = { kept: JsonObject }
/** A filter as a form: one group must match, and all lines of that group. */
export type FilterForm = (Rule | KeptRule)[][]

/** Number of values that an operator compares with; `presence`: none, it asks whether there is a value. */
type Arity = 'presence' | 'one' | 'many'

export function arityOf(operator: Operator): Arity {
  if (operator === 'exists') return 'presence'
  return operator === 'in' || operator === 'not_in' ? 'many' : 'one'
}

/** Builds the form of a filter. `where`: in the admin's shape (isWhere). */
export function formOf(where: JsonObject | null, fields: readonly FilterField[]): FilterForm {
  return groupsIn(where).map((group) => group.map((entry) => ruleIn(entry, fields) ?? { kept: entry }))
}

/** Number of lines of a filter. */
export function countRules(where: JsonObject | null): number {
  return groupsIn(where).flat().length
}

/** The filter of a form; null: no condition. Lines without a value are left out. */
export function whereOfForm(form: FilterForm): JsonObject | null {
  const groups = form
    .map((group) =>
      group.flatMap((line): JsonObject[] => {
        if ('kept' in line) return [line.kept]
        return line.value === null ? [] : [{ [line.path]: { [line.operator]: line.value } }]
      }),
    )
    .filter((group) => group.length > 0)
  return groups.length === 0 ? null : { or: groups.map((and) => ({ and })) }
}

/** Converts lines to filter conditions. */
export function asWhere(rules: readonly Rule[]): JsonObject[] {
  return rules.map(({ path, operator, value }) => ({ [path]: { [operator]: value } }))
}

/** A new line for a field, without a value. */
export function newRule(field: FilterField): Rule {
  return { path: field.path, operator: field.operators[0] ?? 'exists', value: null }
}

/** The line with another operator; the value stays if the operator can compare with it. */
export function withOperator(rule: Rule, operator: Operator, field: FilterField): Rule {
  return { ...rule, operator, value: valueFor(rule, operator, field) }
}

/** The line for another field; operator and value stay if they mean the same for it. */
export function withField(rule: Rule, before: FilterField, next: FilterField): Rule {
  const isOffered = next.operators.includes(rule.operator)
  const operator = isOffered ? rule.operator : newRule(next).operator
  // Options and documents belong to one field.
  const isSameKind = before.value === next.value && next.value !== 'choice' && next.value !== 'document'
  const isKept = isSameKind || operator === 'exists'
  return { path: next.path, operator, value: isKept ? valueFor(rule, operator, next) : null }
}

function valueFor({ operator, value }: Rule, next: Operator, field: FilterField): Json {
  const [before, after] = [arityOf(operator), arityOf(next)]
  const converted =
    before === after
      ? value
      : before === 'presence' || after === 'presence' || value === null
        ? null
        : after === 'many'
          ? [value]
          : Array.isArray(value) && value.length === 1
            ? (value[0] ?? null)
            : null
  return converted !== null && fits(field, next, converted) ? converted : null
}

function groupsIn(where: JsonObject | null): JsonObject[][] {
  const groups = where?.['or']
  return (Array.isArray(groups) ? groups : []).map((group) => {
    const rules = isPlainJson(group) ? group['and'] : null
    return Array.isArray(rules) ? rules.filter(isPlainJson) : []
  })
}

function ruleIn(entry: JsonObject, fields: readonly FilterField[]): Rule | null {
  const [only, ...others] = Object.entries(entry)
  if (only === undefined || others.length > 0 || !isPlainJson(only[1])) return null
  const [asked, ...more] = Object.entries(only[1])
  const field = fields.find(({ path }) => path === only[0])
  if (asked === undefined || more.length > 0 || field === undefined) return null
  const [name, value] = asked
  const operator = operators.find((one) => one === name)
  if (operator === undefined || !field.operators.includes(operator)) return null
  return fits(field, operator, value) ? { path: field.path, operator, value } : null
}

/** True if the input of a line can show the value. */
function fits(field: FilterField, operator: Operator, value: Json): boolean {
  switch (arityOf(operator)) {
    case 'presence':
      return isTick(value)
    case 'one':
      return (field.value === 'date' && relativeDate(operator, value) !== null) || fitsOne(field, value)
    case 'many':
      // There is an input for one date, not for a list of dates.
      if (!Array.isArray(value) || value.length === 0 || (field.value === 'date' && value.length > 1))
        return false
      return value.every((item) => fitsOne(field, item)) && new Set(value).size === value.length
  }
}

function fitsOne({ field, value: kind }: FilterField, value: Json): boolean {
  if (kind === 'document' && 'polymorphic' in field && field.polymorphic) {
    if (!isPlainJson(value) || Object.keys(value).length !== 2) return false
    return typeof value['relationTo'] === 'string' && typeof value['value'] === 'string'
  }
  if (typeof value !== 'string') return false
  if (kind === 'tick') return isTick(value)
  if (kind === 'number') return isNumericText(value)
  return kind === 'date' ? isWritableDate(value) : kind !== null
}

function isTick(value: Json): boolean {
  return value === 'true' || value === 'false'
}
