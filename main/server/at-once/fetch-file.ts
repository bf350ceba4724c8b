import { pathSegment } from '../../../shared/cms/addresses.ts'
import type { CallInput, CallOutput, CopiedFile } from '../../../shared/ipc.ts'
import { serverFileOf } from '../../../shared/fields/file/server-file.ts'
import { own } from '../../../shared/json.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { serverWords } from '../answer-shapes.ts'
import type { NetworkAnswer, OpenedAnswer } from '../http/api-client.ts'
import { collectionPath } from '../http/document-query.ts'
import { entityOf, type SiteContext } from '../site-context.ts'

/**
 * Makes the server fetch a file from a URL, and copies it to the pending files (S3.28, `upload.pasteURL`).
 */
export async function fetchFile(
  site: SiteContext,
  { slug, id, url }: CallInput<'files.fetch'>,
): Promise<CallOutput<'files.fetch'>> {
  const answer = await site.client.open({
    path: `${collectionPath(slug)}/paste-url${id === null ? '' : `/${pathSegment(id)}`}?src=${encodeURIComponent(url)}`,
    signal: site.closed,
  })
  return takeFile(site, answer, slug, ({ disposition, contentType }) =>
    // The server names the file that it fetched; a page from something in between does not (SY11).
    disposition === null
      ? null
      : { name: fileNameIn(disposition) ?? lastSegment(url), mimeType: typeOf(contentType), size: null },
  )
}

/** Copies a document's server file to the pending files, with name and type from the document. */
export async function copyServerFile(
  site: SiteContext,
  { slug, id }: CallInput<'files.copy'>,
): Promise<CallOutput<'files.copy'>> {
  const view = await site.store.getDocument({ kind: 'collection', slug, id })
  const data = view?.base.data ?? {}
  const [file, address] = [serverFileOf(data), own(data, 'url')]
  if (file === null || typeof address !== 'string' || address === '') return { outcome: 'none' }
  const { filename: name, filesize: size, mimeType } = file
  // The file is uploaded again, so only the server's own origin is allowed: services on this computer must not be
  // reached.
  const answer = await site.client.open({ address, signal: site.closed, stays: true })
  return takeFile(site, answer, slug, ({ contentType }) => ({
    name,
    mimeType: mimeType ?? typeOf(contentType),
    // A page that something in between sent instead of the file would have another size (SY11).
    size,
  }))
}

type Described = Pick<CopiedFile, 'name' | 'mimeType'> & {
  /** The expected number of bytes; null: not known. */
  size: number | null
}

/**
 * Copies the body of an answer to the pending files. `describe`: name, type and size; null: the answer is no
 * file of the server.
 */
async function takeFile(
  site: SiteContext,
  answer: OpenedAnswer | NetworkAnswer,
  slug: string,
  describe: (answer: OpenedAnswer) => Described | null,
): Promise<CallOutput<'files.fetch'>> {
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
  const known = describe(answer)
  if (known === null) {
    await answer.body.cancel().catch(() => undefined)
    return { outcome: 'failed', message: '' }
  }
  const most = Math.min(known.size ?? Infinity, largest(site, slug))
  const file = await site.files.begin()
  try {
    let size = 0
    for await (const piece of answer.body) {
      size += piece.byteLength
      if (size > most) throw new Error('larger than the site takes, or than it is')
      await site.files.append(file, piece)
    }
    if (known.size !== null && size !== known.size) throw new Error('another file than was asked for')
    await site.files.finish(file)
    return { outcome: 'fetched', id: file, name: known.name, mimeType: known.mimeType, size }
  } catch {
    await site.files.cancel(file)
    return { outcome: 'failed', message: '' }
  }
}

/** Largest size of a file of the collection, in bytes; the app's own limit if the site has none. */
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
