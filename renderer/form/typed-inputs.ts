import { cellKey } from '../../shared/document/change.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import type { Json } from '../../shared/json.ts'

type Cell = { path: string; locale: string | null }

/** What was typed into a field and is no value of it, as it was typed. */
export type UnreadableText = { text: string; error: FieldError }

/**
 * What is typed in inputs and is no part of the data, by cell: texts that are no values of their fields (F50), and what
 * is in drawers that were not applied. What all locales share is one in all forms of its document. The data does not
 * have them, so no check of the data finds them; the journal has (SY1).
 */
export type TypedInputs = {
  at: (cell: Cell) => UnreadableText | undefined
  /** Where there are texts. */
  cells: () => Cell[]
  /** null: the field holds a value again. */
  set: (cell: Cell, text: UnreadableText | null) => void
  /** What is in the drawer of a place, see pathOfDrawer. */
  drawer: (cell: Cell) => Json | undefined
  /** null: it was applied, or given up. */
  setDrawer: (cell: Cell, content: Json | null) => void
  /** Texts and drawers. */
  all: () => TypedInput[]
  /** Puts back what was kept elsewhere. */
  add: (kept: readonly TypedInput[]) => void
  /** Gives these up. */
  drop: (cells: readonly Cell[]) => void
  /** The listener is given the cell of which something else is typed. */
  subscribe: (listener: (cell: Cell) => void) => () => void
}

/** Where they are kept, by cell (see cellKey). */
export type KeptInputs = Map<string, TypedInput>

/** Where a field of a node of a rich text is: `path` of the text, then the node, then the path in its fields. */
export function pathInNode(path: string, nodeId: string, inner: string): string {
  return `${path} ${encodeURIComponent(nodeId)} ${inner}`
}

/**
 * Where the drawer of a node is. `#` and a name stand for a drawer of the field that is of no node, such as the one for
 * a new link.
 */
export function pathOfDrawer(path: string, nodeId: string): string {
  return pathInNode(path, nodeId, '')
}

/** Whether it is a drawer that is of no node. */
export function isOfField(nodeId: string): boolean {
  return nodeId.startsWith('#')
}

/** A path taken apart: the field of the form, and the node in its text where it leads into one. */
export function withoutNode(path: string): { path: string; nodeId: string | null } {
  const [outer = '', id] = path.split(' ')
  return { path: outer, nodeId: id === undefined ? null : decodeURIComponent(id) }
}

/**
 * What is typed in one node of a rich text, kept with that of the form around: that one cannot be saved with its texts
 * either, and they are there as long as it is. `locale`: of the text, where it is another one in each.
 */
export function inputsInNode(
  inputs: TypedInputs,
  { path, nodeId, locale }: { path: string; nodeId: string; locale: string | null },
): TypedInputs {
  const prefix = pathInNode(path, nodeId, '')
  const outer = <T extends Cell>(cell: T): T => ({
    ...cell,
    path: prefix + cell.path,
    locale: cell.locale ?? locale,
  })
  // The drawer of the node itself is none of its fields.
  const isInside = (cell: Cell): boolean =>
    cell.path.startsWith(prefix) && cell.path !== prefix && (locale === null || cell.locale === locale)
  const inner = <T extends Cell>(cell: T): T => ({ ...cell, path: cell.path.slice(prefix.length) })
  return {
    at: (cell) => inputs.at(outer(cell)),
    cells: () => inputs.cells().filter(isInside).map(inner),
    set: (cell, text) => inputs.set(outer(cell), text),
    drawer: (cell) => inputs.drawer(outer(cell)),
    setDrawer: (cell, content) => inputs.setDrawer(outer(cell), content),
    all: () => inputs.all().filter(isInside).map(inner),
    add: (kept) => inputs.add(kept.map(outer)),
    drop: (cells) => inputs.drop(cells.map(outer)),
    subscribe: (listener) =>
      inputs.subscribe((cell) => {
        if (isInside(cell)) listener(inner(cell))
      }),
  }
}

/** `kept`: where they are kept, for as long as somebody holds it. */
export function createTypedInputs(kept: KeptInputs = new Map()): TypedInputs {
  const listeners = new Set<(cell: Cell) => void>()
  const all = (): TypedInput[] => [...kept.values()]

  function put(cell: Cell, input: TypedInput | null): void {
    if (input !== null) kept.set(cellKey(cell), input)
    else if (!kept.delete(cellKey(cell))) return
    for (const listener of listeners) listener(cell)
  }

  return {
    at(cell) {
      const input = kept.get(cellKey(cell))
      return input?.kind === 'text' ? input : undefined
    },
    cells: () => all().flatMap(({ kind, path, locale }) => (kind === 'text' ? [{ path, locale }] : [])),
    set: ({ path, locale }, text) =>
      put({ path, locale }, text && { kind: 'text', path, locale, text: text.text, error: text.error }),
    drawer(cell) {
      const input = kept.get(cellKey(cell))
      return input?.kind === 'drawer' ? input.content : undefined
    },
    setDrawer: ({ path, locale }, content) =>
      put({ path, locale }, content === null ? null : { kind: 'drawer', path, locale, content }),
    all,
    add(inputs) {
      for (const input of inputs) put(input, input)
    },
    drop(cells) {
      for (const cell of cells) put(cell, null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
