import type { Speed } from './calibrate.ts'

/** What is known of the machine before and after all measures. */
export type Around = {
  before: Speed
  after: Speed
  /** How many programs wanted to run, in the minute before the first measure. */
  loadBefore: number
}

/** Above it somebody else works on the machine: nothing of the bench runs yet. */
const MOST_LOAD = 0.7
/** By how much the two calibrations may differ. */
const MOST_DRIFT = 0.15
/** A factor outside of it is no machine that the bars were made for; or it is busy all the time. */
const BAND = { least: 0.4, most: 2.5 }

/** Why the figures of a run cannot stand in the documentation; none where they can. */
export function reasonsNotToWrite({ before, after, loadBefore }: Around): string[] {
  const reasons: string[] = []
  if (loadBefore > MOST_LOAD)
    reasons.push(`the machine was busy before it began: load ${loadBefore.toFixed(1)}, at most ${MOST_LOAD}`)
  for (const name of ['page', 'worker'] as const) {
    const [first, last] = [before[name], after[name]]
    const drift = Math.max(first, last) / Math.min(first, last) - 1
    if (!(drift <= MOST_DRIFT))
      reasons.push(
        `${name}: × ${first.toFixed(2)} before and × ${last.toFixed(2)} after, so the machine was not the same`,
      )
    if (!(Math.min(first, last) >= BAND.least && Math.max(first, last) <= BAND.most))
      reasons.push(`${name}: × ${first.toFixed(2)} is outside of ${BAND.least} to ${BAND.most}`)
  }
  return reasons
}

/** The calibration that the bars are scaled by: of both the stricter one, as a busy machine must loosen none. */
export function stricter(one: Speed, other: Speed): Speed {
  return {
    page: Math.min(one.page, other.page),
    worker: Math.min(one.worker, other.worker),
    pageMs: Math.min(one.pageMs, other.pageMs),
    workerMs: Math.min(one.workerMs, other.workerMs),
  }
}
