/**
 * Three-way merge of the order and membership of a list whose items are unique (SY6). What theirs did is the ground;
 * my removals, additions and moves are made on top, each item after the one it follows in mine. Positions never
 * conflict: an item that both moved is where I put it, one that both added where they did. With theirs unchanged the result is mine, and the reverse.
 */
export function mergeIds(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] {
  const inBase = new Set(base)
  const inTheirs = new Set(theirs)
  const still = unmoved(base, mine)
  // An item that they removed is gone, whether I moved it or not; one that both added is there.
  const place = (id: string): boolean => !still.has(id) && inBase.has(id) === inTheirs.has(id)
  const merged = theirs.filter((id) => !inBase.has(id) || still.has(id))
  mine.forEach((id, index) => {
    if (!place(id)) return
    let after = -1
    for (let before = index - 1; before >= 0 && after < 0; before -= 1)
      after = merged.indexOf(mine[before] ?? '')
    merged.splice(after + 1, 0, id)
  })
  return merged
}

/**
 * The order of a list in which items are back that never went from `base`, and that are not `here`: among what others
 * have put in meanwhile, and have moved, they stand as they do there. Not where they were moved before they were taken
 * out: where `known`, the list as it was, had another order than the base `then`; without that one, where they would turn
 * what was known.
 */
export function putBack(
  order: readonly string[],
  here: ReadonlySet<string>,
  known: readonly string[],
  base: readonly string[],
  then?: readonly string[],
): readonly string[] {
  const inBase = new Set(base)
  const back = new Set(order.filter((id) => !here.has(id) && inBase.has(id)))
  if (back.size === 0) return order
  const others = (ids: readonly string[]): string[] => ids.filter((id) => !back.has(id))
  const asThere = mergeIds(others(base), others(order), base)
  return hasSameOrder(known, then ?? asThere) ? asThere : order
}

/** Whether what is in both lists stands in one order. */
function hasSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return unmoved(one, other).size === other.filter((id) => one.includes(id)).length
}

/** The items of both lists that kept their order: a longest increasing run of their old positions. */
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
