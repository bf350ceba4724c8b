import type { UiField } from '../../cms/schema-model.ts'
import type { ContainerFieldType } from '../field-type.ts'

export const ui: ContainerFieldType<UiField> = {
  kind: 'container',
  parse: (_raw, base, context) => ({ ...base, type: 'ui', name: context.name ?? '' }),
}
