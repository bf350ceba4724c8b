import type { NamedBase } from '../../cms/field-base.ts'
import type { ChoiceOption } from '../choice-option.ts'

export type SelectField = NamedBase & {
  type: 'select'
  hasMany: boolean
  options: ChoiceOption[]
  isClearable: boolean
  /** False: the chosen values stay in the order in which they were chosen. */
  isSortable: boolean
}
