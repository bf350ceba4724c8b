import type { Growth, GrowthOf } from '../support/hostile/growth.ts'

/** Highest ratio for a doubling: less than quadratic work, more than the noise of a busy machine. */
export const ALLOWED = 3
/** Least measured milliseconds; below it, clock and garbage collector dominate. */
const LEAST_MS = 10
const RUNS = 3
/** Repeated measures of a ratio that is too high: other work on the machine only adds time. */
const LOOKS = 4
/** Most repetitions; work that needs more to take `LEAST_MS` is too small to compare. */
const MOST_TIMES = 4_096

type Work = () => unknown

/** Returns milliseconds of this process's CPU time for so many calls. */
async function cpuOf(work: Work, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let index = 0; index < times; index += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Returns the least of several runs. */
async function leastOf(work: Work, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run += 1) least = Math.min(least, await cpuOf(work, times))
  return least
}

/** Returns the ratio of the times of two works. A high ratio is measured again, and the lowest counts. */
async function timesAsMuch(one: Work, other: Work, allowed: number): Promise<number> {
  await one()
  let times = 1
  let small = await cpuOf(one, times)
  while (small < LEAST_MS && times < MOST_TIMES) small = await cpuOf(one, (times *= 2))
  if (small < LEAST_MS) return 0
  let ratio = (await cpuOf(other, times)) / small
  // Other work on the machine cannot cause such a ratio.
  if (ratio > 10 * allowed) return ratio
  for (let look = 0; look < LOOKS && ratio > allowed; look += 1)
    ratio = Math.min(ratio, (await leastOf(other, times)) / (await leastOf(one, times)))
  return ratio
}

/**
 * Measures growth by CPU time, over two doublings. Small inputs are repeated often enough to be measured. A ratio
 * above `ALLOWED` is measured again, and the lowest counts.
 */
export const cpuGrowth: GrowthOf = async (read, input, { from, most }) => {
  if (from * 4 > most) throw new Error('there is no room for two doublings: nothing would be measured')
  let worst: Growth = { size: 0, ratio: 0 }
  for (let size = from; size * 4 <= most; size *= 16) {
    const [small, large] = [input(size), input(size * 4)]
    const times = await timesAsMuch(
      () => read(small),
      () => read(large),
      ALLOWED ** 2,
    )
    const ratio = Math.sqrt(times)
    if (ratio > worst.ratio) worst = { size: size * 4, ratio }
    if (ratio > ALLOWED) return worst
  }
  return worst
}
