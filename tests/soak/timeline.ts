import type { Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { applyCells, type Cells } from './cells.ts'
import type { DoneWrite } from './done-writes.ts'

/** What a document went through at the server, write by write. */
export type Timeline = {
  steps: readonly { done: DoneWrite; before: Cells; after: Cells }[]
  /** What it held in the end, as far as the writes say. */
  last: Cells
  /** What it held at a revision of the server's; null: before it was there. */
  at: (revision: string | null) => Cells
  /** Whose write made something what it is, before the step of that index; null: it has been so from the beginning. */
  changedBy: (what: (cells: Cells) => string, before?: number) => 'me' | 'other' | null
}

export function timelineOf(initial: Cells, writes: readonly DoneWrite[]): Timeline {
  let cells: Cells = new Map(initial)
  const steps = writes.map((done) => {
    const before = cells
    cells = applyCells(before, done.isLeft ? wholeOf(done.cells, before) : done.cells)
    return { done, before, after: cells }
  })
  return {
    steps,
    last: cells,
    at: (revision) =>
      revision === null ? initial : (steps.findLast(({ done }) => done.order <= revision)?.after ?? initial),
    changedBy(what, before = steps.length) {
      const step = steps.slice(0, before).findLast((one) => what(one.before) !== what(one.after))
      return step?.done.write.who ?? null
    },
  }
}

/** What was read whole: a place that it does not name is empty. Its lists still take the cells of their rows along. */
const wholeOf = (read: Cells, before: Cells): Cells =>
  new Map<string, Json>([
    ...[...before.keys()].filter((key) => !read.has(key)).map((key): [string, Json] => [key, null]),
    ...read,
  ])

/** What a cell holds, to be compared. */
export const held =
  (key: string, real: (value: Json) => Json = (value) => value) =>
  (cells: Cells): string =>
    canonical(real(cells.get(key) ?? null))
