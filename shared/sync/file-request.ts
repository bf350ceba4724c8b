import type { Collection, Global } from '../cms/schema-model.ts'
import { croppedSize, FILE_COLUMNS, FILE_FIELD, readPendingFile } from '../fields/file/pending-file.ts'
import type { PendingFile } from '../fields/file/pending-file.ts'
import { own, type Json, type JsonObject } from '../json.ts'
import type { OutboxEntry } from './entry.ts'
import type { RequestFile } from './request.ts'

/** What of a write concerns the document's file. */
export type FilePart = {
  /** The body without what the server fills in itself. */
  body: JsonObject
  /** Ends of the query: what is to be cut out of the picture, and what of it matters most. */
  query: string[]
  file: RequestFile | null
}

const FOCAL = ['focalX', 'focalY'] as const
const CENTRE = 50

/** The file that an entry brings, or the part that it cuts out of the one that is there; null: neither. */
export function fileOfEntry({ changes }: Pick<OutboxEntry, 'changes'>): PendingFile | null {
  const last = changes.findLast(({ kind, path }) => kind === 'set' && path === FILE_FIELD)
  return last?.kind === 'set' ? readPendingFile(last.to) : null
}

/**
 * Takes the file out of a body: it travels beside it. The server crops by the query, and takes a focal point by the
 * body only together with a file, so that it goes by the query as well. `base`: what the document was before.
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
    name !== FILE_FIELD &&
    !(pending !== null && FILE_COLUMNS.has(name)) &&
    !(isFocused && (name === FOCAL[0] || name === FOCAL[1]))
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
 * Whether a document has the file that an entry was to bring: the server takes its name, with a number where another
 * file is called so already; a part that was cut out has its size.
 */
export function hasFile(data: JsonObject, before: Json, wanted: PendingFile): boolean {
  if (wanted.id === null) {
    const pixels = wanted.crop === null ? null : croppedSize(wanted, wanted.crop)
    return pixels !== null && data['width'] === pixels.width && data['height'] === pixels.height
  }
  const { filename } = data
  return typeof filename === 'string' && filename !== before && plainStem(filename) === plainStem(wanted.name)
}

/** A name without its ending and the number before that, letters and digits only. */
function plainStem(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/-\d+$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
