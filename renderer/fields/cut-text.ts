/** Longest text in a list, in UTF-16 units (A.4). */
const MAX_CELL_TEXT = 100

export function cutText(text: string, length = MAX_CELL_TEXT): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
