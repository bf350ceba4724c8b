import type { Parameters } from 'fast-check'

/** A fixed seed, so that the verdict of a run depends on the code alone. */
const SEED = '1'

const { GALLEY_SEED: seed = SEED, GALLEY_PATH: path, GALLEY_RUNS: runs } = process.env

/**
 * Options from the environment for all properties: other cases (`GALLEY_SEED=random`), a repeated failure, or more
 * tries.
 */
export const asked: Pick<Parameters, 'seed' | 'path' | 'numRuns' | 'endOnFailure'> = {
  ...(seed !== 'random' && { seed: Number(seed) }),
  ...(path !== undefined && { path, endOnFailure: true }),
  ...(runs !== undefined && { numRuns: Number(runs) }),
}

/**
 * Returns the options of a property with `count` tries; those of the environment win, and both go before fast-check's
 * global settings.
 */
export function tries<T>(count: number, more: Omit<Parameters<T>, 'numRuns'> = {}): Parameters<T> {
  return { ...more, numRuns: count, ...asked }
}
