import type { OutboxEntry, Problem, SendOutcome } from '../../../shared/sync/entry.ts'
import { FILE_FIELD } from '../../../shared/fields/file/pending-file.ts'
import { hasFailedLong } from '../../../shared/sync/classify.ts'
import { fileOfEntry } from '../../../shared/sync/file-request.ts'
import type { WriteRequest } from '../../../shared/sync/request.ts'
import { errorName } from '../../log.ts'
import { problemOf } from '../../../shared/sync/entry.ts'
import type { ApiRequest } from '../http/api-client.ts'
import { putWhereTold, streamed } from './client-upload.ts'
import { entityOf, type SiteContext } from '../site-context.ts'
import type { Transfer } from './transfers.ts'

/** `isNoted`: the request refers to a file that was uploaded for an earlier try. */
export type FileReady =
  { kind: 'ready'; request: WriteRequest; isNoted: boolean } | { kind: 'outcome'; outcome: SendOutcome }

/**
 * Checks that the file of a write can be sent, and uploads it first if the site's storage takes files itself (S7.11,
 * S7.12). Runs before the request is stored as sent.
 */
export async function readyFile(
  site: SiteContext,
  entry: OutboxEntry,
  request: WriteRequest,
): Promise<FileReady> {
  const { file } = request
  if (file?.kind !== 'here') return { kind: 'ready', request, isNoted: false }
  if ((await site.files.sizeOf(file.id)) !== file.size) {
    return { kind: 'outcome', outcome: await parked(site, entry, problemOf('file-missing')) }
  }
  const entity = entityOf(site.schema(), entry.ref)
  const handler = entity?.kind === 'collection' && entity.upload ? entity.upload.clientUpload : null
  if (handler === null) return { kind: 'ready', request, isNoted: false }
  const transfer = site.transfers.start(entry.key, file.size)
  const put = await putWhereTold(site, { handler, ref: entry.ref, file, transfer }).finally(transfer.end)
  if (transfer.isStopped())
    return { kind: 'outcome', outcome: await parked(site, entry, problemOf('stopped')) }
  if (put.kind === 'refused') return { kind: 'outcome', outcome: await parked(site, entry, put.problem) }
  if (put.kind === 'later') {
    const { lasting } = put
    const problem = lasting && hasFailedLong(lasting, entry.attempts + 1) ? { problem: lasting } : {}
    const outcomeUnknown = entry.state === 'unknown'
    await site.store.settleRetry({ key: entry.key, outcomeUnknown, refused: lasting !== null, ...problem })
    return { kind: 'outcome', outcome: put.outcome }
  }
  const { reference, isNoted } = put
  return { kind: 'ready', request: { ...request, file: { kind: 'uploaded', reference } }, isNoted }
}

/** Forgets the upload of an entry's file, so that it is uploaded again. */
export async function forgetPlace(site: SiteContext, entry: OutboxEntry): Promise<void> {
  const id = fileOfEntry(entry)?.id ?? null
  if (id !== null) await site.files.keepPlace(id, null)
}

async function parked(site: SiteContext, { key }: OutboxEntry, problem: Problem): Promise<SendOutcome> {
  await site.store.settleParked({ key, problem })
  return { type: 'parked', problem }
}

/** The form of a write with a file; empty without. `transfer`: reports progress, and can stop it. */
export function formOf(
  site: SiteContext,
  { file, idempotencyKey }: WriteRequest,
  transfer: Transfer | null,
): Pick<ApiRequest, 'form' | 'signal'> {
  if (file === null) return {}
  const part =
    file.kind === 'here'
      ? ({ kind: 'bytes', file: streamed(site, file) } as const)
      : ({ kind: 'reference', json: file.reference } as const)
  return {
    form: { key: idempotencyKey, part, ...(transfer && { onProgress: transfer.progress }) },
    ...(transfer && { signal: transfer.signal }),
  }
}

/**
 * Removes the file of an entry once nothing here refers to it (SY14). The note about an upload goes after a success or
 * a refusal: it is valid for one document.
 */
export async function releaseFile(
  site: SiteContext,
  entry: OutboxEntry,
  outcome: SendOutcome,
): Promise<void> {
  const id = fileOfEntry(entry)?.id ?? null
  if (id === null) return
  try {
    if (outcome.type === 'sent' || (outcome.type === 'parked' && isRefusedFile(outcome.problem)))
      await site.files.keepPlace(id, null)
    if ((await site.store.referredFiles([id])).length === 0) await site.files.remove([id])
  } catch (error) {
    // The sweep at the next start removes the file.
    site.log.warn('file-not-removed', { error: errorName(error) })
  }
}

export function isRefusedFile({ code, fields }: Problem): boolean {
  return code === 'rejected' || code === 'too-large' || fields.some(({ path }) => path === FILE_FIELD)
}
