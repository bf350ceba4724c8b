import type { FieldBase, LocalizedText } from '../../cms/field-base.ts'

export interface TabOf<F> {
  /** null: the tab only lays out (S3.06). */
  name: string | null
  schemaPath: string
  label: LocalizedText | null
  description: LocalizedText | null
  localized: boolean
  hasCondition: boolean
  fields: F[]
}

export interface TabsFieldOf<F> extends FieldBase {
  type: 'tabs'
  tabs: TabOf<F>[]
}
