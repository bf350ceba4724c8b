import { LIMITS } from '../limits.ts'

/** True if a schema path from a client is short enough to be looked up. */
export function isSchemaPath(path: string): boolean {
  return path.length <= LIMITS.schemaPath && path.split('.').length <= LIMITS.schemaSegments
}
