import * as v from 'valibot'
import type { Field } from '../../cms/schema-model.ts'
import type { Json } from '../../json.ts'

/** What is kept of a picture: from its start edge and top, in percent of the whole. */
export const cropArea = v.object({ x: v.number(), y: v.number(), width: v.number(), height: v.number() })
export type CropArea = v.InferOutput<typeof cropArea>

/** How files are called in the folder of an account. */
export const fileId = v.pipe(v.string(), v.uuid())

/**
 * A file that the server does not have yet, or the one that it has with a part of it cut out: the value of the field
 * `file` of an upload collection. `width`, `height`: of the picture before anything is cut, in pixels; null: no picture,
 * or not known.
 */
export const pendingFile = v.object({
  /** In the folder of the account; null: the file is the one that the server has. */
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

/** Columns of an upload that the server alone fills in, out of the file: no edit has them, and no request. */
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

/** What matters most in a picture; set by a person, in percent of the whole. It says nothing of another picture. */
export const FOCAL_COLUMNS: ReadonlySet<string> = new Set(['focalX', 'focalY'])

/** Whether documents with these fields have a file: what is called so elsewhere is a field like any other. */
export function haveFile(fields: readonly Field[]): boolean {
  return fields[0]?.type === 'file'
}

/** Null where there is none, or something else. */
export function readPendingFile(value: Json | undefined): PendingFile | null {
  const parsed = v.safeParse(pendingFile, value)
  return parsed.success ? parsed.output : null
}

/** How large the picture is once the area is cut out, in pixels; null: its size is not known. */
export function croppedSize(
  { width, height }: Pick<PendingFile, 'width' | 'height'>,
  crop: CropArea,
): { width: number; height: number } | null {
  if (width === null || height === null) return null
  // The server begins at a whole pixel, and refuses what reaches over the edge.
  const part = (whole: number, from: number, percent: number): number => {
    const most = whole - Math.floor((whole * from) / 100)
    return Math.max(1, Math.min(most, Math.round((whole * percent) / 100)))
  }
  return { width: part(width, crop.x, crop.width), height: part(height, crop.y, crop.height) }
}
