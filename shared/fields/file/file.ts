import type { FileField } from './file-field.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import { isBlank, plainValue, required } from '../value-rules.ts'
import { readPendingFile } from './pending-file.ts'

export const file: ValueFieldType<FileField> = {
  ...plainValue,
  parse: (_raw, named) => ({
    ...named,
    type: 'file',
    upload: NO_RULES,
  }),
  // Once the server has one, the document has its name.
  validate: (field, value, { siblings }) => {
    if (readPendingFile(value)?.name.trim() === '') return required
    const isMissing = siblings !== undefined && isBlank(value) && isBlank(siblings['filename'])
    return field.required && isMissing ? required : null
  },
  fits: (_field, value) => readPendingFile(value) !== null,
  text: (_field, value) => readPendingFile(value)?.name ?? '',
  operators: () => presenceOperators,
}

const NO_RULES: FileField['upload'] = {
  mimeTypes: [],
  maxBytes: null,
  pasteURL: false,
  crop: false,
  focalPoint: false,
  imageSizes: [],
  hideRemoveFile: false,
  bulkUpload: false,
  requiresFile: false,
  clientUpload: null,
}
