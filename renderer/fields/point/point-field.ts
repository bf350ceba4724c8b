import type { PointField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableCode, readableLine } from '../not-editable/readable-value.ts'

export const point: ValueFieldModule<PointField> = {
  ...notEditable,
  column: { offered: 'never' },
  readable: (field, value, context) =>
    Array.isArray(value) ? readableLine(field, value, context) : readableCode(value),
}
