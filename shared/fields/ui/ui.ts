import type { UiField } from '../../cms/schema-model.ts'
import type { ContainerFieldType } from '../field-type.ts'
import { readSeoShown } from '../seo/seo-part.ts'

export const ui: ContainerFieldType<UiField> = {
  kind: 'container',
  parse: (_raw, base, context) => ({
    ...base,
    type: 'ui',
    name: context.name ?? '',
    seo: readSeoShown(context.extra),
  }),
}
