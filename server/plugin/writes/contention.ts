/**
 * What databases say where others were faster, and the whole transaction may be tried again: of PostgreSQL a lock that
 * did not come in time, two that wait for each other, and what could not be put in an order; of SQLite its one writer.
 */
const CODES = new Set<unknown>(['55P03', '40P01', '40001', 'SQLITE_BUSY'])

function codesOf(error: unknown): unknown[] {
  if (typeof error !== 'object' || error === null) return []
  return [Reflect.get(error, 'code'), ...codesOf(Reflect.get(error, 'cause'))]
}

/** Whether a statement was refused since others write. */
export const isContention = (error: unknown): boolean => codesOf(error).some((code) => CODES.has(code))
