import { searchedFields } from '../../../shared/cms/list-fields.ts'
import type { Collection } from '../../../shared/cms/schema-model.ts'
import { folded } from './like.ts'
import { hasWords, searchedTexts, words } from './list-filter.ts'
import { valuesAt, type Found, type Measured } from './list-values.ts'

/**
 * The searched content of a row: the values of its fields as one case-folded text if they are texts, otherwise the
 * values found.
 */
export type SearchText = string | Found[]

/** Separator before each value; nobody types it. */
const VALUE = '\0'

/** The searched fields; only the id if the collection is unknown. */
export const searchedPaths = (collection: Collection | null): readonly string[] =>
  collection === null ? ['id'] : searchedFields(collection)

export function searchTextOf(
  collection: Collection | null,
  row: Measured,
  locale: string | null,
): SearchText {
  const found = searchedPaths(collection).map((path) => valuesAt(collection?.fields ?? [], row, path, locale))
  const texts = found.map(searchedTexts)
  if (texts.includes(null)) return found
  return folded(texts.flatMap((text) => (text ?? []).map((value) => VALUE + value)).join(''))
}

/**
 * Returns a test that is true if a value contains every word. Case is ignored; `%` is any text and `_` any character.
 */
export function searchFor(search: string): (text: SearchText) => boolean {
  const isPlain = !/[%_]/.test(search)
  const wanted = words(folded(search))
  const isIn = (text: string): boolean => wanted.every((word) => text.includes(word))
  return (text) => {
    if (typeof text !== 'string') return text.some((found) => hasWords(found, search))
    if (isPlain) return isIn(text) && (wanted.length === 1 || valuesIn(text).some(isIn))
    return valuesIn(text).some((value) => hasWords(textFound(value), folded(search)))
  }
}

function valuesIn(text: string): string[] {
  return text.split(VALUE).slice(1)
}

function textFound(value: string): Found {
  return { values: [value], node: null, isMissingInRow: false }
}
