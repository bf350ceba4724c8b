import type { PendingFile } from '../../../shared/fields/file/pending-file.ts'
import { photoOrientation } from '../../../shared/fields/file/photo-orientation.ts'
import { galley } from '../../data/bridge.ts'
import { copyFile } from '../../data/copy-file.ts'

/** JPEG quality of a rewritten photo: no visible difference, and about the same size. */
const QUALITY = 0.95

/**
 * Returns a photo to send for cropping, rotated upright if needed: the server cuts the stored pixels and drops the
 * orientation (F103). Other photos are returned unchanged. Rejects if it cannot be rotated.
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
  // The canvas silently writes another type if it cannot write this one.
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
