const LEAST = 56
const LINE = 18
const EDGES = 2

/** Height of an editor in CSS pixels (S9.14): that of its lines and its edges, at least 56, at most `maxHeight`. */
export function codeHeight(text: string, maxHeight: number | null = null): number {
  const height = text === '' ? LEAST : Math.max(LEAST, text.split('\n').length * LINE + EDGES)
  return maxHeight === null ? height : Math.min(height, maxHeight)
}
