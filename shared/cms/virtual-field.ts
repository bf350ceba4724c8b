import type { Raw } from './read-value.ts'
import { readList, readObject, readText } from './read-value.ts'

/**
 * Whether what a virtual field shows (`virtual: 'author.name'`) is kept per locale where it is kept: then the server
 * answers the question for all locales with one value per locale, whatever the virtual field says of itself. What lies
 * behind several documents, or in something that is itself kept per locale, never comes in that form.
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

/** The field or tab of this name in a level of the data: those without a name are none of their own. */
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
