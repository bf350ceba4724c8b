import type { NamedBase } from '../../cms/field-base.ts'
import type { ChoiceOption } from '../choice-option.ts'

export type RadioField = NamedBase & {
  type: 'radio'
  options: ChoiceOption[]
  layout: 'horizontal' | 'vertical'
}
