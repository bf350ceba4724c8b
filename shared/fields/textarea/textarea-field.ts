import type { LengthLimits, NamedBase, TextDirection } from '../../cms/field-base.ts'

export type TextareaField = NamedBase &
  LengthLimits &
  TextDirection & {
    type: 'textarea'
    /** How many lines it shows at the least; null: the site does not say. */
    rows: number | null
  }
