/**
 * Keeps the first `count` of all added items, sorted; equal items stay in the order in which they were added.
 */
export class FirstFew<T> {
  readonly list: T[] = []
  readonly #count: number
  readonly #compare: (a: T, b: T) => number

  constructor(count: number, compare: (a: T, b: T) => number) {
    this.#count = count
    this.#compare = compare
  }

  /**
   * The last item once the list is full, else undefined: an item that does not come before it need not be
   * added.
   */
  get last(): T | undefined {
    return this.list[this.#count - 1]
  }

  add(one: T): void {
    const { last, list } = this
    if (last !== undefined && this.#compare(one, last) >= 0) return
    let at = list.length
    while (at > 0 && this.#compare(one, list[at - 1] ?? one) < 0) at--
    list.splice(at, 0, one)
    if (list.length > this.#count) list.pop()
  }
}
