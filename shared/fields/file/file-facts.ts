import { own, type Json, type JsonObject } from '../../json.ts'
import { isPicture } from './best-fit.ts'
import { FILE_FIELD, readPendingFile } from './pending-file.ts'

/** A short description of a file. */
export type FileFacts = {
  name: string
  mimeType: string
  /** `JPG`, `PDF`; empty if neither name nor type tells it. */
  kind: string
  /** Bytes. */
  size: number | null
  width: number | null
  height: number | null
  isPicture: boolean
}

/** The facts of an upload's file, or of the pending one that replaces it. */
export function fileFacts(data: JsonObject): FileFacts {
  const pending = readPendingFile(own(data, FILE_FIELD))
  const brought = pending !== null && pending.id !== null ? pending : null
  const name = brought?.name ?? text(own(data, 'filename'))
  const mimeType = brought?.mimeType ?? text(own(data, 'mimeType'))
  return {
    name,
    mimeType,
    kind: kindOf(name, mimeType),
    size: brought?.size ?? number(own(data, 'filesize')),
    width: brought === null ? number(own(data, 'width')) : brought.width,
    height: brought === null ? number(own(data, 'height')) : brought.height,
    isPicture: isPicture(mimeType),
  }
}

function kindOf(name: string, mimeType: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  return (extension ?? mimeType.split('/')[1]?.split(/[+;]/)[0] ?? '').toUpperCase()
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function number(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}
