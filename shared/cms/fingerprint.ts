import { isPlainObject } from '../json.ts'

/** A short hash of a text (FNV-1a, twice 32 bits). Not for secrets. */
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

/** Deepest level that is included; no data that Galley reads is deeper. */
const MAX_DEPTH = 200

/** JSON data as a text that does not depend on the order of keys. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`
  if (!isPlainObject(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key], depth + 1)}`)
  return `{${entries.join(',')}}`
}
