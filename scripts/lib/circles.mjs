/**
 * One circle of each group of files that import one another, as the shortest way round from its first file.
 * @param {ReadonlyMap<string, readonly string[]>} imports what each file imports; type imports count
 * @returns {string[][]} the files of each circle, in the order in which they import each other
 */
export function findCircles(imports) {
  return groupsOf(imports)
    .map((group) => wayRound(imports, new Set(group), group.toSorted()[0]))
    .toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
}

/** The files that reach each other, as Tarjan finds them; one that imports itself is a group, too. */
function groupsOf(imports) {
  const found = []
  const order = new Map()
  const lowest = new Map()
  const waiting = []
  const isWaiting = new Set()
  const look = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    waiting.push(file)
    isWaiting.add(file)
    for (const next of imports.get(file) ?? []) {
      if (!order.has(next)) look(next)
      else if (!isWaiting.has(next)) continue
      lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = waiting.splice(waiting.lastIndexOf(file))
    for (const one of group) isWaiting.delete(one)
    if (group.length > 1 || imports.get(file)?.includes(file)) found.push(group)
  }
  for (const file of imports.keys()) if (!order.has(file)) look(file)
  return found
}

/** The shortest way from a file back to it within its group. */
function wayRound(imports, group, first) {
  const ways = [[first]]
  const seen = new Set()
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of imports.get(way.at(-1)) ?? []) {
      if (next === first) return way
      if (!group.has(next) || seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return [first]
}
