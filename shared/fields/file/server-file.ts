import * as v from 'valibot'
import type { Field } from '../../cms/schema-model.ts'
import { own, sameJson, type Json, type JsonObject } from '../../json.ts'
import { FILE_FIELD, haveFile, readPendingFile, type PendingFile } from './pending-file.ts'

/**
 * The server's file, by the columns that tell it from another one: the value of `file` while no file is
 * pending. Another value shows that somebody has replaced the file, whatever its name.
 */
export const serverFile = v.strictObject({
  filename: v.string(),
  mimeType: v.nullable(v.string()),
  /** Size in bytes. */
  filesize: v.nullable(v.number()),
  /** Pixels; null: no picture. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
export type ServerFile = v.InferOutput<typeof serverFile>

/** The server's file by a document's columns; null if they name none. */
export function serverFileOf(data: JsonObject): ServerFile | null {
  const filename = own(data, 'filename')
  if (typeof filename !== 'string' || filename === '') return null
  const number = (name: string): number | null => {
    const value = own(data, name)
    return typeof value === 'number' ? value : null
  }
  const mimeType = own(data, 'mimeType')
  return {
    filename,
    mimeType: typeof mimeType === 'string' ? mimeType : null,
    filesize: number('filesize'),
    width: number('width'),
    height: number('height'),
  }
}

/** Reads a server file; null for a pending file or any other value. */
export function readServerFile(value: Json | undefined): ServerFile | null {
  const parsed = v.safeParse(serverFile, value)
  return parsed.success ? parsed.output : null
}

/** The server's document with its file as the value of `file`; unchanged if there is no such field. */
export function withServerFile(fields: readonly Field[], data: JsonObject): JsonObject {
  if (!haveFile(fields)) return data
  const { [FILE_FIELD]: _file, ...rest } = data
  const file = serverFileOf(data)
  return file === null ? rest : { ...rest, [FILE_FIELD]: file }
}

/** A document for lists, with the columns taken from its pending file. They are never sent. */
export function withWaitingFile(fields: readonly Field[], data: JsonObject): JsonObject {
  const file = haveFile(fields) ? readPendingFile(own(data, FILE_FIELD)) : null
  if (file === null || file.id === null) return data
  const { name, mimeType, size, width, height } = file
  return { ...data, filename: name, mimeType, filesize: size, width, height }
}

/** The name of a document's file, pending or on the server; '' if there is none. */
export function fileName(data: JsonObject): string {
  return readPendingFile(own(data, FILE_FIELD))?.name ?? serverFileOf(data)?.filename ?? ''
}

/** The server's file as a pending file that can be cropped. */
export function cuttable(file: ServerFile | null): PendingFile {
  return {
    id: null,
    name: file?.filename ?? '',
    mimeType: file?.mimeType ?? '',
    size: file?.filesize ?? 0,
    width: file?.width ?? null,
    height: file?.height ?? null,
    crop: null,
  }
}

/**
 * True if a file is a crop of a picture that is no longer the server's, even after an own upload: the same area of
 * the new picture is another picture.
 */
export function isPartOfAnother(file: PendingFile | null, data: JsonObject): boolean {
  return file !== null && file.id === null && !sameJson({ ...file, crop: null }, cuttable(serverFileOf(data)))
}
