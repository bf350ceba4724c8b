import { galley } from './bridge.ts'
import type { PendingFile } from '../../shared/fields/file/pending-file.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Translate } from '../i18n/translator.ts'
import type { CopiedFile } from '../../shared/ipc.ts'

const PIECE_BYTES = 1024 * 1024

/**
 * Copies a file in pieces to this computer's data (SY14), and returns its id once it is on disk. Rejects if
 * the file cannot be copied, or on abort.
 */
export async function copyFile(
  file: Blob,
  { onProgress, signal }: { onProgress: (copied: number) => void; signal: AbortSignal },
): Promise<string> {
  const { id } = await galley.call('files.begin', undefined)
  try {
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      signal.throwIfAborted()
      const piece = await file.slice(at, at + PIECE_BYTES).arrayBuffer()
      await galley.call('files.append', { id, bytes: new Uint8Array(piece) })
      onProgress(Math.min(file.size, at + PIECE_BYTES))
    }
    signal.throwIfAborted()
    const { size } = await galley.call('files.finish', { id })
    if (size !== file.size) throw new Error('the file changed while it was copied')
    return id
  } catch (error) {
    await galley.call('files.cancel', { id }).catch(() => undefined)
    throw error
  }
}

/** Returns the picture address of a file that waits on this computer. */
export function waitingAddress(id: string): string {
  return `app://files/${id}`
}

/**
 * Returns the address of a document's picture on the server. `size`: name of a size, if any; `version`: changes
 * with the picture, and so does the address.
 */
export function mediaAddress(slug: string, id: string, size: string | null, version: string): string {
  const query = new URLSearchParams({ ...(size !== null && { size }), v: version })
  return `app://media/${encodeURIComponent(slug)}/${encodeURIComponent(id)}?${query.toString()}`
}

/** Returns the address of sound or video: of a file that waits on this computer, or of a document's file. */
export function playAddress(of: { id: string } | { slug: string; id: string; version: string }): string {
  if (!('slug' in of)) return `app://play/${of.id}`
  const query = new URLSearchParams({ v: of.version })
  return `app://play/${encodeURIComponent(of.slug)}/${encodeURIComponent(of.id)}?${query.toString()}`
}

/** Returns the size of a picture in pixels, without decoding it; null if it cannot be shown. */
export function pictureSize(address: string): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    const image = new Image()
    image.decoding = 'async'
    image.addEventListener('load', () =>
      resolve(image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : null),
    )
    image.addEventListener('error', () => resolve(null))
    image.src = address
  })
}

type FileFacts = Pick<PendingFile, 'name' | 'mimeType' | 'size'>

/** Returns a copied file as the value of a form, with its size in pixels if it is a picture. */
export async function pendingFile(id: string, { name, mimeType, size }: FileFacts): Promise<PendingFile> {
  const pixels = mimeType.startsWith('image/') ? await pictureSize(waitingAddress(id)) : null
  const { width, height } = pixels ?? { width: null, height: null }
  return { id, name, mimeType, size, width, height, crop: null }
}

/** Copies a file to this computer's data and gives it as the value of a form; rejects as {@link copyFile} does. */
export async function copyPendingFile(file: File, how: Parameters<typeof copyFile>[1]): Promise<PendingFile> {
  const id = await copyFile(file, how)
  return pendingFile(id, { name: file.name, mimeType: file.type, size: file.size })
}

/**
 * Copies an upload's file from the server to this computer, for a new document made of it. `file`: null if
 * the upload has none; `problem`: reason of a failure, as text.
 */
export async function copyServerFile(
  ref: DocRef,
  t: Translate,
): Promise<{ file: CopiedFile | null } | { problem: string }> {
  if (ref.kind !== 'collection') return { file: null }
  const copied = await galley.call('files.copy', { slug: ref.slug, id: ref.id })
  if (copied.outcome === 'fetched') {
    const { outcome: _outcome, ...file } = copied
    return { file }
  }
  if (copied.outcome === 'none') return { file: null }
  const said = copied.outcome === 'failed' ? copied.message : t('galley:actions.needsServer')
  return { problem: said || t('error:unknown') }
}
