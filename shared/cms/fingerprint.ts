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
