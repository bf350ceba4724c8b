import * as v from 'valibot'
import { jsonObject, type JsonObject } from '../../shared/json.ts'
import type { Problem, SendOutcome } from '../../shared/sync/entry.ts'
import type { RequestFile } from '../../shared/sync/request.ts'
import { serverWords } from './answer-shapes.ts'
import { problemOf } from '../store/problems.ts'
import { judgeRead, outcomeOfFailedRead, type SiteContext } from './site-context.ts'
import { streamed } from './streamed-file.ts'
import type { Transfer } from './transfers.ts'

export type PutResult =
  /** By this the document refers to it. */
  | { kind: 'put'; reference: JsonObject }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'later'; outcome: SendOutcome }

/** What the server says where a file is to be put; `filename`: as it is called there. */
const place = v.looseObject({
  url: v.pipe(v.string(), v.url()),
  filename: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  clientUploadContext: v.optional(jsonObject),
})

/** Statuses that pass: asked again later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * Asks the site's server where its storage takes a file, and puts it there (S7.11, S7.12). Done twice it lies there
 * twice; the document names the one that its request refers to.
 */
export async function putWhereTold(
  site: SiteContext,
  {
    handler,
    slug,
    file,
    transfer,
  }: { handler: string; slug: string; file: RequestFile & { kind: 'here' }; transfer: Transfer },
): Promise<PutResult> {
  const { name, mimeType, size } = file
  const answer = await site.client.request({
    method: 'POST',
    path: handler,
    body: { collectionSlug: slug, filename: name, filesize: size, mimeType },
    signal: transfer.signal,
  })
  if (answer.kind === 'http' && isRefusal(answer.status) && answer.status !== 401 && answer.status !== 403) {
    const { message } = serverWords(answer.json)
    const { status } = answer
    return {
      kind: 'refused',
      problem: problemOf(status === 413 ? 'too-large' : 'rejected', { message, status }),
    }
  }
  const told = await judgeRead(site, answer, (json) => {
    const parsed = v.safeParse(place, json)
    return parsed.success ? parsed.output : null
  })
  if (!told.ok) {
    if (told.result.outcome === 'denied') {
      const problem = problemOf('denied', { message: told.result.message, status: 403 })
      return { kind: 'refused', problem: { ...problem, status: 403 } }
    }
    return { kind: 'later', outcome: outcomeOfFailedRead(told.result) }
  }
  const { url, headers, filename = name, clientUploadContext } = told.value
  const put = await site.client.put({
    url,
    headers: { 'Content-Type': mimeType, ...headers },
    file: streamed(site, file),
    onProgress: transfer.progress,
    signal: transfer.signal,
  })
  if (put.kind === 'http' && put.status < 300) {
    const reference = { collectionSlug: slug, filename, mimeType, size }
    return {
      kind: 'put',
      reference: clientUploadContext ? { ...reference, clientUploadContext } : reference,
    }
  }
  if (put.kind === 'http' && isRefusal(put.status)) {
    const { status } = put
    const message = `Upload failed with status ${status}`
    return { kind: 'refused', problem: problemOf('rejected', { message, status }) }
  }
  return { kind: 'later', outcome: { type: 'retry', reason: 'not put', retryAfterMs: null } }
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}
