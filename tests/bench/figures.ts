/** Middle value; of an even number of values the mean of the two in the middle. NaN where there is none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  return (upper + lower) / 2
}

/** The value that 95 of 100 do not exceed. NaN where there is none. */
export function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN
}

/** Does something so often and collects what it measured. */
export async function repeat(times: number, measure: (run: number) => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let run = 0; run < times; run++) values.push(await measure(run))
  return values
}
