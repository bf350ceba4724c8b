/**
 * The depth of a walk that enters each object once, in key order, as data is copied into other processes and the
 * page. Electron's context bridge copies at most 1000 levels.
 */
export function nestingOf(value: unknown): number {
  const seen = new Set<object>()
  const open: { values: unknown[]; next: number }[] = []
  let deepest = 0
  const enter = (item: unknown): void => {
    if (typeof item !== 'object' || item === null || seen.has(item)) return
    seen.add(item)
    open.push({ values: Object.values(item), next: 0 })
    deepest = Math.max(deepest, open.length)
  }
  enter(value)
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.values.length) {
      open.pop()
      continue
    }
    top.next += 1
    enter(top.values[top.next - 1])
  }
  return deepest
}
