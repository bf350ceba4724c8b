import { isWithin, joinPath } from '../../shared/document/path.ts'
import type { Json } from '../../shared/json.ts'
import { canonical, cellKey, isListKey, itemsOf, listKey, placeOfKey, type Cells } from './cells.ts'
import { flippedPairs } from './orders.ts'

/**
 * What the scripted person meant to do, whatever the form makes of it. `locale` null: all locales share the place. A
 * new row says which id the form gave it.
 */
export type Deed =
  | { do: 'set'; path: string; locale: string | null; value: Json }
  | { do: 'items'; path: string; locale: string | null; items: Json[] }
  | { do: 'add'; path: string; locale: string | null; index: number; id: string; cells: [string, Json][] }
  | { do: 'remove'; path: string; locale: string | null; ids: string[] }
  /** In front of the row that is at `index` before the move. */
  | { do: 'move'; path: string; locale: string | null; ids: string[]; index: number }
  | { do: 'duplicate'; path: string; locale: string | null; ids: string[] }

export type Wanted = {
  /** The document as the person meant it to be. */
  cells: Cells
  /** Where it is something else. */
  wrong: string[]
}

/**
 * What a deed was to make of the document, by what the person saw before it, beside what the form made of it.
 * `isTakenBack`: whether a place shows what lies under the form by now, since what was edited there came to nothing.
 */
export function wantedOf(
  deed: Deed,
  before: Cells,
  after: Cells,
  isTakenBack: (key: string) => boolean = () => false,
): Wanted {
  const cells = new Map(before)
  /** What the form puts in by itself: defaults of a new row. */
  const own: string[] = []
  const wrong: string[] = []
  switch (deed.do) {
    case 'set':
      cells.set(cellKey(deed.path, deed.locale), deed.value)
      break
    case 'items':
      cells.set(cellKey(deed.path, deed.locale), deed.items)
      break
    case 'remove': {
      const key = listKey(deed.path, deed.locale)
      cells.set(
        key,
        itemsOf(before.get(key)).filter((id) => !deed.ids.includes(id)),
      )
      for (const id of deed.ids) dropWithin(cells, joinPath(deed.path, id))
      break
    }
    case 'move': {
      const key = listKey(deed.path, deed.locale)
      const rows = itemsOf(before.get(key))
      const isMoved = (id: string): boolean => deed.ids.includes(id)
      const stays = (id: string): boolean => !isMoved(id)
      const [front, behind] = [rows.slice(0, deed.index), rows.slice(deed.index)]
      cells.set(key, [...front.filter(stays), ...rows.filter(isMoved), ...behind.filter(stays)])
      break
    }
    case 'add': {
      const key = listKey(deed.path, deed.locale)
      const rows = itemsOf(before.get(key))
      if (isKnown(before, deed.id)) wrong.push(`the new row ${deed.id} has the id of another one`)
      const row = joinPath(deed.path, deed.id)
      cells.set(key, rows.toSpliced(deed.index, 0, deed.id))
      own.push(row)
      copyWithin(after, cells, row)
      for (const [at, value] of deed.cells) cells.set(at, value)
      break
    }
    case 'duplicate': {
      const key = listKey(deed.path, deed.locale)
      const rows = itemsOf(before.get(key))
      const has = itemsOf(after.get(key))
      const copies = has.filter((id) => !rows.includes(id))
      const to = rows.flatMap((id) => (deed.ids.includes(id) ? [id, copies.shift() ?? '?'] : [id]))
      cells.set(key, to)
      for (const [at, id] of to.entries()) {
        if (rows.includes(id)) continue
        if (isKnown(before, id)) wrong.push(`the copy ${id} has the id of another row`)
        const [row, copy] = [joinPath(deed.path, to[at - 1] ?? ''), joinPath(deed.path, id)]
        own.push(copy)
        copyWithin(after, cells, copy)
        wrong.push(...unlikeCopy(before, after, row, copy))
      }
      break
    }
  }
  for (const key of new Set([...cells.keys(), ...after.keys()])) {
    if (canonical(cells.get(key)) === canonical(after.get(key)) || isTakenBack(key)) continue
    wrong.push(`${key} shows ${show(after.get(key))}, meant was ${show(cells.get(key))}`)
  }
  return { cells, wrong }
}

const show = (value: Json | undefined): string => canonical(value).slice(0, 200)

const isKnown = (cells: Cells, id: string): boolean =>
  [...cells].some(([key, value]) => isListKey(key) && itemsOf(value).includes(id))

function dropWithin(cells: Cells, row: string): void {
  for (const key of cells.keys()) if (isWithin(placeOfKey(key).path, row)) cells.delete(key)
}

function copyWithin(from: Cells, to: Cells, row: string): void {
  for (const [key, value] of from) if (isWithin(placeOfKey(key).path, row)) to.set(key, value)
}

/** How a copy differs from its row: rows in it have ids of their own, everything else is the same. */
function unlikeCopy(before: Cells, after: Cells, row: string, copy: string): string[] {
  const contents = (cells: Cells, of: string): string[] =>
    [...cells]
      .filter(([key, value]) => isWithin(placeOfKey(key).path, of) && canonical(value) !== 'null')
      .map(([key, value]) => {
        // Ids of rows within are counted through; what is said of them is their number and what is in them.
        const place = isListKey(key) ? 'list' : (key.split('.').at(-1) ?? '')
        return `${place} ${isListKey(key) ? itemsOf(value).length : canonical(value)}`
      })
      .toSorted()
  const [is, was] = [contents(after, copy), contents(before, row)]
  return canonical(is) === canonical(was)
    ? []
    : [`the copy ${copy} holds ${is.join('; ')}, not ${was.join('; ')}`]
}

/** What was done in the forms of this process, place by place: what an undo or a redo may take back. */
export function createSteps() {
  const made = new Map<string, [from: string, to: string][]>()
  const moved = new Map<string, string[][]>()

  return {
    did(before: Cells, after: Cells): void {
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        const [from, to] = [canonical(before.get(key)), canonical(after.get(key))]
        if (from === to) continue
        made.set(key, [...(made.get(key) ?? []), [from, to]])
        if (isListKey(key))
          moved.set(key, [...(moved.get(key) ?? []), itemsOf(before.get(key)), itemsOf(after.get(key))])
      }
    },
    /** What an undo or a redo did that is not the way back, or forth, of anything that was done here (DM7). */
    withoutReason(before: Cells, after: Cells): string[] {
      const came = rowsThatChanged(before, after)
      return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): string[] => {
        const [from, to] = [before.get(key), after.get(key)]
        if (canonical(from) === canonical(to)) return []
        const { path } = placeOfKey(key)
        if (came.some((row) => path !== row && isWithin(path, row))) return []
        const why = isListKey(key)
          ? rowsWithout(itemsOf(from), itemsOf(to), moved.get(key) ?? [])
          : Array.isArray(from) || Array.isArray(to)
            ? null
            : (made.get(key) ?? []).some(
                  ([one, other]) =>
                    (one === canonical(from) && other === canonical(to)) ||
                    (one === canonical(to) && other === canonical(from)),
                )
              ? null
              : 'nothing that was done here is between the two'
        return why === null ? [] : [`${key} went from ${show(from)} to ${show(to)}: ${why}`]
      })
    },
  }
}

/** Rows that came or went. */
function rowsThatChanged(before: Cells, after: Cells): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(isListKey).flatMap((key) => {
    const [had, has] = [itemsOf(before.get(key)), itemsOf(after.get(key))]
    const changed = [...had.filter((id) => !has.includes(id)), ...has.filter((id) => !had.includes(id))]
    return changed.map((id) => joinPath(placeOfKey(key).path, id))
  })
}

/** `orders`: those in which the list was before and after each thing that was done to it here. */
function rowsWithout(from: string[], to: string[], orders: readonly string[][]): string | null {
  const here = new Set(orders.flat())
  const changed = [...from.filter((id) => !to.includes(id)), ...to.filter((id) => !from.includes(id))]
  const stranger = changed.find((id) => !here.has(id))
  if (stranger !== undefined) return `nothing was done to ${stranger} here`
  const pair = flippedPairs(from, to).find(
    ([first, second]) =>
      !orders.some(
        (order) =>
          order.includes(first) && order.includes(second) && order.indexOf(first) < order.indexOf(second),
      ),
  )
  return pair === undefined ? null : `${pair[0]} was never before ${pair[1]} here`
}
