import type { Collection, Field, LocalizedText } from '../cms/schema-model.ts'
import type { Operator } from '../cms/where.ts'
import { valueType, type FieldTypes, type FieldWithValue } from '../fields/field-type.ts'
import type { FilterValue } from '../fields/operators.ts'
import { localRules } from './local-rules.ts'

/** A field that lists can be filtered by. */
export type FilterField = {
  /** Its path in a filter: `practical.costs.amount`. */
  path: string
  /** Labels of the containers around it, outermost first. */
  around: LocalizedText[]
  field: FieldWithValue
  /** Its operators, in the order of the web admin; the first one is the default. */
  operators: readonly Operator[]
  /** The kind of value that it is compared with; null: only `exists` can be asked. */
  value: FilterValue | null
}

/*
 * A site does not tell its database, and SQLite fails the whole list for conditions that it cannot answer (Payload
 * 3.90). So some operators and fields of the web admin are left out below.
 */

/** Operators for lists of values and for points. */
const NEED_ANOTHER_DATABASE: ReadonlySet<Operator> = new Set(['all', 'near', 'within', 'intersects'])

/** False for operators that fail: a relation to several collections can only be asked for equality. */
function isAnswered(field: FieldWithValue, operator: Operator): boolean {
  if ('polymorphic' in field && field.polymorphic && operator !== 'equals') return false
  return !NEED_ANOTHER_DATABASE.has(operator)
}

/** False for a localized select with many values, which cannot be filtered at all. */
function hasAnswers(field: FieldWithValue): boolean {
  return field.type !== 'select' || !field.hasMany || !field.localized
}

/**
 * The fields that lists of a collection can be filtered by, in its order, as the web admin offers them but for what
 * SQLite cannot answer.
 */
export function filterFields(types: FieldTypes, collection: Collection): FilterField[] {
  return below(types, collection.fields, { path: '', around: [], isRow: false })
}

/** Conditions that only this computer knows, as checkbox fields. */
export const localFields: readonly FilterField[] = localRules.map((path) => ({
  path,
  around: [],
  operators: ['equals'],
  value: 'tick',
  field: {
    type: 'checkbox',
    name: path,
    schemaPath: path,
    label: null,
    description: null,
    hidden: false,
    disabled: false,
    readOnly: false,
    width: null,
    position: 'main',
    hasCondition: false,
    component: null,
    required: false,
    localized: false,
    unique: false,
    editsMany: false,
    hasComputedDefault: false,
    isColumn: false,
    isFilter: true,
    canSort: true,
    placeholder: null,
    defaultValue: null,
  },
}))

type FieldLevel = { path: string; around: LocalizedText[]; isRow: boolean }

function below(types: FieldTypes, fields: Field[], place: FieldLevel): FilterField[] {
  return fields.flatMap((field): FilterField[] => {
    if (field.type === 'ui' || field.type === 'blocks' || field.disabled) return []
    switch (field.type) {
      case 'row':
        return below(types, field.fields, place)
      case 'collapsible':
        return below(types, field.fields, inside(place, null, field.label))
      case 'group':
        return below(types, field.fields, inside(place, field.name, field.label))
      case 'array':
        return below(types, field.fields, { ...inside(place, field.name, field.label), isRow: true })
      case 'tabs':
        // The web admin names a tab only if it has a name in the data.
        return field.tabs.flatMap((tab) => {
          if (tab.name === null) return below(types, tab.fields, place)
          // SQLite finds nothing in a localized tab.
          return tab.localized ? [] : below(types, tab.fields, inside(place, tab.name, tab.label))
        })
      default:
        return valueField(types, field, place)
    }
  })
}

function inside(
  { path, around, isRow }: FieldLevel,
  name: string | null,
  label: LocalizedText | null,
): FieldLevel {
  return {
    path: name === null ? path : `${path}${name}.`,
    around: label === null || label === '' ? around : [...around, label],
    isRow,
  }
}

function valueField(
  types: FieldTypes,
  field: FieldWithValue,
  { path, around, isRow }: FieldLevel,
): FilterField[] {
  // Ids of rows are never shown.
  if (!field.isFilter || !hasAnswers(field) || (isRow && field.name === 'id')) return []
  const type = valueType(types, field)
  const value = type.filterValue ?? null
  const operators = type
    .operators(field)
    .filter((operator) => isAnswered(field, operator) && (value !== null || operator === 'exists'))
  return operators.length === 0 ? [] : [{ path: `${path}${field.name}`, around, field, operators, value }]
}
