import { galley } from './bridge.ts'

const PIECE_BYTES = 1024 * 1024

/**
 * Copies a file to this computer's data (SY14), a piece at a time. Its id; it is on the disk once that is there.
 * Rejects where it could not be copied, or was stopped.
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

/** A file that waits on this computer, as an address for a picture. */
export function waitingAddress(id: string): string {
  return `app://files/${id}`
}

/** The picture of a document as the server has it. `size`: one of its sizes; `version`: another picture, another address. */
export function mediaAddress(slug: string, id: string, size: string | null, version: string): string {
  const query = new URLSearchParams({ ...(size !== null && { size }), v: version })
  return `app://media/${encodeURIComponent(slug)}/${encodeURIComponent(id)}?${query.toString()}`
}

/** Sound or video: a file that waits on this computer, or the one of a document. */
export function playAddress(of: { id: string } | { slug: string; id: string; version: string }): string {
  if (!('slug' in of)) return `app://play/${of.id}`
  const query = new URLSearchParams({ v: of.version })
  return `app://play/${encodeURIComponent(of.slug)}/${encodeURIComponent(of.id)}?${query.toString()}`
}

/** How large a picture is, in pixels; null: it is none that can be shown here. Nothing is decoded for it. */
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
