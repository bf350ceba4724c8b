import type { JoinField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { wholeValue } from '../whole-value.ts'
import { JoinInput } from './join-input.tsx'

export const join: ValueFieldModule<JoinField> = {
  Input: JoinInput,
  column: { offered: 'never' },
  diffText: (_field, value) => wholeValue(value),
}
