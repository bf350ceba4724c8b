import { joinPath } from '../../shared/document/path.ts'
import type { FormState } from '../../renderer/form/form-state.ts'
import { MOST_ROWS, rowSpecOf, type ListSpec, type RowSpec } from './kinds.ts'
import type { Orders } from './messages.ts'
import { textOf } from './values.ts'

type Input = Orders['rows']['input']
type List = { spec: ListSpec; path: string }

/** A person's operation on rows, done to the form as its buttons and fields do it. It may find nothing to do. */
export function changeRows(state: FormState, { list, how, draws, numbers }: Input): void {
  const [into = 0, which = 0, place = 0, other = 0] = draws
  const { spec, path } = deeper(state, { spec: list, path: list.path }, into)
  const { rows } = state.getRows(path)
  const row = rows[Math.floor(which * rows.length)]
  if (how === 'add') {
    if (rows.length < MOST_ROWS) addRow(state, { spec, path }, { which, place }, numbers)
    return
  }
  if (row === undefined) return
  switch (how) {
    case 'edit': {
      const kind = rowSpecOf(spec, row.type)
      const cell = kind?.cells[Math.floor(other * kind.cells.length)]
      if (!cell) return
      const value = cell.values === 'count' ? numbers : textOf('mine', numbers)
      state.setField(joinPath(path, row.id, cell.path), value, { typing: true })
      return
    }
    case 'remove': {
      // Now and then two at once.
      const next = rows[Math.floor(place * rows.length)]
      state.rows.remove(path, other < 0.2 && next ? [row.id, next.id] : [row.id])
      return
    }
    case 'move':
      state.rows.move(path, [row.id], Math.floor(place * (rows.length + 1)))
      return
    case 'duplicate':
      if (rows.length < MOST_ROWS) state.rows.duplicate(path, [row.id])
      return
  }
}

/** The list itself, or one in a row of it: half of the times one level down, and so on. */
function deeper(state: FormState, { spec, path }: List, draw: number): List {
  const { rows } = state.getRows(path)
  const nested = rows.flatMap((row) =>
    (rowSpecOf(spec, row.type)?.lists ?? []).map((inner) => ({
      spec: inner,
      path: joinPath(path, row.id, inner.path),
    })),
  )
  if (draw < 0.5 || nested.length === 0) return { spec, path }
  const left = (draw - 0.5) * 2
  const chosen = nested[Math.floor(left * nested.length)]
  return chosen ? deeper(state, chosen, (left * nested.length) % 1) : { spec, path }
}

/** Adds a row and fills in its fields. */
function addRow(
  state: FormState,
  { spec, path }: List,
  { which, place }: { which: number; place: number },
  numbers: number,
): void {
  const kind: RowSpec | undefined = spec.rows[Math.floor(which * spec.rows.length)]
  if (!kind) return
  const index = Math.floor(place * (state.getRows(path).rows.length + 1))
  const id = state.rows.add(path, index, kind.blockType)
  if (id === null) throw new Error(`no row can be added to ${path}`)
  kind.cells.forEach((cell, nr) => {
    const value = cell.values === 'count' ? numbers + nr : textOf('mine', numbers + nr)
    state.setField(joinPath(path, id, cell.path), value)
  })
}
