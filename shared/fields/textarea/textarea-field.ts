import type { LengthLimits, NamedBase, TextDirection } from '../../cms/field-base.ts'
import type { DrawnBySeo, SeoText } from '../seo/seo-part.ts'

export type TextareaField = NamedBase &
  LengthLimits &
  TextDirection &
  DrawnBySeo<SeoText> & {
    type: 'textarea'
    /** How many lines it shows at the least; null: the site does not say. */
    rows: number | null
  }
