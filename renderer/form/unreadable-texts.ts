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
