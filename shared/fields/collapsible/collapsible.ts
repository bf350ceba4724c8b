import { read } from '../../cms/read-value.ts'
import type { CollapsibleField } from '../../cms/schema-model.ts'
import type { ContainerFieldType } from '../field-type.ts'

export const collapsible: ContainerFieldType<CollapsibleField> = {
  kind: 'container',
  parse: (raw, base, context) => ({
    ...base,
    type: 'collapsible',
    fields: context.parseFields(raw['fields']),
    initCollapsed: read(raw['admin'], 'initCollapsed') === true,
  }),
}
