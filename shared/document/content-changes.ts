import { isOrderField } from '../cms/order-fields.ts'
import type { Collection, Global } from '../cms/schema-model.ts'
import type { Change } from './change.ts'
import { changesBetween } from './diff.ts'
import { fieldNodeAt } from './path.ts'
import { FILE_COLUMNS, FILE_FIELD, haveFile } from '../fields/file/pending-file.ts'
import type { JsonObject } from '../json.ts'

/** What belongs to a document and not to what is in it. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** The edits that leave a document with other content; what belongs to the document itself stays. */
export function contentChanges(entity: Collection | Global, now: JsonObject, content: JsonObject): Change[] {
  return changesBetween(entity.fields, now, content).filter((change) => isOfContent(entity, now, change))
}

/** Whether a change is about what is in a document, and the schema knows the field. */
export function isOfContent(
  entity: Collection | Global,
  now: JsonObject,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
): boolean {
  const { fields } = entity
  const node = fieldNodeAt(fields, now, path, locale)
  // What the document had for a file then is not here; see FILE_COLUMNS.
  const isOfFile = haveFile(fields) && (path === FILE_FIELD || FILE_COLUMNS.has(path))
  // Its places in orders are the server's to change, and are no content.
  const isPlace = entity.kind === 'collection' && isOrderField(entity, path)
  return !OWN_COLUMNS.has(path) && !isPlace && !isOfFile && node !== null && node.type !== 'join'
}
