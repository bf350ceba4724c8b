import { read } from '../../cms/read-value.ts'
import type { RadioField } from '../../cms/schema-model.ts'
import { checkChosen, chosenText, parseOptions } from '../choices.ts'
import type { ValueFieldType } from '../field-type.ts'
import { choiceOperators } from '../operators.ts'
import { isNothing, plainValue, required } from '../value-rules.ts'

export const radio: ValueFieldType<RadioField> = {
  ...plainValue,
  parse: (raw, named) => ({
    ...named,
    type: 'radio',
    options: parseOptions(raw['options']),
    layout: read(raw['admin'], 'layout') === 'vertical' ? 'vertical' : 'horizontal',
  }),
  validate(field, value) {
    // Radio buttons take an empty text for none.
    if (isNothing(value) || value === '') return field.required ? required : null
    return checkChosen(field.options, [value])
  },
  fits: (field, value) => checkChosen(field.options, [value]) === null,
  text: (field, value, context) => chosenText(field.options, value, context),
  operators: () => choiceOperators,
  filterValue: 'choice',
}
