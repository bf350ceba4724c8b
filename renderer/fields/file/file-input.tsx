import type { FileField } from '../../../shared/cms/schema-model.ts'
import type { FieldInputProps } from '../field-module.ts'

export function FileInput(_props: FieldInputProps<FileField>) {
  return null
}
