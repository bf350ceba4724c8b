import type { GroupField } from '../../cms/schema-model.ts'
import type { ContainerFieldType } from '../field-type.ts'

export const group: ContainerFieldType<GroupField> = {
  kind: 'container',
  parse: (raw, base, context) => ({
    ...base,
    type: 'group',
    name: context.name,
    localized: context.localized,
    fields: context.parseFields(raw['fields']),
  }),
}
