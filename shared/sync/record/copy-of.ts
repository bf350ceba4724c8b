import type { Collection } from '../../cms/schema-model.ts'
import type { Change } from '../../document/change.ts'
import { changesBetween } from '../../document/diff.ts'
import { effectiveDocument } from '../../document/effective.ts'
import { forACopy } from '../../document/document-copy.ts'
import { withFreshRows } from '../../document/row-operations.ts'
import type { TypedInput } from '../../document/typed-input.ts'
import {
  FILE_COLUMNS,
  FILE_FIELD,
  FOCAL_COLUMNS,
  readPendingFile,
  type PendingFile,
} from '../../fields/file/pending-file.ts'
import { cuttable, serverFileOf } from '../../fields/file/server-file.ts'
import type { CopiedFile } from '../../ipc.ts'
import { isPlainJson, own, type Json, type JsonObject } from '../../json.ts'
import type { DocumentRecord, RecordSite } from './document-record.ts'

/** Columns that belong to the old document and are not copied. */
const OWN: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt', 'deletedAt', '_status'])

/** The content of a copy. `lacksFile`: the collection requires a file, and only the server has it. */
export type Copy = { changes: Change[]; typed: TypedInput[]; lacksFile: boolean }

/** Builds the content of a new document from all that this computer holds of one. `copied`: a copy of its file. */
export function copyOf(
  { base, entries, draft }: DocumentRecord,
  { upload }: Collection,
  copied: CopiedFile | undefined,
  { schema, orders }: RecordSite,
): Copy {
  const { data } = effectiveDocument(schema, { base: base.data, entries, draft, adjusted: base.adjusted })
  // Rows get new ids: others may still have the old document, with the old ids.
  const rows = withFreshRows(schema.fields, withoutOwn(data, orders()))
  // Only one document may have a unique value, so a copy of one that still exists does not take such values.
  const content = base.isGone ? rows : forACopy(schema.fields, rows)
  const file = upload === false ? null : fileOf(data, copied)
  const isHere = file !== null && file.id !== null
  const kept = upload === false ? content : withoutFile(content, isHere ? file : null)
  return {
    changes: changesBetween(schema.fields, {}, kept),
    typed: inCopies(draft?.typed ?? [], data, rows),
    lacksFile: upload !== false && upload.requiresFile && !isHere,
  }
}

/** The file of the edited document; `copied`: a copy of the server's file. */
function fileOf(data: JsonObject, copied: CopiedFile | undefined): PendingFile | null {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (copied === undefined || (pending !== null && pending.id !== null)) return pending
  return { ...(pending ?? cuttable(serverFileOf(data))), ...copied }
}

/** Maps input that is no value yet to the new ids of the copied rows and nodes. */
function inCopies(typed: readonly TypedInput[], from: JsonObject, to: JsonObject): TypedInput[] {
  const ids = new Map<string, string>()
  const note = (before: Json | undefined, after: Json | undefined): void => {
    if (Array.isArray(before) && Array.isArray(after)) before.forEach((one, at) => note(one, after[at]))
    if (!isPlainJson(before) || !isPlainJson(after)) return
    const [was, is] = [before['id'], after['id']]
    if (typeof was === 'string' && typeof is === 'string') ids.set(was, is)
    for (const [key, value] of Object.entries(before)) note(value, after[key])
  }
  note(from, to)
  const inCopy = (path: string): string => path.replaceAll(/[^. ]+/g, (part) => ids.get(part) ?? part)
  return typed.map((one) => ({ ...one, path: inCopy(one.path) }))
}

/** Removes the server's file and its columns. `file`: a local file that goes into the copy. */
function withoutFile(data: JsonObject, file: PendingFile | null): JsonObject {
  const isLeft = (name: string): boolean =>
    name !== FILE_FIELD && !FILE_COLUMNS.has(name) && (file !== null || !FOCAL_COLUMNS.has(name))
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => isLeft(name)))
  return file === null ? rest : { ...rest, [FILE_FIELD]: file }
}

/** Removes the own columns. `order`: the order fields, as the server gives each document an order key of its own. */
function withoutOwn(data: JsonObject, order: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !OWN.has(name) && !order.includes(name)))
}
