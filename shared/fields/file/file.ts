import type { FileField } from '../field-shapes.ts'
import type { ValueFieldType } from '../field-type.ts'
import { presenceOperators } from '../operators.ts'
import type { Json } from '../../json.ts'
import { isBlank, plainValue, required } from '../value-rules.ts'
import { formatFilesize } from './file-facts.ts'
import { croppedSize, readPendingFile } from './pending-file.ts'
import { readServerFile } from './server-file.ts'

export const file: ValueFieldType<FileField> = {
  ...plainValue,
  parse: (_raw, named) => ({
    ...named,
    type: 'file',
    upload: NO_RULES,
  }),
  // If the server has the file, the document has its name.
  validate: (field, value, { siblings }) => {
    if (readPendingFile(value)?.name.trim() === '') return required
    const isMissing = siblings !== undefined && isBlank(value) && isBlank(siblings['filename'])
    return field.required && isMissing ? required : null
  },
  fits: (_field, value) => readPendingFile(value) !== null,
  text: (_field, value) => textOf(value),
  operators: () => presenceOperators,
}

/** Adds size and dimensions, which tell files of one name apart: `hero.png (100 × 50, 5KB)`. */
function textOf(value: Json | undefined): string {
  const pending = readPendingFile(value)
  const is = readServerFile(value)
  const size = pending?.crop ? croppedSize(pending, pending.crop) : (pending ?? is)
  const bytes = pending === null ? is?.filesize : pending.crop === null ? pending.size : null
  const facts = [
    size && size.width !== null && size.height !== null ? `${size.width} × ${size.height}` : null,
    bytes === null || bytes === undefined ? null : formatFilesize(bytes),
  ].filter((fact) => fact !== null)
  const name = pending?.name ?? is?.filename ?? ''
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`
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
