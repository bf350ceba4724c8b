import { replaceId } from '../../shared/sync/replace-id.ts'
import { isWithin, joinPath } from '../../shared/document/path.ts'
import type { Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { cellKey, isListKey, itemsOf, listKey, placeOfKey, type Cells } from './cells.ts'
import { flippedPairs, hasPair } from './orders.ts'

/**
 * The intention of the scripted person, whatever the form does. `locale` null: shared by all locales. A new row has
 * the id from the form; `cells`: its content, typed or from defaults.
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
  /** The document as intended. */
  cells: Cells
  /** Differences between the form and the intention. */
  wrong: string[]
}

/**
 * Returns the intended document of a deed, from the cells before it, and the differences to the form. `isTakenBack`:
 * true if a cell shows the value below the form (base and queued entries), since its edit came to nothing.
 */
export function wantedOf(
  deed: Deed,
  before: Cells,
  after: Cells,
  isTakenBack: (key: string) => boolean = () => false,
): Wanted {
  const cells = new Map(before)
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
      cells.set(key, rows.toSpliced(deed.index, 0, deed.id))
      for (const [at, value] of deed.cells) cells.set(at, value)
      break
    }
    case 'duplicate': {
      const key = listKey(deed.path, deed.locale)
      const rows = itemsOf(before.get(key))
      const copies = itemsOf(after.get(key)).filter((id) => !rows.includes(id))
      const copyOf = new Map(deed.ids.map((id, nr) => [id, copies[nr] ?? '?']))
      cells.set(
        key,
        rows.flatMap((id) => [id, ...(copyOf.has(id) ? [copyOf.get(id) ?? '?'] : [])]),
      )
      for (const [id, copy] of copyOf) {
        if (isKnown(before, copy)) wrong.push(`the copy ${copy} has the id of another row`)
        wrong.push(...copyRow(before, after, joinPath(deed.path, id), joinPath(deed.path, copy), cells))
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

/**
 * Copies the cells of a row. Nested rows get the ids that the form gave them at the same positions. Returns a message
 * for each nested copy that has the id of another row.
 */
function copyRow(before: Cells, after: Cells, row: string, copy: string, into: Cells): string[] {
  const wrong: string[] = []
  const lists: [from: string, to: string][] = []
  const inRows = [...before.keys()].filter(isListKey).map((key) => placeOfKey(key).path)
  for (const [key, value] of before) {
    const { path, locale } = placeOfKey(key)
    if (!isWithin(path, row)) continue
    const to = copy + path.slice(row.length)
    // Cells of nested rows are copied with their lists.
    if (inRows.some((list) => list !== path && isWithin(list, row) && isWithin(path, list))) continue
    if (!isListKey(key)) {
      into.set(cellKey(to, locale), value)
      continue
    }
    const has = itemsOf(after.get(listKey(to, locale)))
    const copies = itemsOf(value).map((_, nr) => has[nr] ?? '?')
    into.set(listKey(to, locale), copies)
    for (const id of copies) if (isKnown(before, id)) wrong.push(`the copy ${id} has the id of another row`)
    for (const [nr, id] of itemsOf(value).entries())
      lists.push([joinPath(path, id), joinPath(to, copies[nr] ?? '?')])
  }
  return [...wrong, ...lists.flatMap(([from, to]) => copyRow(before, after, from, to, into))]
}

/** The last deed, with the cells below the form at that time. */
export type LastDeed = { before: Cells; after: Cells; below: Cells }

/**
 * Returns the cells that an undo should show: those before the deed. If the cells below the form have changed since,
 * as when a person chose `theirs` in a conflict, those may show instead.
 */
export function meantByUndo(last: LastDeed, below: Cells, shown: Cells): Cells {
  const same = (key: string, one: Cells, other: Cells) =>
    canonical(one.get(key)) === canonical(other.get(key))
  const meant = new Map(last.before)
  for (const key of last.after.keys())
    if (!same(key, last.before, last.after) && !same(key, last.below, below) && same(key, shown, below))
      meant.set(key, below.get(key) ?? null)
  return meant
}

/** Records deeds in this process's forms, cell by cell: changes that an undo or a redo may revert. */
export function createSteps() {
  const made = new Map<string, [from: Json, to: Json][]>()

  return {
    did(before: Cells, after: Cells): void {
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        const [from, to] = [before.get(key) ?? null, after.get(key) ?? null]
        if (canonical(from) !== canonical(to)) made.set(key, [...(made.get(key) ?? []), [from, to]])
      }
    },
    /** Replaces the temporary id of a referenced document (SY8). */
    renamed(from: string, to: string | number): void {
      for (const [key, done] of made) made.set(key, replaceId(done, from, to))
    },
    /**
     * Returns changes of an undo or a redo that reverse or repeat no deed (DM7). `isBelow`: true for the value below
     * the form, which may show as well. `sentAs`: the sent value of a cell that the site's hooks changed.
     */
    withoutReason(
      before: Cells,
      after: Cells,
      isBelow: (key: string, value: Json) => boolean = () => false,
      sentAs: (key: string, value: Json) => Json = (_key, value) => value,
    ): string[] {
      const came = rowsThatChanged(before, after)
      return [...new Set([...before.keys(), ...after.keys()])].flatMap((key): string[] => {
        const [from, to] = [before.get(key) ?? null, after.get(key) ?? null]
        if (canonical(from) === canonical(to)) return []
        const done = made.get(key) ?? []
        const { path } = placeOfKey(key)
        const sent = canonical(sentAs(key, from))
        const isOurs = done.some(([, value]) => canonical(value) === sent)
        if (isWay(done, canonical(from), canonical(to)) || isWay(done, sent, canonical(to))) return []
        if (isOurs && isBelow(key, to)) return []
        // An added or removed row includes its content.
        if (came.some((row) => path !== row && isWithin(path, row))) return []
        const why =
          isListKey(key) || Array.isArray(from) || Array.isArray(to)
            ? membersWithout(itemsOf(from), itemsOf(to), done)
            : 'nothing that was done here is between the two'
        return why === null ? [] : [`${key} went from ${show(from)} to ${show(to)}: ${why}`]
      })
    },
  }
}

/** True if deeds lead from one value to the other, in either direction: one burst of typing is one undo step. */
function isWay(done: readonly [Json, Json][], from: string, to: string): boolean {
  const reached = new Set([from])
  for (const value of reached)
    for (const [one, other] of done.map((both) => both.map(canonical))) {
      if (one === value && other !== undefined) reached.add(other)
      if (other === value && one !== undefined) reached.add(one)
    }
  return reached.has(to)
}

/** Returns the rows that were added or removed. */
function rowsThatChanged(before: Cells, after: Cells): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(isListKey).flatMap((key) => {
    const [had, has] = [itemsOf(before.get(key)), itemsOf(after.get(key))]
    return changedIn(had, has).map((id) => joinPath(placeOfKey(key).path, id))
  })
}

const changedIn = (from: readonly string[], to: readonly string[]): string[] => [
  ...from.filter((id) => !to.includes(id)),
  ...to.filter((id) => !from.includes(id)),
]

/** `done`: values of the list or field before and after each deed. */
function membersWithout(from: string[], to: string[], done: readonly [Json, Json][]): string | null {
  const here = new Set(done.flatMap(([was, is]) => changedIn(itemsOf(was), itemsOf(is))))
  const stranger = changedIn(from, to).find((id) => !here.has(id))
  if (stranger !== undefined) return `nothing was done to ${stranger} here`
  const orders = done.flatMap((both) => both.map(itemsOf))
  const pair = flippedPairs(from, to).find((both) => !orders.some((order) => hasPair(order, both)))
  return pair === undefined ? null : `${pair[0]} was never before ${pair[1]} here`
}
