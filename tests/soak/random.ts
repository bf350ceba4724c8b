/** Seeded draws. The same seed draws the same plan; when things happen is for the machine to decide. */
export type Random = {
  /** Evenly in [0, 1). */
  next: () => number
  /** A whole number in [from, to]. */
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  /** One of them; throws where there is none. */
  pick: <T>(items: readonly T[]) => T
  /** One of the names, each as often as its weight says. */
  weighted: <T extends string>(weights: Readonly<Record<T, number>>) => T
}

/** mulberry32: small, fast, and good enough to choose by. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick,
    weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
      const entries = Object.entries(weights) as [T, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return pick(entries.map(([name]) => name))
    },
  }
}
