import type { Field } from '../../shared/cms/schema-model.ts'
import type { Json } from '../../shared/json.ts'
import type { ErrorFilter } from '../form/form-errors.ts'
import { checkbox } from './checkbox/checkbox-field.tsx'
import { collapsible } from './collapsible/collapsible-field.tsx'
import { date } from './date/date-field.tsx'
import { email } from './email/email-field.tsx'
import type { FieldModule } from './field-module.tsx'
import { group } from './group/group-field.tsx'
import { number } from './number/number-field.tsx'
import { radio } from './radio/radio-field.tsx'
import { row } from './row/row-field.tsx'
import { select } from './select/select-field.tsx'
import { tabs } from './tabs/tabs-field.tsx'
import { text } from './text/text-field.tsx'
import { textarea } from './textarea/textarea-field.tsx'

/** The field types that can be edited here: one folder and one line each. All others are shown and kept as they are. */
const registry: Partial<Record<Field['type'], FieldModule>> = {
  text,
  textarea,
  email,
  number,
  checkbox,
  date,
  select,
  radio,
  group,
  row,
  collapsible,
  tabs,
}

/** The type that can edit a field with this value, or null where there is none. */
export function moduleFor(field: Field, value: Json): FieldModule | null {
  const found = registry[field.type]
  return found && (found.edits?.(field, value) ?? true) ? found : null
}

const TOO_LITTLE: ReadonlySet<string> = new Set(['validation:required', 'validation:requiresAtLeast'])

/**
 * Whether an error found here keeps a document from being saved or published. Of a field that cannot be edited here
 * only that it holds nothing, or too little: the server would refuse that, too. Read-only fields are the server's own to fill.
 */
export const countsAsError: ErrorFilter = ({ field }, error) =>
  !field.readOnly && (moduleFor(field, null) !== null || TOO_LITTLE.has(error.key))
