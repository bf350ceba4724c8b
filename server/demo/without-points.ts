import type { CollectionConfig, Field } from 'payload'

function fieldsWithoutPoints(fields: Field[]): Field[] {
  return fields.flatMap((field): Field[] => {
    if (field.type === 'point') return []
    if (field.type === 'tabs') {
      const tabs = field.tabs.map((tab) => ({ ...tab, fields: fieldsWithoutPoints(tab.fields) }))
      return [{ ...field, tabs }]
    }
    return 'fields' in field ? [{ ...field, fields: fieldsWithoutPoints(field.fields) }] : [field]
  })
}

/** The collection without points, for a PostgreSQL without PostGIS, which they need. */
export const withoutPoints = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  fields: fieldsWithoutPoints(collection.fields),
})
