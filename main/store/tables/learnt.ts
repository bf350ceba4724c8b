/** Number of remembered bases; more than are taken during one request. */
const MOST = 10_000

/**
 * The order in which bases were taken since the start. An answer requested before a base was taken may be older:
 * revisions are only compared for equality, and clocks decide nothing (SY11).
 */
export class Learnt {
  #count = 0
  readonly #last = new Map<string, number>()

  /** Notes that the base of this document (its refKey) was taken. */
  add(document: string): void {
    this.#count += 1
    this.#last.delete(document)
    this.#last.set(document, this.#count)
    if (this.#last.size <= MOST) return
    const [oldest] = this.#last.keys()
    if (oldest !== undefined) this.#last.delete(oldest)
  }

  moment(): number {
    return this.#count
  }

  /** True if the document's base was taken after that moment. */
  isSince(document: string, moment: number): boolean {
    return (this.#last.get(document) ?? 0) > moment
  }
}
