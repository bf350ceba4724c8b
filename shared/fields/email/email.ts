import type { EmailField } from '../../cms/schema-model.ts'
import { eitherName, plainTextValue } from '../text-rules.ts'
import type { ValueFieldType } from '../field-type.ts'
import { emailOperators } from '../operators.ts'
import { readHints } from '../read-settings.ts'
import { required } from '../value-rules.ts'

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

/**
 * The server's rule for an e-mail address (S5.16): no spaces, quotes or double dots, no domain label that begins or
 * ends with a hyphen, at least two letters at the end.
 */
export const emailPattern =
  /^(?!.*\.\.)[\w!#$%&'*+/=?^`{|}~-](?:[\w!#$%&'*+/=?^`{|}~.-]*[\w!#$%&'*+/=?^`{|}~-])?@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,}$/i
