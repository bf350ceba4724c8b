import type { PendingFile } from '../../../shared/fields/file/pending-file.ts'
import { photoOrientation } from '../../../shared/fields/file/photo-orientation.ts'
import { galley } from '../../data/bridge.ts'
import { copyFile } from '../../data/copy-file.ts'

/** Of a JPEG that is written anew: nobody sees a difference, and it stays about as large. */
const QUALITY = 0.95

/**
 * A photo as it is to be sent to be cropped: the server cuts the pixels as they lie in the file, and leaves out what says
 * how to turn them (F103). One that is to be turned becomes a new file whose pixels stand upright; any other stays.
 * Rejects where it cannot be turned.
 */
export async function uprightPhoto(file: PendingFile & { id: string }): Promise<PendingFile> {
  if (file.mimeType !== 'image/jpeg') return file
  const bytes = await readWhole(file.id)
  if (photoOrientation(bytes) === 1) return file
  const bitmap = await createImageBitmap(new Blob([bytes], { type: file.mimeType }))
  const { width, height } = bitmap
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const turned = await canvas.convertToBlob({ type: file.mimeType, quality: QUALITY })
  // Where it cannot write a type the canvas writes another one.
  if (turned.type !== file.mimeType) throw new Error(`no ${file.mimeType} can be written`)
  const id = await copyFile(turned, { onProgress: () => undefined, signal: new AbortController().signal })
  return { ...file, id, size: turned.size, width, height }
}

async function readWhole(id: string): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let at = 0
  for (;;) {
    const { bytes } = await galley.call('files.read', { id, at })
    if (bytes.byteLength === 0) break
    pieces.push(bytes)
    at += bytes.byteLength
  }
  const whole = new Uint8Array(at)
  let to = 0
  for (const piece of pieces) {
    whole.set(piece, to)
    to += piece.byteLength
  }
  return whole
}
