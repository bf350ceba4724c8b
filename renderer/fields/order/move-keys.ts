/** For the link of a row that can be moved. */
export const MOVE_KEYS = 'Alt+ArrowUp Alt+ArrowDown'

/** Which way a key moves the row; null: it does not. */
export function moveStep(event: {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): -1 | 1 | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : null
}
