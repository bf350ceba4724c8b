import { LIMITS } from '../limits.ts'

/** Whether a schema path that somebody sent is short enough to be looked for. */
export function isSchemaPath(path: string): boolean {
  return path.length <= LIMITS.schemaPath && path.split('.').length <= LIMITS.schemaSegments
}
