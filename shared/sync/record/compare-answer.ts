import type { Field } from '../../cms/schema-model.ts'
import { cellKey } from '../../document/change.ts'
import type { Change } from '../../document/change.ts'
import { compareSaved } from '../../document/compare-saved.ts'
import type { Comparison, SavedSides } from '../../document/compare-saved.ts'
import { changesBetween } from '../../document/diff.ts'
import { fieldNodeAt } from '../../document/path.ts'
import type { FieldTypes } from '../../fields/field-type.ts'
import { valueType } from '../../fields/field-type.ts'
import { FILE_COLUMNS, FILE_FIELD, haveFile } from '../../fields/file/pending-file.ts'
import type { JsonObject } from '../../json.ts'
import type { OutboxEntry } from '../entry.ts'
import type { RecordSite } from './document-record.ts'

/** The document's own columns change with every write; they are nobody's edit. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', '_status'])

/** Compares what an entry sent with the server's answer, which is in `sides.saved` (SY16). */
export function compareAnswer(
  entry: OutboxEntry,
  sides: SavedSides,
  locale: string | null,
  { schema, mayRead }: RecordSite,
): Comparison {
  const sent = entry.create ? creationOf(schema.fields, schema.types, entry, sides.sent) : entry.changes
  const changes = haveFile(schema.fields) ? sent.filter(({ path }) => !isOfFile(path)) : sent
  return compareSaved(schema, changes, { sides, locale, mayRead })
}

/** True for the file and its columns: the server may rename a file or store it smaller, which is no difference. */
function isOfFile(path: string): boolean {
  return path === FILE_FIELD || FILE_COLUMNS.has(path)
}

/** The comparison without a document in the answer: the write is done, and nothing more is known. */
export function notCompared({ changes }: OutboxEntry): Comparison {
  const cells = changes.map(({ path, locale }) => ({ path, locale, result: 'sent' as const }))
  return { cells, differences: [], vanished: [] }
}

/** The changes of a creation that are compared. A default that nobody typed is left out. */
function creationOf(fields: Field[], types: FieldTypes, entry: OutboxEntry, sent: JsonObject): Change[] {
  const typed = new Set(entry.changes.map(cellKey))
  return changesBetween(fields, {}, sent).filter((change) => {
    if (OWN_COLUMNS.has(change.path)) return false
    const node = fieldNodeAt(fields, sent, change.path, change.locale)
    if (typed.has(cellKey(change)) || node === null || node.type === 'nested') return true
    if (change.kind === 'rows') return node.defaultValue === null
    return !valueType(types, node).equal(node, change.to, node.defaultValue)
  })
}
