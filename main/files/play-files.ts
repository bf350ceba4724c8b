import { isPathSegment } from '../../shared/cms/addresses.ts'
import { isPlayable } from '../../shared/fields/file/file-facts.ts'
import { fileId } from '../../shared/fields/file/pending-file.ts'
import { own } from '../../shared/json.ts'
import * as v from 'valibot'
import type { SiteContext } from '../server/site-context.ts'
import { pathSegments } from './path-segments.ts'
import { soundType } from './media-type.ts'

/** Host of the scheme app:// for audio and video. */
export const PLAY_HOST = 'play'

/** Headers by which a file can do nothing even if its address is opened as a page. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; media-src app:; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** Number of bytes that are enough to detect the type. */
const HEAD_BYTES = 16

/**
 * Answers players, read-only and in parts: `app://play/<id>` is a pending file, `app://play/<collection>/<id>` a
 * document's server file. Only audio and video are served, with their own type; nothing is kept.
 */
export async function playFile(
  address: string,
  range: string | null,
  site: SiteContext | null,
): Promise<Response> {
  const segments = pathSegments(new URL(address))
  const [first, second] = segments
  if (!site || !first || segments.length > 2) return refusal(404)
  if (second === undefined) return v.is(fileId, first) ? playWaiting(site, first, range) : refusal(404)
  return isPathSegment(first) && second && isPathSegment(second)
    ? playFromServer(site, first, second, range)
    : refusal(404)
}

async function playWaiting({ files }: SiteContext, id: string, range: string | null): Promise<Response> {
  const size = await files.sizeOf(id)
  if (size === null) return refusal(404)
  const type = soundType(await headOf(files.read(id, { start: 0, end: HEAD_BYTES - 1 })))
  if (type === null) return refusal(415)
  const part = partOf(range, size)
  if (part === null)
    return new Response(null, { status: 416, headers: { ...HEADERS, 'Content-Range': `bytes */${size}` } })
  return new Response(streamOf(files.read(id, part)), {
    status: range === null ? 200 : 206,
    headers: {
      ...HEADERS,
      'Content-Type': type,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(part.end - part.start + 1),
      ...(range !== null && { 'Content-Range': `bytes ${part.start}-${part.end}/${size}` }),
    },
  })
}

async function playFromServer(
  site: SiteContext,
  slug: string,
  id: string,
  range: string | null,
): Promise<Response> {
  const seen = await site.store.lastSeen({ kind: 'collection', slug, id })
  const address = seen === null ? undefined : own(seen.data, 'url')
  const type = seen === null ? undefined : own(seen.data, 'mimeType')
  if (typeof address !== 'string' || address === '') return refusal(404)
  if (typeof type !== 'string' || !isPlayable(type)) return refusal(415)
  const answer = await site.client.open({
    address,
    signal: site.closed,
    ...(range !== null && { range }),
  })
  if (answer.kind === 'network' || answer.body === null) return refusal(502)
  return new Response(answer.body, {
    status: answer.status,
    headers: {
      ...HEADERS,
      'Content-Type': type,
      ...(answer.part?.range != null && { 'Content-Range': answer.part.range, 'Accept-Ranges': 'bytes' }),
      ...(answer.part?.length != null && { 'Content-Length': answer.part.length }),
    },
  })
}

/** The bytes that `bytes=0-99`, `bytes=100-` or `bytes=-100` asks for, both ends included; null: none. */
function partOf(range: string | null, size: number): { start: number; end: number } | null {
  if (size === 0) return null
  if (range === null) return { start: 0, end: size - 1 }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range.trim()) ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start <= end ? { start, end } : null
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of bytes) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** A stream that reads each piece on demand. */
function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await pieces.return?.(undefined)
    },
  })
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: HEADERS })
}
