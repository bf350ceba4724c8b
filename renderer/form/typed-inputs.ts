import { cellKey } from '../../shared/document/change.ts'
import type { TypedInput } from '../../shared/document/typed-input.ts'
import type { FieldError } from '../../shared/document/validation/field-error.ts'
import type { Json } from '../../shared/json.ts'

type Cell = { path: string; locale: string | null }

/** Text typed into a field that is no value of it. */
export type UnreadableText = { text: string; error: FieldError }

/**
 * Typed input that is not part of the data, by cell: text that is no value (F50), and unapplied drawers. Validation
 * of the data cannot see it, but the journal stores it (SY1).
 */
export type TypedInputs = {
  at: (cell: Cell) => UnreadableText | undefined
  /** Cells with text that is no value. */
  cells: () => Cell[]
  /** Null: the field holds a value again. */
  set: (cell: Cell, text: UnreadableText | null) => void
  /** Returns the content of a drawer, see pathOfDrawer. */
  drawer: (cell: Cell) => Json | undefined
  /** Null: it was applied or discarded. */
  setDrawer: (cell: Cell, content: Json | null) => void
  /** Returns texts and drawers. */
  all: () => TypedInput[]
  /** Restores kept input. */
  add: (kept: readonly TypedInput[]) => void
  /** Drops the input of these cells. */
  drop: (cells: readonly Cell[]) => void
  /** The listener gets the cell whose input changed. */
  subscribe: (listener: (cell: Cell) => void) => () => void
}

/** Kept input by cell (see cellKey). */
export type KeptInputs = Map<string, TypedInput>

/** Returns the path of a field in a node of a rich text: `path` of the text, the node, and the path in its fields. */
export function pathInNode(path: string, nodeId: string, inner: string): string {
  return `${path} ${encodeURIComponent(nodeId)} ${inner}`
}

/**
 * Returns the path of a node's drawer. A node id of `#` and a name means a drawer without a node, such as that of a
 * new link.
 */
export function pathOfDrawer(path: string, nodeId: string): string {
  return pathInNode(path, nodeId, '')
}

/** True for a drawer without a node. */
export function isOfField(nodeId: string): boolean {
  return nodeId.startsWith('#')
}

/** Splits a path into the form's field and, if the path leads into one, the node in its rich text. */
export function withoutNode(path: string): { path: string; nodeId: string | null } {
  const [outer = '', id] = path.split(' ')
  return { path: outer, nodeId: id === undefined ? null : decodeURIComponent(id) }
}

/**
 * Typed input in one node of a rich text, kept with that of the outer form, which it prevents from saving. `locale`:
 * that of the text, if it is localized.
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
  // The drawer of the node itself is not a field.
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

/** `kept`: storage that outlives the form. */
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
