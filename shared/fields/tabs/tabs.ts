import { read, readLabel, readLabelOr, readList, readObject } from '../../cms/read-value.ts'
import type { Raw } from '../../cms/read-value.ts'
import type { Tab, TabsField } from '../../cms/schema-model.ts'
import type { ContainerFieldType, ParseContext } from '../field-type.ts'

export const tabs: ContainerFieldType<TabsField> = {
  kind: 'container',
  parse: (raw, base, context) => ({
    ...base,
    type: 'tabs',
    tabs: readList(raw['tabs']).map((item, index) => {
      const tab = readObject(item)
      return parseTab(tab, context.inside(tab, index))
    }),
  }),
}

function parseTab(raw: Raw, context: ParseContext): Tab {
  return {
    name: context.name,
    schemaPath: context.schemaPath,
    label: readLabelOr(raw['label'], context.name),
    description: readLabel(raw['description']) ?? readLabel(read(raw['admin'], 'description')),
    localized: context.localized,
    hasCondition: context.extra['hasCondition'] === true,
    fields: context.parseFields(raw['fields']),
  }
}
