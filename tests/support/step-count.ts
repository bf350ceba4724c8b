import { Session, type Profiler } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { vi } from 'vitest'
import type { GrowthOf } from './hostile/growth.ts'

/*
 * Work counted in steps, by V8's precise coverage of this thread. A function of ours has as many steps as its most
 * frequent block has runs, a function of a package as many as it has calls. The same work takes the same steps on every
 * machine, however busy it is.
 *
 * Not seen: work inside native functions (JSON.parse, indexOf, slice, SQLite), inside Node's own modules, in other
 * threads and inside regular expressions. `scripts/check-regexps.mjs` judges the regular expressions.
 */

/** Files of the test runner, which are not counted. Node's own modules have no path. */
const RUNNER =
  /^(?!file:|\/|evalmachine)|\/node_modules\/(?:@vitest\/|vitest\/|vite\/|@vitejs\/)|step-count\.ts$/

/** V8's compilers whose code does not count every call. */
const OPTIMIZERS = ['turbofan', 'maglev', 'use-osr']

let session: Session | null = null

/**
 * Imports modules again, so that V8 compiles them with a counter in each block: functions compiled earlier have none.
 * The thread is slower from here on, until `stopCounting`.
 */
export async function importCounted<Module>(load: () => Promise<Module>): Promise<Module> {
  if (session === null) {
    session = new Session()
    session.connect()
    for (const flag of OPTIMIZERS) setFlagsFromString(`--no-${flag}`)
    session.post('Profiler.enable')
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }
  vi.resetModules()
  // Otherwise V8 would reuse bytecode without counters from its cache of equal sources.
  setFlagsFromString('--no-compilation-cache')
  try {
    return await load()
  } finally {
    setFlagsFromString('--compilation-cache')
  }
}

export function stopCounting(): void {
  session?.post('Profiler.stopPreciseCoverage')
  session?.disconnect()
  for (const flag of OPTIMIZERS) setFlagsFromString(`--${flag}`)
  session = null
}

/** Returns the steps since the last call. */
function takeSteps(): number {
  if (session === null) throw new Error('import the modules with importCounted first')
  let scripts: Profiler.ScriptCoverage[] = []
  session.post('Profiler.takePreciseCoverage', (error, answer) => {
    if (error) throw error
    scripts = answer.result
  })
  let steps = 0
  for (const { url, functions } of scripts) {
    if (RUNNER.test(url)) continue
    // Another test file of this worker may have compiled a package before: only its calls are counted reliably.
    const isPackage = url.includes('/node_modules/')
    for (const { ranges } of functions)
      steps += Math.max(...ranges.slice(0, isPackage ? 1 : undefined).map(({ count }) => count))
  }
  return steps
}

/** Returns the steps of some work. */
export async function countSteps(work: () => unknown): Promise<number> {
  takeSteps()
  await work()
  return takeSteps()
}

/** Returns the ratio of the steps of two works. Neither may have cached its own input. */
export async function stepRatio(one: () => unknown, other: () => unknown): Promise<number> {
  const [few, many] = [await countSteps(one), await countSteps(other)]
  return many / few
}

/** Largest growth per doubling: linear work has 2, quadratic work has 4. */
export const MOST_GROWTH = 2.5

/** Returns the growth of the steps per doubling between two sizes. */
export const stepGrowth: GrowthOf = async (read, input, { from, most }) => {
  // Work of the first call only is excluded.
  await read(input(from / 2))
  const [small, large] = [input(from), input(most)]
  const times = await stepRatio(
    () => read(small),
    () => read(large),
  )
  return { size: most, ratio: times ** (1 / Math.log2(most / from)) }
}
