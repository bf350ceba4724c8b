import { joinPath } from '../../shared/document/path.ts'
import type { FormState } from '../../renderer/form/form-state.ts'
import { isPlainJson, type Json, type JsonObject } from '../../shared/json.ts'
import { cellKey } from './cells.ts'
import type { Deed } from './deeds.ts'
import { MOST_ROWS, rowSpecOf, type CellSpec, type ListSpec, type RowSpec } from './kinds.ts'
import type { Orders } from './messages.ts'
import { textOf } from './values.ts'

type Input = Orders['rows']['input']
/** `locale` null: its rows are shared by all locales. */
type List = { spec: ListSpec; path: string; locale: string | null }

/**
 * Performs an operation on rows as the form's buttons and fields do. Returns the intended deed; null: nothing to do.
 */
export function changeRows(
  state: FormState,
  { list, locale: here, how, draws, numbers }: Input,
): Deed | null {
  const [into = 0, which = 0, place = 0, other = 0] = draws
  const top: List = { spec: list, path: list.path, locale: list.localized ? here : null }
  const found = deeper(state, top, into, here)
  const { spec, path, locale } = found
  const { rows } = state.getRows(path)
  const row = rows[Math.floor(which * rows.length)]
  if (how === 'add') {
    if (rows.length >= MOST_ROWS) return null
    return addRow(state, found, { which, place }, numbers, here)
  }
  if (row === undefined) return null
  switch (how) {
    case 'edit': {
      const kind = rowSpecOf(spec, row.type)
      const cell = kind?.cells[Math.floor(other * kind.cells.length)]
      if (!cell) return null
      const value = valueOf(cell, numbers)
      const at = joinPath(path, row.id, cell.path)
      state.setField(at, value, { typing: true })
      // Ends the step: later typing is a new one.
      state.blur()
      return { do: 'set', path: at, locale: cell.localized ? here : locale, value }
    }
    case 'remove': {
      // Sometimes two at once.
      const next = rows[Math.floor(place * rows.length)]
      const ids = other < 0.2 && next ? [...new Set([row.id, next.id])] : [row.id]
      state.rows.remove(path, ids)
      return { do: 'remove', path, locale, ids }
    }
    case 'move': {
      const index = Math.floor(place * (rows.length + 1))
      state.rows.move(path, [row.id], index)
      return { do: 'move', path, locale, ids: [row.id], index }
    }
    case 'duplicate':
      if (rows.length >= MOST_ROWS) return null
      state.rows.duplicate(path, [row.id])
      return { do: 'duplicate', path, locale, ids: [row.id] }
  }
}

const valueOf = (cell: CellSpec, number: number): Json =>
  cell.values === 'count' ? number : textOf('mine', number)

/** Returns the list itself, or a list in one of its rows: half of the times one level deeper, and so on. */
function deeper(state: FormState, list: List, draw: number, here: string): List {
  const { spec, path, locale } = list
  const { rows } = state.getRows(path)
  const nested = rows.flatMap((row) =>
    (rowSpecOf(spec, row.type)?.lists ?? []).map((inner) => ({
      spec: inner,
      path: joinPath(path, row.id, inner.path),
      locale: inner.localized ? here : locale,
    })),
  )
  if (draw < 0.5 || nested.length === 0) return list
  const left = (draw - 0.5) * 2
  const chosen = nested[Math.floor(left * nested.length)]
  return chosen ? deeper(state, chosen, (left * nested.length) % 1, here) : list
}

/** Adds a row and fills in its fields. */
function addRow(
  state: FormState,
  { spec, path, locale }: List,
  { which, place }: { which: number; place: number },
  numbers: number,
  here: string,
): Deed | null {
  const kind: RowSpec | undefined = spec.rows[Math.floor(which * spec.rows.length)]
  if (!kind) return null
  const index = Math.floor(place * (state.getRows(path).rows.length + 1))
  const id = state.rows.add(path, index, kind.blockType)
  if (id === null) throw new Error(`no row can be added to ${path}`)
  const cells = kind.cells.map((cell, nr): [string, Json] => {
    const [at, value] = [joinPath(path, id, cell.path), valueOf(cell, numbers + nr)]
    state.setField(at, value)
    return [cellKey(at, cell.localized ? here : locale), value]
  })
  return {
    do: 'add',
    path,
    locale,
    index,
    id,
    cells: [...defaultsOf(kind.defaults, joinPath(path, id), locale), ...cells],
  }
}

/** Returns the default cells of a new row. */
function defaultsOf(defaults: JsonObject, row: string, locale: string | null): [string, Json][] {
  return Object.entries(defaults).flatMap(([name, value]): [string, Json][] => {
    const at = joinPath(row, name)
    return isPlainJson(value) ? defaultsOf(value, at, locale) : [[cellKey(at, locale), value]]
  })
}
