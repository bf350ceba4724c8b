import type { JsonField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableCode } from '../not-editable/readable-value.ts'
import { wholeValue } from '../whole-value.ts'
import { JsonCell } from './cell.tsx'

export const json: ValueFieldModule<JsonField> = {
  ...notEditable,
  Cell: JsonCell,
  column: { offered: 'named' },
  diffText: (_field, value) => wholeValue(value),
  readable: (_field, value) => readableCode(value),
}
