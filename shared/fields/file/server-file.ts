import * as v from 'valibot'
import type { Field } from '../../cms/schema-model.ts'
import { own, sameJson, type Json, type JsonObject } from '../../json.ts'
import { FILE_FIELD, haveFile, readPendingFile, type PendingFile } from './pending-file.ts'

/**
 * The file that the server has, as far as its columns tell it from another one: the value of the field `file` where no
 * file waits. By it is seen that somebody else has put another file there, whatever its name.
 */
export const serverFile = v.strictObject({
  filename: v.string(),
  mimeType: v.nullable(v.string()),
  /** In bytes. */
  filesize: v.nullable(v.number()),
  /** In pixels; null: no picture. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
export type ServerFile = v.InferOutput<typeof serverFile>

/** Null where the columns of a document name no file. */
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

/** Null where it is a file that waits, or something else. */
export function readServerFile(value: Json | undefined): ServerFile | null {
  const parsed = v.safeParse(serverFile, value)
  return parsed.success ? parsed.output : null
}

/** What the server has of a document, with the value of its field `file`; as it is where there is no such field. */
export function withServerFile(fields: readonly Field[], data: JsonObject): JsonObject {
  if (!haveFile(fields)) return data
  const { [FILE_FIELD]: _file, ...rest } = data
  const file = serverFileOf(data)
  return file === null ? rest : { ...rest, [FILE_FIELD]: file }
}

/** A document as lists show it: the columns say what is known of the file that waits. Nothing is sent of them. */
export function withWaitingFile(fields: readonly Field[], data: JsonObject): JsonObject {
  const file = haveFile(fields) ? readPendingFile(own(data, FILE_FIELD)) : null
  if (file === null || file.id === null) return data
  const { name, mimeType, size, width, height } = file
  return { ...data, filename: name, mimeType, filesize: size, width, height }
}

/** What the file of a document is called, whether the server has it or not; '' where there is none. */
export function fileName(data: JsonObject): string {
  return readPendingFile(own(data, FILE_FIELD))?.name ?? serverFileOf(data)?.filename ?? ''
}

/** The file that the server has, as something that a part can be cut out of. */
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
 * Whether a file is a part of a picture that is not the one that the server has (by now), be that an own one: the same
 * part of that one is another picture.
 */
export function isPartOfAnother(file: PendingFile | null, data: JsonObject): boolean {
  return file !== null && file.id === null && !sameJson({ ...file, crop: null }, cuttable(serverFileOf(data)))
}
