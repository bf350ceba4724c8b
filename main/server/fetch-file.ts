import { pathSegment } from '../../shared/cms/path-segment.ts'
import type { CallInput, CallOutput } from '../../shared/ipc.ts'
import { LIMITS } from '../../shared/limits.ts'
import { serverWords } from './answer-shapes.ts'
import { collectionPath } from './document-query.ts'
import { entityOf, type SiteContext } from './site-context.ts'

/** Has the server fetch a file from an address, and copies it here (S3.28, `upload.pasteURL`). */
export async function fetchFile(
  site: SiteContext,
  { slug, id, url }: CallInput<'files.fetch'>,
): Promise<CallOutput<'files.fetch'>> {
  const answer = await site.client.open({
    path: `${collectionPath(slug)}/paste-url${id === null ? '' : `/${pathSegment(id)}`}?src=${encodeURIComponent(url)}`,
    signal: site.closed,
  })
  if (answer.kind === 'network') {
    const { status } = await site.checkConnection()
    if (status === 'online') return { outcome: 'failed', message: '' }
    return { outcome: status === 'signed-out' ? 'signed-out' : 'offline' }
  }
  if (answer.status !== 200 || answer.body === null) {
    const { message } = serverWords(answer.json)
    if (answer.status === 401 || answer.status === 403) {
      const { status } = await site.checkConnection()
      if (status === 'signed-out') return { outcome: 'signed-out' }
    }
    return { outcome: 'failed', message }
  }
  // The server names the file that it fetched; somebody on the way who answers with a page of his own does not (SY11).
  if (answer.disposition === null) {
    await answer.body.cancel().catch(() => undefined)
    return { outcome: 'failed', message: '' }
  }
  const most = largest(site, slug)
  const file = await site.files.begin()
  try {
    let size = 0
    for await (const piece of answer.body) {
      size += piece.byteLength
      if (size > most) throw new Error('larger than the site takes')
      await site.files.append(file, piece)
    }
    await site.files.finish(file)
    const name = fileNameIn(answer.disposition) ?? lastSegment(url)
    return { outcome: 'fetched', id: file, name, mimeType: typeOf(answer.contentType), size }
  } catch {
    await site.files.cancel(file)
    return { outcome: 'failed', message: '' }
  }
}

/** As many bytes as a file of the collection may have; without a limit of the site's, what a file here may have. */
function largest(site: SiteContext, slug: string): number {
  const entity = entityOf(site.schema(), { kind: 'collection', slug })
  const upload = entity?.kind === 'collection' && entity.upload
  return (upload ? upload.maxBytes : null) ?? LIMITS.fetchedFile
}

/** The file name of a Content-Disposition header. */
export function fileNameIn(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  try {
    if (encoded !== undefined && encoded !== '') return decodeURIComponent(encoded)
  } catch {
    // The plain one is there, too.
  }
  const plain = /filename="([^"]*)"/i.exec(disposition ?? '')?.[1]
  return plain === undefined || plain === '' ? null : plain
}

function lastSegment(url: string): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  return name === '' ? 'file' : name
}

function typeOf(contentType: string | null): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? 'application/octet-stream'
}
