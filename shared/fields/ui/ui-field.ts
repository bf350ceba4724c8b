import type { FieldBase } from '../../cms/field-base.ts'

/** Something that is only shown; it has no data (S3.10). */
export type UiField = FieldBase & { type: 'ui'; name: string }
