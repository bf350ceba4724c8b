import { isLight, isPicture } from '../../../shared/fields/file/best-fit.ts'
import { FILE_FIELD, readPendingFile } from '../../../shared/fields/file/pending-file.ts'
import { own } from '../../../shared/json.ts'
import { isTempId } from '../../../shared/cms/doc-ref.ts'
import { mediaAddress, waitingAddress } from '../../data/copy-file.ts'
import type { Pictured } from './pictured.ts'

/**
 * Returns the addresses of a picture's sizes, by name (`thumbnailSize`), in order of preference; none if it cannot be
 * shown. `light`: only small ones.
 */
export function pictureAddresses(
  { ref: { slug, id }, data }: Pictured,
  sizes: readonly (string | null | undefined)[],
  { light = false }: { light?: boolean } = {},
): string[] {
  const pending = readPendingFile(own(data, FILE_FIELD))
  if (pending !== null && pending.id !== null)
    return isPicture(pending.mimeType) ? [waitingAddress(pending.id)] : []
  if (isTempId(id)) return []
  const changed = own(data, 'updatedAt')
  return [...new Set(sizes)].flatMap((size) =>
    size === undefined || (light && !isLight(data, size))
      ? []
      : [mediaAddress(slug, id, size, typeof changed === 'string' ? changed : '')],
  )
}
