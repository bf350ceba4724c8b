import type { Json } from '../../shared/json.ts'
import { canonical } from './canonical.ts'
import { applyCells, type Cells } from './cells.ts'
import type { DoneWrite } from './done-writes.ts'

/** The history of a document on the server, write by write. */
export type Timeline = {
  steps: readonly { done: DoneWrite; before: Cells; after: Cells }[]
  /** Its final cells, according to the writes. */
  last: Cells
  /** Returns its cells at a server revision; null: before it existed. */
  at: (revision: string | null) => Cells
  /** Returns who last changed a part before the step of that index; null: unchanged since the beginning. */
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

/** Returns a whole read as a write: missing cells become null. Its lists still remove the cells of dropped rows. */
const wholeOf = (read: Cells, before: Cells): Cells =>
  new Map<string, Json>([
    ...[...before.keys()].filter((key) => !read.has(key)).map((key): [string, Json] => [key, null]),
    ...read,
  ])

/** Returns a cell's value for comparison. */
export const held =
  (key: string, real: (value: Json) => Json = (value) => value) =>
  (cells: Cells): string =>
    canonical(real(cells.get(key) ?? null))
