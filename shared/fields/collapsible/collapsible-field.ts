import type { FieldBase } from '../../cms/field-base.ts'

export interface CollapsibleFieldOf<F> extends FieldBase {
  type: 'collapsible'
  fields: F[]
  initCollapsed: boolean
}
