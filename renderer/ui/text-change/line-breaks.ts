import { changedPart } from './changed-part.ts'

/** The text as inputs have it: they know one kind of line break, and turn all others into it. */
export function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/**
 * A value with what was typed into an input that shows it. Line breaks elsewhere stay what they are; new ones are like
 * the first of the value.
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
  // Halves of a line break that came together, or were parted, would be another number of lines.
  return withPlainBreaks(result) === typed ? result : typed
}

/** Where a place of the text with plain breaks is in the value. */
function positionIn(value: string, position: number): number {
  let index = 0
  for (let passed = 0; passed < position; passed += 1) index += value.startsWith('\r\n', index) ? 2 : 1
  return index
}
