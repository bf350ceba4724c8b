import type { UploadField } from '../../cms/schema-model.ts'
import type { ValueFieldType } from '../field-type.ts'
import { parseOptions, parseTarget, relationValue } from '../relations.ts'
import { readSeoImage } from '../seo/seo-part.ts'

export const upload: ValueFieldType<UploadField> = {
  ...relationValue,
  parse: (raw, named, context) => {
    const target = parseTarget(raw)
    const seo = readSeoImage(target, context.extra)
    return { ...named, type: 'upload', ...target, ...parseOptions(raw, target, context), seo }
  },
}
