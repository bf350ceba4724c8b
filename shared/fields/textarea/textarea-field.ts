import type { LengthLimits, NamedBase, TextDirection } from '../../cms/field-base.ts'
import type { DrawnBySeo, SeoText } from '../seo/seo-part.ts'

export type TextareaField = NamedBase &
  LengthLimits &
  TextDirection &
  DrawnBySeo<SeoText> & {
    type: 'textarea'
    /** Fewest visible lines; null: the site does not say. */
    rows: number | null
  }
