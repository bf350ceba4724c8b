import type { PayloadRequest } from 'payload'
import { markApplied } from '../applied-header.ts'
import { publicError } from '../public-error.ts'

/** Request header with the `updatedAt` of the revision an edit was made on. */
export const BASE_HEADER = 'x-galley-base'

const CHECKED = 'galleyBaseChecked'

/** The base in a write's header, as milliseconds; `null`: none. Throws 400 if it is no time. */
export function baseOf(req: PayloadRequest): number | null {
  const header = req.headers.get(BASE_HEADER)
  if (header === null || header === '') return null
  const time = Date.parse(header)
  if (Number.isNaN(time))
    throw publicError(`${BASE_HEADER} is not a time: ${header}`, 400, { code: 'BAD_BASE' })
  return time
}

const timeOf = (value: unknown): number | null =>
  typeof value === 'string' || value instanceof Date ? new Date(value).getTime() : null

/**
 * The base to check this request's write against; `null`: none. Only the first call per request gets it, as hooks
 * write other documents with the same headers. Marks the answer as checked.
 */
export function takeBase(req: PayloadRequest): number | null {
  const base = baseOf(req)
  if (base === null || req.context[CHECKED] === true) return null
  req.context[CHECKED] = true
  markApplied(req, 'base')
  return base
}

/**
 * Throws 409 STALE if the document has moved since the base. `alsoCurrent`: called if `updatedAt` differs; the time
 * of another state of the same revision, if there is one.
 */
export async function checkBase(
  base: number,
  currentUpdatedAt: unknown,
  alsoCurrent: () => Promise<unknown>,
): Promise<void> {
  const current = timeOf(currentUpdatedAt)
  if (current === base || timeOf(await alsoCurrent()) === base) return
  throw publicError('The document has changed on the server since it was read.', 409, {
    code: 'STALE',
    currentUpdatedAt: current === null ? null : new Date(current).toISOString(),
  })
}
