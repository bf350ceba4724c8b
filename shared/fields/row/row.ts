import type { RowField } from '../../cms/schema-model.ts'
import type { ContainerFieldType } from '../field-type.ts'

export const row: ContainerFieldType<RowField> = {
  kind: 'container',
  parse: (raw, base, context) => ({ ...base, type: 'row', fields: context.parseFields(raw['fields']) }),
}
