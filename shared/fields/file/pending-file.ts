import * as v from 'valibot'
import type { Field } from '../../cms/schema-model.ts'
import type { Json } from '../../json.ts'

/** The area of a picture that a crop keeps: offset from start edge and top, and size, in percent of the whole. */
export const cropArea = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
export type CropArea = v.InferOutput<typeof cropArea>

/** The name of a file in the folder of an account. */
export const fileId = v.pipe(v.string(), v.uuid())

/**
 * A file that the server does not have yet, or a crop of the one it has: the value of `file` in an upload collection.
 * `width`, `height`: pixels of the uncropped picture; null: no picture, or not known.
 */
export const pendingFile = v.object({
  /** Its name in the account's folder; null: it is the server's file. */
  id: v.nullable(fileId),
  name: v.string(),
  mimeType: v.string(),
  size: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  crop: v.nullable(cropArea),
})
export type PendingFile = v.InferOutput<typeof pendingFile>

/** The name of the field; reserved by Payload in every upload collection. */
export const FILE_FIELD = 'file'

/** Columns of an upload that the server derives from the file; they are in no edit and no request. */
export const FILE_COLUMNS: ReadonlySet<string> = new Set([
  'filename',
  'mimeType',
  'filesize',
  'width',
  'height',
  'url',
  'thumbnailURL',
  'sizes',
])

/** The focal point of a picture, in percent of the whole, set by a person. It means nothing for another picture. */
export const FOCAL_COLUMNS: ReadonlySet<string> = new Set(['focalX', 'focalY'])

/** True if documents with these fields have a file; elsewhere a field named `file` is a field like any other. */
export function haveFile(fields: readonly Field[]): boolean {
  return fields[0]?.type === 'file'
}

/** Reads a pending file; null if the value is none. */
export function readPendingFile(value: Json | undefined): PendingFile | null {
  const parsed = v.safeParse(pendingFile, value)
  return parsed.success ? parsed.output : null
}

/** The size of a picture after a crop, in pixels; null: its size is not known. */
export function croppedSize(
  { width, height }: Pick<PendingFile, 'width' | 'height'>,
  crop: CropArea,
): { width: number; height: number } | null {
  if (width === null || height === null) return null
  // The server starts at a whole pixel, and refuses an area that reaches over the edge.
  const part = (whole: number, from: number, percent: number): number => {
    const most = whole - Math.floor((whole * from) / 100)
    return Math.max(1, Math.min(most, Math.round((whole * percent) / 100)))
  }
  return { width: part(width, crop.x, crop.width), height: part(height, crop.y, crop.height) }
}
