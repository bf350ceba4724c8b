/**
 * The newer of two lists, in the order of the older one: what is there stays where it is, what is new comes behind it.
 * An answer that arrives while somebody looks at the list, or is about to press, moves nothing.
 */
export function inSteadyOrder<T>(before: readonly T[], next: readonly T[], keyOf: (item: T) => string): T[] {
  const byKey = new Map(next.map((item) => [keyOf(item), item]))
  const kept = before.flatMap((item) => byKey.get(keyOf(item)) ?? [])
  const known = new Set(kept.map(keyOf))
  return [...kept, ...next.filter((item) => !known.has(keyOf(item)))]
}
