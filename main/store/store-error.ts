import type { Notice } from '../../shared/ipc.ts'

/**
 * The reason why the store could not do a call:
 * - corrupt: the file, or a stored value, is damaged; a damaged file is set aside at the next opening
 * - read-only, disk-full: nothing was written
 * - newer: the file belongs to a newer version of the program; it was not touched
 * - no-document, no-entry: the document or entry is not here
 * - busy: the entry is being sent, or it or its base has changed since its request was built
 * - refused: the entry's state does not allow it (any more); nothing was done
 * - incomplete-choices: a conflict was to be resolved without a side for each of its fields
 * - closed: the store has ended
 */
export const storeErrorCodes = [
  'corrupt',
  'read-only',
  'disk-full',
  'newer',
  'no-document',
  'no-entry',
  'busy',
  'refused',
  'incomplete-choices',
  'closed',
  'unknown',
] as const
export type StoreErrorCode = (typeof storeErrorCodes)[number]

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Converts any error to a StoreError, SQLite's by their result codes. */
export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StoreError(codeOf(error), message, { cause: error })
}

function codeOf(error: unknown): StoreErrorCode {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return 'corrupt'
  if (code.startsWith('SQLITE_READONLY') || code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return 'read-only'
  if (code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE' || code === 'ENOSPC') return 'disk-full'
  return 'unknown'
}

/** The notice for an error of the database; null if the caller explains it. */
export function noticeOf(error: StoreError): Notice | null {
  switch (error.code) {
    case 'newer':
      return { code: 'database-newer' }
    case 'disk-full':
      return { code: 'disk-full' }
    case 'read-only':
      return { code: 'database-read-only' }
    case 'corrupt':
      return { code: 'database-failed', message: error.message }
    default:
      return null
  }
}
