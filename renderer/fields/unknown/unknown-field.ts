import type { UnknownField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { wholeValue } from '../whole-value.ts'

export const unknown: ValueFieldModule<UnknownField> = {
  ...notEditable,
  column: { offered: 'never' },
  diffText: (_field, value) => wholeValue(value),
}
