import { read } from '../../cms/read-value.ts'
import type { SelectField } from '../../cms/schema-model.ts'
import { checkChosen, chosenText, parseOptions } from '../choices.ts'
import type { ValueFieldType } from '../field-type.ts'
import { bothOfMany, isNothing, itemsOf, mergeSets, plainValue, required } from '../value-rules.ts'
import { choiceOperators } from '../operators.ts'

export const select: ValueFieldType<SelectField> = {
  ...plainValue,
  parse: (raw, named) => ({
    ...named,
    type: 'select',
    hasMany: raw['hasMany'] === true,
    options: parseOptions(raw['options']),
    isClearable: read(raw['admin'], 'isClearable') !== false,
    isSortable: read(raw['admin'], 'isSortable') !== false,
  }),
  validate(field, value) {
    // An empty text is an option like any other here, and wrong if there is no such option.
    const chosen = Array.isArray(value) ? value : isNothing(value) ? [] : [value]
    const wrong = checkChosen(field.options, chosen)
    if (wrong !== null) return wrong
    const twice = chosen.filter((item) => chosen.indexOf(item) !== chosen.lastIndexOf(item))
    if (field.hasMany && twice.length > 0) {
      const detail = ` ${twice.map((item) => JSON.stringify(item)).join(', ')}`
      return { key: 'validation:invalidSelections', detail }
    }
    return field.required && (chosen.length === 0 || value === '') ? required : null
  },
  fits: (field, value) =>
    Array.isArray(value) === field.hasMany && checkChosen(field.options, itemsOf(value)) === null,
  merge: (field, base, mine, theirs) => (field.hasMany ? mergeSets(base, mine, theirs) : { ok: false }),
  both: (field, _base, mine, theirs) => (field.hasMany ? bothOfMany(mine, theirs) : null),
  text: (field, value, context) => chosenText(field.options, value, context),
  operators: () => choiceOperators,
  filterValue: 'choice',
}
