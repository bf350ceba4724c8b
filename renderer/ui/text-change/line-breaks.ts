/** Converts line breaks to the one kind that inputs use. */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/**
 * Applies a typed text to the value that the input showed. Existing line breaks keep their kind; new ones are like
 * the value's first.
 */
export function typedInto(value: string, typed: string): string {
  const plain = withPlainBreaks(value)
  if (plain === value) return typed
  const { from, to, insert } = changedPart(plain, typed)
  const lineBreak = /\r\n?|\n/.exec(value)?.[0] ?? '\n'
  const result =
    value.slice(0, positionIn(value, from)) +
    insert.replaceAll('\n', lineBreak) +
    value.slice(positionIn(value, to))
  // Joined or split halves of a line break would change the number of lines.
  return withPlainBreaks(result) === typed ? result : typed
}

/** Returns the index in the value of a position in the text with plain breaks. */
function positionIn(value: string, position: number): number {
  let index = 0
  for (let passed = 0; passed < position; passed += 1) index += value.startsWith('\r\n', index) ? 2 : 1
  return index
}

/** The smallest single replacement that makes one text of another. Positions are UTF-16 units of the first. */
export function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from += 1
  let same = 0
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same])
    same += 1
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) }
}
