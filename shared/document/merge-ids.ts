/**
 * Merges order and membership of a list of unique items (SY6): theirs is the base, my removals, additions and moves
 * go on top. Positions never conflict: if both moved an item mine counts, if both added it theirs.
 */
export function mergeIds(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const inBase = new Set(base)
  const inTheirs = new Set(theirs)
  const still = unmoved(base, mine)
  // An item that they removed is gone, even if I moved it; one that both added is present.
  const place = (id: string): boolean => !still.has(id) && inBase.has(id) === inTheirs.has(id)
  const merged = theirs.filter((id) => !inBase.has(id) || still.has(id))
  const order = orderOfMoves(base, mine, theirs)
  mine.forEach((id, index) => {
    if (!place(id)) return
    let after = -1
    for (let before = index - 1; before >= 0 && after < 0; before -= 1)
      after = merged.indexOf(mine[before] ?? '')
    merged.splice(inBase.has(id) ? bestPlace(merged, id, order, after + 1) : after + 1, 0, id)
  })
  return merged
}

/** The wanted side of another item relative to one that I moved: -1 before, 1 after, 0 either. */
type Order = { firm: (id: string, other: string) => number; loose: (id: string, other: string) => number }

/**
 * The order that my moves ask for. Firm: among items they left in place. Loose: among items they moved, in
 * their order, or in mine if I swapped the pair.
 */
function orderOfMoves(base: readonly string[], mine: readonly string[], theirs: readonly string[]): Order {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(
    (list) => new Map(list.map((id, index) => [id, index])),
  )
  const leftInPlace = unmoved(base, theirs)
  const side = (places: Map<string, number> | undefined, id: string, other: string): number => {
    const [own, its] = [places?.get(id), places?.get(other)]
    return own === undefined || its === undefined ? 0 : Math.sign(its - own)
  }
  return {
    firm: (id, other) => (leftInPlace.has(other) ? side(inMine, id, other) : 0),
    loose(id, other) {
      if (leftInPlace.has(other)) return 0
      const before = side(inBase, id, other)
      const now = side(inMine, id, other)
      return before === 0 || now === 0 ? 0 : before === now ? side(inTheirs, id, other) : now
    },
  }
}

/**
 * The index at which `id` has the fewest items on its wrong side: `firm` orders count before `loose` ones. Ties go to
 * the index nearest to `wanted`.
 */
function bestPlace(list: readonly string[], id: string, order: Order, wanted: number): number {
  const firm = wrongAt(list, (other) => order.firm(id, other))
  const loose = wrongAt(list, (other) => order.loose(id, other))
  let best = wanted
  for (let place = 0; place <= list.length; place += 1) {
    const less =
      (firm[place] ?? 0) - (firm[best] ?? 0) ||
      (loose[place] ?? 0) - (loose[best] ?? 0) ||
      Math.abs(place - wanted) - Math.abs(best - wanted)
    if (less < 0) best = place
  }
  return best
}

/** For each index of a list the number of items on the wrong side of an item inserted there. */
function wrongAt(list: readonly string[], side: (other: string) => number): number[] {
  const sides = list.map(side)
  let wrong = sides.filter((one) => one < 0).length
  return [wrong, ...sides.map((one) => (wrong += one))]
}

/**
 * Moves items of `base` that are not `here` to their position in `base`, or, among other items, to that in
 * `known`. Returns `order` unchanged if they were moved on purpose: `known` is then ordered differently from
 * `then`, or, without `then`, from the result.
 */
export function putBack(
  order: readonly string[],
  here: ReadonlySet<string>,
  known: readonly string[],
  base: readonly string[],
  then?: readonly string[],
): readonly string[] {
  const back = new Set(base.filter((id) => !here.has(id) && order.includes(id)))
  if (back.size === 0) return order
  let asThere: readonly string[] = order.filter((id) => !back.has(id))
  for (const id of back) asThere = insertLike(asThere, id, base, known)
  return hasSameOrder(known, then ?? asThere) ? asThere : order
}

/**
 * Inserts an item so that the fewest pairs have another order than in `like`. Ties are decided by `orElse`,
 * then the first index counts.
 */
export function insertLike(
  list: readonly string[],
  id: string,
  like: readonly string[],
  orElse: readonly string[] = [],
): string[] {
  if (list.includes(id)) return [...list]
  const first = turnedAt(list, id, like)
  const second = turnedAt(list, id, orElse)
  let best = 0
  for (let place = 1; place <= list.length; place += 1) {
    const less = (first[place] ?? 0) - (first[best] ?? 0) || (second[place] ?? 0) - (second[best] ?? 0)
    if (less < 0) best = place
  }
  return list.toSpliced(best, 0, id)
}

/** For each index, the number of items that would be on another side of the inserted item than in `like`. */
function turnedAt(list: readonly string[], id: string, like: readonly string[]): number[] {
  const at = like.indexOf(id)
  const ahead = new Set(at < 0 ? [] : like.slice(0, at))
  const behind = new Set(at < 0 ? [] : like.slice(at + 1))
  return wrongAt(list, (item) => Number(behind.has(item)) - Number(ahead.has(item)))
}

/** True if the items of both lists have the same order. */
function hasSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return unmoved(one, other).size === other.filter((id) => one.includes(id)).length
}

/** The items of both lists that kept their order: a longest increasing subsequence of their old positions. */
export function unmoved(base: readonly string[], mine: readonly string[]): Set<string> {
  const position = new Map(base.map((id, index) => [id, index]))
  const items = mine.flatMap((id) => {
    const at = position.get(id)
    return at === undefined ? [] : [{ id, at }]
  })
  type Link = { id: string; at: number; previous: Link | undefined }
  const tails: Link[] = []
  for (const { id, at } of items) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle]?.at ?? Infinity) < at) low = middle + 1
      else high = middle
    }
    tails[low] = { id, at, previous: tails[low - 1] }
  }
  const kept = new Set<string>()
  for (let link = tails.at(-1); link !== undefined; link = link.previous) kept.add(link.id)
  return kept
}
