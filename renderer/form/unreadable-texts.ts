import { cellKey } from '../../shared/document/change.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'

type Cell = { path: string; locale: string | null }

/** What was typed into a field and is no value of it, as it was typed. */
export type UnreadableText = { text: string; error: FieldError }

/**
 * Texts in inputs that are no values of their fields, by cell (F50): a field that all locales share has one text in
 * all forms of its document. The data does not have them, so no check of the data finds them.
 */
export type UnreadableTexts = {
  at: (cell: Cell) => UnreadableText | undefined
  cells: () => Cell[]
  /** null: the field holds a value again. */
  set: (cell: Cell, text: UnreadableText | null) => void
  /** The listener is given the cell whose text is another. */
  subscribe: (listener: (cell: Cell) => void) => () => void
}

/** Where they are kept, by cell (see cellKey). */
export type KeptTexts = Map<string, { cell: Cell; text: UnreadableText }>

/** Where a field of a node of a rich text is: `path` of the text, then the node, then the path in its fields. */
export function pathInNode(path: string, nodeId: string, inner: string): string {
  return `${path} ${encodeURIComponent(nodeId)} ${inner}`
}

/** A path taken apart: the field of the form, and the node in its text where it leads into one. */
export function withoutNode(path: string): { path: string; nodeId: string | null } {
  const [outer = '', id] = path.split(' ')
  return { path: outer, nodeId: id === undefined ? null : decodeURIComponent(id) }
}

/**
 * The texts of one node of a rich text, kept with those of the form around: that one cannot be saved with them either,
 * and they are there as long as it is. `locale`: of the text, where it is another one in each.
 */
export function textsInNode(
  texts: UnreadableTexts,
  { path, nodeId, locale }: { path: string; nodeId: string; locale: string | null },
): UnreadableTexts {
  const prefix = pathInNode(path, nodeId, '')
  const outer = (cell: Cell): Cell => ({ path: prefix + cell.path, locale: cell.locale ?? locale })
  const isInside = (cell: Cell): boolean =>
    cell.path.startsWith(prefix) && (locale === null || cell.locale === locale)
  const inner = (cell: Cell): Cell => ({ ...cell, path: cell.path.slice(prefix.length) })
  return {
    at: (cell) => texts.at(outer(cell)),
    cells: () => texts.cells().filter(isInside).map(inner),
    set: (cell, text) => texts.set(outer(cell), text),
    subscribe: (listener) =>
      texts.subscribe((cell) => {
        if (isInside(cell)) listener(inner(cell))
      }),
  }
}

/** `texts`: where they are kept, for as long as somebody holds it. */
export function createUnreadableTexts(texts: KeptTexts = new Map()): UnreadableTexts {
  const listeners = new Set<(cell: Cell) => void>()
  return {
    at: (cell) => texts.get(cellKey(cell))?.text,
    cells: () => [...texts.values()].map(({ cell }) => cell),
    set({ path, locale }, text) {
      const cell = { path, locale }
      if (text !== null) texts.set(cellKey(cell), { cell, text })
      else if (!texts.delete(cellKey(cell))) return
      for (const listener of listeners) listener(cell)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
