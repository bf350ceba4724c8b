import type { PendingFile } from '../../shared/fields/file/pending-file.ts'
import { copyFile, pictureSize, waitingAddress } from './copy-file.ts'

type Named = Pick<PendingFile, 'name' | 'mimeType' | 'size'>

/** A whole file of this computer's data as the value of a form, with its size in pixels where it is a picture. */
export async function pendingFile(id: string, { name, mimeType, size }: Named): Promise<PendingFile> {
  const pixels = mimeType.startsWith('image/') ? await pictureSize(waitingAddress(id)) : null
  const { width, height } = pixels ?? { width: null, height: null }
  return { id, name, mimeType, size, width, height, crop: null }
}

/** Copies a file to this computer's data and gives it as the value of a form; rejects as {@link copyFile} does. */
export async function copyPendingFile(file: File, how: Parameters<typeof copyFile>[1]): Promise<PendingFile> {
  const id = await copyFile(file, how)
  return pendingFile(id, { name: file.name, mimeType: file.type, size: file.size })
}
