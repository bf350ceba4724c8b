import type { Raw } from './read-value.ts'
import { readList, readObject, readText } from './read-value.ts'

/**
 * True if the field shown by a virtual field (`virtual: 'author.name'`) is localized: then a request for all locales
 * gets one value per locale. False behind several documents, or behind a localized relation.
 */
export function showsLocales(raw: Raw, entity: unknown, fieldsOf: (slug: string) => unknown): boolean {
  const [first, ...rest] = readText(raw['virtual'])?.split('.') ?? []
  let found = first === undefined ? null : named(entity, first)
  for (const name of rest) {
    if (found === null || found['localized'] === true || found['hasMany'] === true) return false
    const collection = readText(found['relationTo'])
    found = named(collection === null ? found['fields'] : fieldsOf(collection), name)
  }
  return found?.['localized'] === true
}

/** The field or tab with this name in one level of the data, found through containers without a name. */
function named(fields: unknown, name: string): Raw | null {
  for (const item of readList(fields)) {
    const field = readObject(item)
    const own = readText(field['name'])
    if (own === name) return field
    const inside = own === null ? (named(field['fields'], name) ?? named(field['tabs'], name)) : null
    if (inside !== null) return inside
  }
  return null
}
