import type { NamedBase } from '../../cms/field-base.ts'
import type { RelationOptions, RelationTarget } from '../relation-target.ts'
import type { DrawnBySeo, SeoImage } from '../seo/seo-part.ts'

export type UploadField = NamedBase &
  RelationTarget &
  RelationOptions &
  DrawnBySeo<SeoImage> & { type: 'upload' }
