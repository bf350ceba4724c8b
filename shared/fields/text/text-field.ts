import type { InputHints, LengthLimits, NamedBase, RowLimits, TextDirection } from '../../cms/field-base.ts'
import type { DrawnBySeo, SeoText } from '../seo/seo-part.ts'

export type TextField = NamedBase &
  LengthLimits &
  RowLimits &
  InputHints &
  TextDirection &
  DrawnBySeo<SeoText> & {
    type: 'text'
    hasMany: boolean
    /** A part of an address that is made from another field: the name of that one. Null: any other text. */
    slugSource: string | null
    /** The site makes it in a way of its own, which only its server knows. */
    slugFromSite: boolean
  }
