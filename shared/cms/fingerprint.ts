import { isPlainObject } from '../json.ts'

/** A short name for a text: the same text, the same name. Not for secrets (FNV-1a, twice 32 bits). */
export function fingerprint(text: string): string {
  return hash(text, 0x811c9dc5) + hash(text, 0x9747b28c)
}

function hash(text: string, seed: number): string {
  let value = seed
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16).padStart(8, '0')
}

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
