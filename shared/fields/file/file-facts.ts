import { own, type Json, type JsonObject } from '../../json.ts'
import { isPicture } from './best-fit.ts'
import { FILE_FIELD, readPendingFile } from './pending-file.ts'

/** A short description of a file. */
export type FileFacts = {
  name: string
  mimeType: string
  /** `JPG`, `PDF`; empty if neither name nor type tells it. */
  kind: string
  /** Size in bytes; null: not known. */
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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const
const BASE = 1024

/** A size of a file as the site's own admin says it (S9.20): `0 bytes`, `1KB`, with decimals `1.5KB`. */
export function formatFilesize(bytes: number, decimals = 0): string {
  if (bytes <= 0) return '0 bytes'
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(BASE)))
  const amount = Number((bytes / BASE ** power).toFixed(Math.max(0, decimals)))
  return `${amount}${power === 0 ? ' ' : ''}${UNITS[power] ?? ''}`
}

/** True if a file of this type is audio or video: `audio/mpeg`, `video/mp4`. */
export function isPlayable(mimeType: string): boolean {
  return /^(audio|video)\/[\w.+-]+$/.test(mimeType)
}
