/** Numbers below 1 that follow from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** So many whole numbers that follow from a seed, for a Dice. */
export function numbersOf(seed: number, count: number): number[] {
  const random = seeded(seed)
  return Array.from({ length: count }, () => Math.floor(random() * 9973))
}
