import type { Collection, Global } from '../cms/schema-model.ts'
import { croppedSize, FILE_COLUMNS, FILE_FIELD, readPendingFile } from '../fields/file/pending-file.ts'
import type { PendingFile } from '../fields/file/pending-file.ts'
import { readServerFile, serverFileOf } from '../fields/file/server-file.ts'
import { own, sameJson, type Json, type JsonObject } from '../json.ts'
import type { SetChange } from '../document/change.ts'
import type { OutboxEntry } from './entry.ts'
import type { RequestFile } from './request.ts'

/** The parts of a write request that concern the document's file. */
export type FilePart = {
  /** The body without the columns that the server fills in. */
  body: JsonObject
  /** Query parameters: the part to cut out of the picture, and its focal point. */
  query: string[]
  file: RequestFile | null
}

const FOCAL = ['focalX', 'focalY'] as const
const CENTRE = 50

/** The file that an entry uploads, or its crop of the server's picture; null: neither. */
export function fileOfEntry(entry: Pick<OutboxEntry, 'changes'>): PendingFile | null {
  return readPendingFile(fileChange(entry)?.to)
}

function fileChange({ changes }: Pick<OutboxEntry, 'changes'>): SetChange | null {
  const last = changes.findLast(({ kind, path }) => kind === 'set' && path === FILE_FIELD)
  return last?.kind === 'set' ? last : null
}

/**
 * Takes the file and its columns out of a body. The crop goes into the query, and so does the focal point, which the
 * body sets only with a file. `base`: the document before.
 */
export function filePartOf(
  entity: Collection | Global,
  entry: OutboxEntry,
  base: JsonObject,
  body: JsonObject,
): FilePart {
  if (entity.kind === 'global' || !entity.upload) return { body, query: [], file: null }
  const pending = fileOfEntry(entry)
  const isFocused = entry.changes.some(({ path }) => path === FOCAL[0] || path === FOCAL[1])
  const crop = pending?.crop ?? null
  const point = FOCAL.map((name) => numberOr(own(body, name) ?? own(base, name), CENTRE))
  const left = (name: string): boolean =>
    name !== FILE_FIELD && !FILE_COLUMNS.has(name) && !(isFocused && (name === FOCAL[0] || name === FOCAL[1]))
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => left(name))),
    query: [
      ...(isFocused || crop !== null
        ? [edit('[focalPoint][x]', point[0] ?? CENTRE), edit('[focalPoint][y]', point[1] ?? CENTRE)]
        : []),
      ...(pending !== null && crop !== null ? cropQuery(pending, crop) : []),
    ],
    file: pending === null || pending.id === null ? null : here(pending, pending.id),
  }
}

function here({ name, mimeType, size }: PendingFile, id: string): RequestFile {
  return { kind: 'here', id, name, mimeType, size }
}

function cropQuery(file: PendingFile, crop: NonNullable<PendingFile['crop']>): string[] {
  const pixels = croppedSize(file, crop)
  if (pixels === null) return []
  return [
    edit('[crop][x]', crop.x),
    edit('[crop][y]', crop.y),
    edit('[crop][width]', crop.width),
    edit('[crop][height]', crop.height),
    edit('[crop][unit]', '%'),
    edit('[widthInPixels]', pixels.width),
    edit('[heightInPixels]', pixels.height),
  ]
}

function edit(name: string, value: string | number): string {
  return `${encodeURIComponent(`uploadEdits${name}`)}=${encodeURIComponent(String(value))}`
}

function numberOr(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/**
 * True if the document has the file that a sent entry carried, judged by name and size, or by the pixels of a crop.
 * False where the server re-encodes files: that proves nothing, so a person is asked.
 */
export function hasFile(data: JsonObject, entry: Pick<OutboxEntry, 'changes'>): boolean {
  const wanted = fileOfEntry(entry)
  const is = serverFileOf(data)
  const was = readServerFile(fileChange(entry)?.from)
  if (wanted === null || is === null || sameJson(is, was)) return false
  if (wanted.id === null && is.filename !== was?.filename) return false
  if (plainStem(is.filename) !== plainStem(wanted.name)) return false
  if (wanted.crop === null) return is.filesize === wanted.size
  const pixels = croppedSize(wanted, wanted.crop)
  return pixels !== null && is.width === pixels.width && is.height === pixels.height
}

/** A file name without extension and trailing number, letters and digits only. */
function plainStem(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/-\d+$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
