/** Returns the pairs of items whose order the second list reverses, in its order; only items of both lists. */
export function flippedPairs(
  from: readonly string[],
  to: readonly string[],
): [first: string, second: string][] {
  const place = new Map(from.map((id, at) => [id, at]))
  const both = to.filter((id) => place.has(id))
  return both.flatMap((first, at) =>
    both
      .slice(at + 1)
      .filter((second) => (place.get(first) ?? 0) > (place.get(second) ?? 0))
      .map((second): [string, string] => [first, second]),
  )
}

/** True if a list has both items, and the first before the second. */
export function hasPair(order: readonly string[], [first, second]: readonly [string, string]): boolean {
  const [one, other] = [order.indexOf(first), order.indexOf(second)]
  return one >= 0 && other >= 0 && one < other
}
