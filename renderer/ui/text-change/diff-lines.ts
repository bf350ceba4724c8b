import { commonPairs } from './common-pairs.ts'

/** `number`: from 1. */
export type Line = { number: number; text: string }
/** A line of each text, shown side by side; null: only the other text has a line there. */
export type LinePair = { before: Line | null; after: Line | null; isSame: boolean }

/** Diffs two texts by line. Lines that were removed and added at the same place are paired in their order. */
export function diffLines(before: string, after: string): LinePair[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const shared = commonPairs(
    old.map(({ text }) => text),
    now.map(({ text }) => text),
  )
  const pairs: LinePair[] = []
  let [was, is] = [0, 0]
  for (const [nextWas, nextIs] of [...shared, [old.length, now.length] as const]) {
    for (let at = 0; at < Math.max(nextWas - was, nextIs - is); at += 1)
      pairs.push({
        before: was + at < nextWas ? (old[was + at] ?? null) : null,
        after: is + at < nextIs ? (now[is + at] ?? null) : null,
        isSame: false,
      })
    const [left, right] = [old[nextWas], now[nextIs]]
    if (left !== undefined && right !== undefined) pairs.push({ before: left, after: right, isSame: true })
    was = nextWas + 1
    is = nextIs + 1
  }
  return pairs
}

function linesOf(text: string): Line[] {
  return text === '' ? [] : text.split(/\r\n?|\n/).map((line, at) => ({ number: at + 1, text: line }))
}
