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
    /** For a slug, the name of the field that it is made from. Null: the text is no slug. */
    slugSource: string | null
    /** True if a function of the site makes the slug, so that only the server can. */
    slugFromSite: boolean
  }
