import * as v from 'valibot'
import { refId, type DocRef } from '../../../shared/cms/doc-ref.ts'
import { jsonObject, sameJson, type JsonObject } from '../../../shared/json.ts'
import { problemOf, type Problem, type SendOutcome } from '../../../shared/sync/entry.ts'
import type { RequestFile } from '../../../shared/sync/request.ts'
import type { ApiClient } from '../http/api-client.ts'
import type { StreamedFile } from '../http/multipart.ts'
import { serverWords } from '../answer-shapes.ts'
import { judgeRead, outcomeOfFailedRead, type SiteContext } from '../site-context.ts'
import type { Transfer } from './transfers.ts'

export type PutResult =
  /** The reference that goes into the document. `isNoted`: the file was uploaded for an earlier try. */
  | { kind: 'put'; reference: JsonObject; isNoted: boolean }
  | { kind: 'refused'; problem: Problem }
  /** `lasting`: the problem to show if this goes on (see hasFailedLong); null: it waits for the connection. */
  | { kind: 'later'; outcome: SendOutcome; lasting: Problem | null }

/** The server's answer with the upload address; `filename`: the name of the file there. */
const place = v.looseObject({
  url: v.pipe(v.string(), v.url()),
  filename: v.optional(v.string()),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  clientUploadContext: v.optional(jsonObject),
})

/** Temporary statuses: asked again later. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429])

/** The note about an uploaded file: what it was uploaded as, and the reference to it. */
const putBefore = v.object({
  slug: v.string(),
  /** Id of the document it was uploaded for: an unsent copy has the same file and needs an upload of its own. */
  of: v.string(),
  name: v.string(),
  mimeType: v.string(),
  reference: jsonObject,
  /** Time of the upload, in milliseconds by this computer's clock. */
  at: v.number(),
})

/**
 * Age up to which a reference is used: a storage may refuse older ones. Payload's own receipts are valid for six
 * hours.
 */
const GOOD_FOR_MS = 5 * 60 * 60_000

/**
 * Asks the server for its storage's upload address, and uploads a file there (S7.11, S7.12). A note beside the file
 * prevents a second upload by later tries.
 */
export async function putWhereTold(
  site: SiteContext,
  {
    handler,
    ref,
    file,
    transfer,
  }: { handler: string; ref: DocRef; file: RequestFile & { kind: 'here' }; transfer: Transfer },
): Promise<PutResult> {
  const { id, name, mimeType, size } = file
  const { slug } = ref
  const as = { slug, of: refId(ref), name, mimeType }
  const before = v.safeParse(putBefore, await site.files.placeOf(id))
  if (before.success) {
    const { reference, at, ...was } = before.output
    const age = Date.now() - at
    const isGood = age >= 0 && age < GOOD_FOR_MS
    if (isGood && sameJson(was, as)) return { kind: 'put', reference, isNoted: true }
  }
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
    const { result } = told
    const message = 'message' in result ? result.message : ''
    const isThere = result.outcome !== 'offline' && result.outcome !== 'signed-out'
    const status = answer.kind === 'http' ? answer.status : null
    return {
      kind: 'later',
      outcome: outcomeOfFailedRead(result),
      lasting: isThere ? problemOf('server-error', { message, status }) : null,
    }
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
    const plain = { collectionSlug: slug, filename, mimeType, size }
    const reference = clientUploadContext ? { ...plain, clientUploadContext } : plain
    await site.files.keepPlace(id, { ...as, reference, at: Date.now() })
    return { kind: 'put', reference, isNoted: false }
  }
  if (put.kind === 'http' && isRefusal(put.status)) {
    const { status } = put
    return { kind: 'refused', problem: problemOf('rejected', { message: uploadFailed(status), status }) }
  }
  return notPut(site, put)
}

/** The outcome if the storage does not answer now: the connection or the storage may be down. */
async function notPut(site: SiteContext, answer: Awaited<ReturnType<ApiClient['put']>>): Promise<PutResult> {
  if (answer.kind === 'network') {
    const { status } = await site.checkConnection()
    if (status !== 'online')
      return {
        kind: 'later',
        outcome: { type: status === 'signed-out' ? 'signed-out' : 'offline' },
        lasting: null,
      }
  }
  const status = answer.kind === 'http' ? answer.status : null
  const message = status === null ? '' : uploadFailed(status)
  return {
    kind: 'later',
    outcome: { type: 'retry', reason: 'not put', retryAfterMs: null },
    lasting: problemOf('server-error', { message, status }),
  }
}

function uploadFailed(status: number): string {
  return `Upload failed with status ${status}`
}

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status)
}

/** A file of the account, streamed from disk. */
export function streamed(
  { files }: Pick<SiteContext, 'files'>,
  { id, name, mimeType, size }: RequestFile & { kind: 'here' },
): StreamedFile {
  return { name, mimeType, size, read: () => files.read(id) }
}
