import { isPlainObject } from '../json.ts'

/** Deepest level that counts; deeper than any data that is read. */
const MAX_DEPTH = 200

/** JSON data as one text, the same for the same data whatever the order of its keys. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key], depth + 1)}`)
  return `{${entries.join(',')}}`
}
