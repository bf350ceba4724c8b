import type { EmailField } from '../../cms/schema-model.ts'
import { eitherName } from '../either-name.ts'
import type { ValueFieldType } from '../field-type.ts'
import { emailOperators } from '../operators.ts'
import { readHints } from '../read-settings.ts'
import { plainTextValue } from '../text-rules.ts'
import { required } from '../value-rules.ts'
import { emailPattern } from './email-pattern.ts'

const wrong = { key: 'validation:emailAddress' }

export const email: ValueFieldType<EmailField> = {
  ...plainTextValue,
  parse: (raw, named) => ({ ...named, type: 'email', ...readHints(raw) }),
  validate(field, value, context) {
    if (field.name === 'email' && eitherName(context) && !value && !context.siblings?.['username'])
      return required
    if (!value) return field.required ? wrong : null
    return typeof value === 'string' && emailPattern.test(value) ? null : wrong
  },
  operators: () => emailOperators,
  filterValue: 'text',
}
