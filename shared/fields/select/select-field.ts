import type { NamedBase } from '../../cms/field-base.ts'
import type { ChoiceOption } from '../choice-option.ts'

export type SelectField = NamedBase & {
  type: 'select'
  hasMany: boolean
  options: ChoiceOption[]
  isClearable: boolean
  /** False: what is chosen stays in the order in which it was chosen. */
  isSortable: boolean
}
