import type { Speed } from './calibrate.ts'

/** State of the machine before and after all measures. */
export type Around = {
  before: Speed
  after: Speed
  /** Load average in the minute before the first measure. */
  loadBefore: number
}

/** Highest load at which the bench starts; above it, other programs are running. */
const MOST_LOAD = 0.7
/** Largest difference between the two calibrations. */
const MOST_DRIFT = 0.15
/** Range of the calibration factor for which the bars are meaningful. */
const BAND = { least: 0.4, most: 2.5 }

/** Returns the reasons that the figures of a run must not be documented; empty if there are none. */
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

/** Returns the stricter calibration for the bars, since a busy machine must not loosen any. */
export function stricter(one: Speed, other: Speed): Speed {
  return {
    page: Math.min(one.page, other.page),
    worker: Math.min(one.worker, other.worker),
    pageMs: Math.min(one.pageMs, other.pageMs),
    workerMs: Math.min(one.workerMs, other.workerMs),
  }
}
