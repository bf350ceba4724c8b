/** The target of an event in a list of rows. */
export type RowEvent = {
  /** Null: the list itself, its head or its end. */
  id: string | null
  part: 'toggle' | 'grip' | 'menu' | 'insert' | null
}

const PARTS: readonly string[] = ['toggle', 'grip', 'menu', 'insert']

/**
 * Returns the target of an event by the attributes of its element; null in a row's body, or in a nested list. `list`:
 * the element with `data-rows-field`.
 */
export function rowEventIn(list: Element, target: EventTarget): RowEvent | null {
  if (!(target instanceof Element)) return null
  if (target.closest('[data-body],[data-rows-field]') !== list) return null
  if (target.matches('input, textarea, [contenteditable]')) return null
  const row = target.closest('[data-row]')
  const part = target.closest('[data-part]')?.getAttribute('data-part') ?? null
  return {
    id: row !== null && list.contains(row) ? row.getAttribute('data-row') : null,
    part: isPart(part) ? part : null,
  }
}

function isPart(part: string | null): part is Exclude<RowEvent['part'], null> {
  return part !== null && PARTS.includes(part)
}
