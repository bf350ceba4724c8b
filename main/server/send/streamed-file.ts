import type { RequestFile } from '../../../shared/sync/request.ts'
import type { StreamedFile } from '../http/multipart.ts'
import type { SiteContext } from '../site-context.ts'

/** A file of the account, streamed from disk. */
export function streamed(
  { files }: Pick<SiteContext, 'files'>,
  { id, name, mimeType, size }: RequestFile & { kind: 'here' },
): StreamedFile {
  return { name, mimeType, size, read: () => files.read(id) }
}
