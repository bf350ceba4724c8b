import { isOrderField } from '../cms/order-fields.ts'
import type { Collection, Global } from '../cms/schema-model.ts'
import type { Change } from './change.ts'
import { changesBetween } from './diff.ts'
import { fieldNodeAt } from './path.ts'
import { FILE_COLUMNS, FILE_FIELD, haveFile } from '../fields/file/pending-file.ts'
import type { JsonObject } from '../json.ts'

/** Columns that belong to a document and not to its content. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** The edits that give a document the content of another one; its own columns stay. */
export function contentChanges(entity: Collection | Global, now: JsonObject, content: JsonObject): Change[] {
  return changesBetween(entity.fields, now, content).filter((change) => isOfContent(entity, now, change))
}

/** True if a change concerns the content of a document, in a field of the schema. */
export function isOfContent(
  entity: Collection | Global,
  now: JsonObject,
  { path, locale }: Pick<Change, 'path' | 'locale'>,
): boolean {
  const { fields } = entity
  const node = fieldNodeAt(fields, now, path, locale)
  // The former file is not on this computer, so it is left out with its columns (see FILE_COLUMNS).
  const isOfFile = haveFile(fields) && (path === FILE_FIELD || FILE_COLUMNS.has(path))
  // Order keys are the server's to change, and are no content.
  const isPlace = entity.kind === 'collection' && isOrderField(entity, path)
  return !OWN_COLUMNS.has(path) && !isPlace && !isOfFile && node !== null && node.type !== 'join'
}
