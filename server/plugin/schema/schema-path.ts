/** Characters of a schema path, and names on its way: more than any field of a site has. */
const LONGEST = 1_000
const MOST_SEGMENTS = 100

/** Whether a schema path that somebody sent is short enough to be looked for. */
export function isSchemaPath(path: string): boolean {
  return path.length <= LONGEST && path.split('.').length <= MOST_SEGMENTS
}
