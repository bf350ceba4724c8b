import type { UploadField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { parseTarget, relationValue } from '../relations.ts'

export const upload: ValueFieldType<UploadField> = {
  ...relationValue,
  parse: (raw, named) => ({ ...named, type: 'upload', ...parseTarget(raw) }),
}
