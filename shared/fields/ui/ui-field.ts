import type { FieldBase } from '../../cms/field-base.ts'
import type { DrawnBySeo, SeoShown } from '../seo/seo-part.ts'

/** A field that is only shown and has no data (S3.10). */
export type UiField = FieldBase & DrawnBySeo<SeoShown> & { type: 'ui'; name: string }
