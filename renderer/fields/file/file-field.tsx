import type { FileField } from '../../../shared/cms/schema-model.ts'
import type { ValueFieldModule } from '../field-module.ts'
import { FileInput } from './file-input.tsx'

export const file: ValueFieldModule<FileField> = {
  Input: FileInput,
  column: { offered: 'never' },
}
