/**
 * The pairs of items that stand the other way round in the second order, as they stand there; only items that are in
 * both.
 */
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

/** Whether an order has both, and the first before the second. */
export function hasPair(order: readonly string[], [first, second]: readonly [string, string]): boolean {
  const [one, other] = [order.indexOf(first), order.indexOf(second)]
  return one >= 0 && other >= 0 && one < other
}
