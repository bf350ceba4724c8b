import type { Parameters } from 'fast-check'

/** The cases of every run are the same, so that its verdict says something of the code alone. */
const SEED = '1'

const { GALLEY_SEED: seed = SEED, GALLEY_PATH: path, GALLEY_RUNS: runs } = process.env

/** What somebody asks of every property: other cases (`GALLEY_SEED=random`), to repeat a failure, or to try for longer. */
export const asked: Pick<Parameters, 'seed' | 'path' | 'numRuns' | 'endOnFailure'> = {
  ...(seed !== 'random' && { seed: Number(seed) }),
  ...(path !== undefined && { path, endOnFailure: true }),
  ...(runs !== undefined && { numRuns: Number(runs) }),
}

/** How often a property is tried where nobody asks for anything else: what a test says itself goes before fast-check's global settings. */
export function tries<T>(count: number, more: Omit<Parameters<T>, 'numRuns'> = {}): Parameters<T> {
  return { ...more, numRuns: count, ...asked }
}
