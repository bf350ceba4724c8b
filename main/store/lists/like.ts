/**
 * SQL LIKE: `%` is any text, `_` any character; case is ignored. Text between two `%` is matched once, at the first
 * position, so that the time is at most text times pattern.
 */
export function isLike(text: string, pattern: string): boolean {
  const parts = pattern.split('%').map(fold)
  const letters = fold(text)
  const first = parts[0] ?? []
  const last = parts.at(-1) ?? []
  if (parts.length === 1) return letters.length === first.length && fitsAt(letters, first, 0)
  const end = letters.length - last.length
  if (first.length > end || !fitsAt(letters, first, 0) || !fitsAt(letters, last, end)) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = indexOf(letters, part, at, end)
    if (found < 0) return false
    at = found + part.length
  }
  return true
}

/** The first index from `from` on where the part matches and ends at `end` at the latest; -1 if there is none. */
function indexOf(letters: string[], part: string[], from: number, end: number): number {
  for (let at = from; at + part.length <= end; at += 1) if (fitsAt(letters, part, at)) return at
  return -1
}

function fitsAt(letters: string[], part: string[], at: number): boolean {
  return part.every((wanted, index) => wanted === '_' || wanted === letters[at + index])
}

/** Characters without their case; those that become several, such as ß, stay. */
function fold(text: string): string[] {
  return Array.from(text, (letter) => {
    const lower = letter.toUpperCase().toLowerCase()
    return lower.length === letter.length ? lower : letter
  })
}

/** Folds a text: texts that differ only in the case of their letters become equal. */
export function folded(text: string): string {
  return isAscii(text) ? text.toLowerCase() : fold(text).join('')
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  return /^[\u0000-\u007f]*$/.test(text)
}
