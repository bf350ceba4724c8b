import type { InputHints, NamedBase, RowLimits } from '../../cms/field-base.ts'

export type NumberField = NamedBase &
  RowLimits &
  InputHints & {
    type: 'number'
    hasMany: boolean
    min: number | null
    max: number | null
    step: number | null
  }
