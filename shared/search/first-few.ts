/** The first so many of all that are added, in an order; alike ones in the order in which they came. */
export class FirstFew<T> {
  readonly list: T[] = []
  readonly #count: number
  readonly #compare: (a: T, b: T) => number

  constructor(count: number, compare: (a: T, b: T) => number) {
    this.#count = count
    this.#compare = compare
  }

  /** The last of them, once there are so many: what does not come before it need not be added. */
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
