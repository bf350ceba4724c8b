import type { CodeField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { notEditable } from '../not-editable/not-editable-type.ts'
import { readableCode } from '../not-editable/readable-value.ts'

export const code: ValueFieldModule<CodeField> = {
  ...notEditable,
  readable: (_field, value) => readableCode(value),
}
