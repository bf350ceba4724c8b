import * as v from 'valibot'
import { isPathSegment } from '../../shared/cms/addresses.ts'
import { THUMBNAIL_URL } from '../../shared/fields/file/best-fit.ts'
import { fileId } from '../../shared/fields/file/pending-file.ts'
import { isPlainJson, own, type JsonObject } from '../../shared/json.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { SiteContext } from '../server/site-context.ts'
import type { FileFolder } from './file-folder.ts'
import { pathSegments } from './path-segments.ts'
import type { PictureKey } from './picture-folder.ts'
import { pictureSize } from './picture-size.ts'
import { HEAD_BYTES, pictureType } from './media-type.ts'

/** Hosts of the scheme app:// for pictures: pending files, and pictures of the server. */
export const FILES_HOST = 'files'
export const MEDIA_HOST = 'media'

/** Headers by which a picture can do nothing even if its address is opened as a page. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/**
 * Answers requests for pictures, read-only: `app://files/<id>` is a local file, `app://media/<collection>/<id>` a
 * document's picture, `?size=` one of its sizes. Only bytes that begin like a picture are served, as that type.
 */
export async function showFile(address: string, site: SiteContext | null): Promise<Response> {
  const url = new URL(address)
  const segments = pathSegments(url)
  if (!site || segments.includes(null)) return refusal(404)
  if (url.host === FILES_HOST) {
    const [id] = segments
    return v.is(fileId, id) && segments.length === 1 ? showWaiting(site.files, id) : refusal(404)
  }
  const [slug, id] = segments
  if (!slug || !id || segments.length !== 2 || !isPathSegment(slug) || !isPathSegment(id)) return refusal(404)
  return showFromServer(site, slug, id, url.searchParams.get('size'))
}

async function showWaiting(files: FileFolder, id: string): Promise<Response> {
  if ((await files.sizeOf(id)) === null) return refusal(404)
  return asPicture(files.read(id))
}

async function showFromServer(
  site: SiteContext,
  slug: string,
  id: string,
  size: string | null,
): Promise<Response> {
  const picture = await pictureOf(site, slug, id, size)
  if (picture === null) return refusal(404)
  const { pictures } = site.files
  const kept = await pictures.find(picture.key)
  if (kept !== null) return asPicture(pictures.read(kept))
  const older = async (): Promise<Response> => {
    const file = await pictures.find(picture.key, { older: true })
    return file === null ? refusal(502) : asPicture(pictures.read(file))
  }
  const before = pictures.failure(picture.key)
  if (before !== null) return before === 'away' ? older() : refusal(502)
  const answer = await site.client.open({ address: picture.address, signal: site.closed })
  if (answer.kind === 'http' && answer.status === 200 && answer.body !== null) {
    const shown = await asPicture(pictures.keeping(picture.key, piecesOf(answer.body)))
    if (shown.status === NO_PICTURE) pictures.failed(picture.key, 'refused')
    return shown
  }
  // Failures without an answer and missing logins are not remembered, so that the picture loads at once afterwards.
  if (answer.kind === 'network' || answer.status === 401) return older()
  // A picture that the server refuses, or no longer has, is not shown from the cache either.
  const why = answer.status >= 500 ? 'away' : 'refused'
  pictures.failed(picture.key, why)
  return why === 'away' ? older() : refusal(502)
}

/** Status for a file that is no picture, or none that can be shown. */
const NO_PICTURE = 415

/** Downloads a picture of the server, unless it is stored on this computer. */
export async function keepPicture(
  site: SiteContext,
  slug: string,
  id: string,
  size: string | null,
): Promise<'here' | 'kept' | 'none' | 'away'> {
  const picture = await pictureOf(site, slug, id, size)
  if (picture === null) return 'none'
  const { pictures } = site.files
  if ((await pictures.find(picture.key)) !== null) return 'here'
  if (pictures.failure(picture.key) !== null) return 'none'
  const answer = await site.client.open({ address: picture.address, signal: site.closed })
  if (answer.kind === 'network') return 'away'
  if (answer.status !== 200 || answer.body === null) return 'none'
  const shown = await asPicture(pictures.keeping(picture.key, piecesOf(answer.body)))
  if (!shown.ok || shown.body === null) return 'none'
  try {
    for await (const piece of piecesOf(shown.body)) void piece
  } catch (error) {
    return error instanceof TooLarge ? 'none' : 'away'
  }
  return 'kept'
}

async function pictureOf(
  site: SiteContext,
  slug: string,
  id: string,
  size: string | null,
): Promise<{ key: PictureKey; address: string } | null> {
  const seen = await site.store.lastSeen({ kind: 'collection', slug, id })
  const address = seen === null ? null : addressOf(seen.data, size)
  if (seen === null || address === null) return null
  return { key: { slug, id, size, revision: `${seen.updatedAt ?? ''} ${address}` }, address }
}

/**
 * The address of a picture on the server, in one of its sizes; the original if `size` is null or the document has
 * no sizes. Null: there is none.
 */
function addressOf(data: JsonObject, size: string | null): string | null {
  const sizes = own(data, 'sizes')
  const one = size !== null && isPlainJson(sizes) ? own(sizes, size) : data
  const ofSize = isPlainJson(one) ? own(one, 'url') : undefined
  const address = size === THUMBNAIL_URL ? own(data, 'thumbnailURL') : ofSize
  return typeof address === 'string' && address !== '' ? address : null
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const next = await reader.read()
      if (next.done) return
      yield next.value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Thrown if a picture has more bytes than are shown. */
class TooLarge extends Error {}

/** Passes the bytes through, and throws if there are too many. */
async function* limited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let taken = 0
  for await (const piece of source) {
    taken += piece.byteLength
    if (taken > LIMITS.picture) throw new TooLarge('the picture is too large')
    yield piece
  }
}

/** True if the picture has few enough pixels; without a size, if it is complete (it cannot be drawn) or JPEG XL. */
function isDrawable(head: Uint8Array, type: string): boolean {
  const size = pictureSize(head, type)
  if (size !== null) return size.width * size.height <= LIMITS.pixels
  return head.byteLength < HEAD_BYTES || type === 'image/jxl'
}

/** Checks the first bytes of a picture, and returns it as a stream. */
async function asPicture(source: AsyncIterable<Uint8Array>): Promise<Response> {
  const bytes = limited(source)
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    while (length < HEAD_BYTES) {
      const next = await bytes.next()
      if (next.done) break
      pieces.push(next.value)
      length += next.value.byteLength
    }
  } catch {
    return refusal(502)
  }
  const head = Buffer.concat(pieces).subarray(0, HEAD_BYTES)
  const type = pictureType(head)
  if (type === null || !isDrawable(head, type)) {
    await bytes.return(undefined)
    return refusal(NO_PICTURE)
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = pieces.shift()
      if (piece) return controller.enqueue(piece)
      const next = await bytes.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await bytes.return(undefined)
    },
  })
  return new Response(body, { headers: { ...HEADERS, 'Content-Type': type } })
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: HEADERS })
}
