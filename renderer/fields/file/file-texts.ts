import type { Collection } from '../../../shared/cms/schema-model.ts'
import { getValue } from '../../../shared/document/path.ts'
import { fileFacts, type FileFacts } from '../../../shared/fields/file/file-facts.ts'
import type { ListRow } from '../../../shared/ipc.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Returns the alternative text of a file in a locale; '' if there is none. */
export function altOf(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): string {
  const value = getValue(collection.fields, row.data, 'alt', locale)
  return typeof value === 'string' ? value.trim() : ''
}

/** True for a picture without an alternative text; other files need none. */
export function lacksAlt(collection: Collection, row: Pick<ListRow, 'data'>, locale: string | null): boolean {
  return fileFacts(row.data).isPicture && altOf(collection, row, locale) === ''
}

/** Returns the size in pixels and the kind of a file, `1200 × 800 · JPG`, as far as known. */
export function factsText({ width, height, kind }: FileFacts): string {
  const size = width !== null && height !== null && width > 0 && height > 0 ? `${width} × ${height}` : ''
  return [size, kind].filter((part) => part !== '').join(' · ')
}

/** The filter of pictures without alternative text, in the form in which an address returns it. */
export const MISSING_ALT: JsonObject = {
  or: [
    { and: [{ alt: { exists: 'false' } }, { mimeType: { contains: 'image/' } }] },
    { and: [{ alt: { equals: '' } }, { mimeType: { contains: 'image/' } }] },
  ],
}

/** True if a list has exactly that filter. */
export function asksForMissingAlt(where: JsonObject | null): boolean {
  return JSON.stringify(where) === JSON.stringify(MISSING_ALT)
}
