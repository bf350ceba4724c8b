import { cellKey, type Change } from './change.ts'
import { parentPath } from './path.ts'

type Cell = Pick<Change, 'path' | 'locale'>

/** The cells of changes, and how many lie at or below each place: asking costs nothing, however many there are. */
export class ChangedPlaces {
  readonly #cells = new Set<string>()
  /** By the place and the locale of the changes (see cellKey). */
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

  /** Whether something at a path or below it is changed, in this locale or in all. */
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
