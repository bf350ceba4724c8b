import { cellKey, type Change } from './change.ts'
import { parentPath } from './path.ts'

type Cell = Pick<Change, 'path' | 'locale'>

/** The cells of changes, with counts for each path above them, so that lookups take constant time. */
export class ChangedPlaces {
  readonly #cells = new Set<string>()
  /** Number of changes at or below a path, by path and locale (see cellKey). */
  readonly #within = new Map<string, number>()

  constructor(changes: readonly Change[] = []) {
    for (const change of changes) this.add(change)
  }

  add(cell: Cell): void {
    const key = cellKey(cell)
    if (this.#cells.has(key)) return
    this.#cells.add(key)
    this.#count(cell, 1)
  }

  delete(cell: Cell): void {
    if (this.#cells.delete(cellKey(cell))) this.#count(cell, -1)
  }

  has(cell: Cell): boolean {
    return this.#cells.has(cellKey(cell))
  }

  /** True if something at or below a path is changed, in this locale or in shared fields. */
  hasWithin(path: string, locale: string | null): boolean {
    return [null, locale].some((code) => this.#within.has(cellKey({ path, locale: code })))
  }

  #count({ path, locale }: Cell, by: 1 | -1): void {
    for (let at = path; at !== ''; at = parentPath(at).parent) {
      const place = cellKey({ path: at, locale })
      const count = (this.#within.get(place) ?? 0) + by
      if (count === 0) this.#within.delete(place)
      else this.#within.set(place, count)
    }
  }
}
