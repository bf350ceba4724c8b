/**
 * Error codes after which a whole transaction may be tried again. PostgreSQL: lock timeout, deadlock, serialization
 * failure; SQLite: another connection is writing.
 */
const CODES = new Set<unknown>(['55P03', '40P01', '40001', 'SQLITE_BUSY'])

function codesOf(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return []
  return [Reflect.get(error, 'code'), ...codesOf(Reflect.get(error, 'cause'))]
}

/** True if a statement was refused because others are writing. */
export const isContention = (error: unknown): boolean => codesOf(error).some((code) => CODES.has(code))
