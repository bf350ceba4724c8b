import { afterAll, expect, test } from 'vitest'
import { importCounted, MOST_GROWTH, stepGrowth, stopCounting } from '../../support/step-count.ts'

const { growthOfReader, READERS } = await importCounted(() => import('../../support/hostile/readers.ts'))
afterAll(stopCounting)

/** Large enough that work with the square stands out from what is done once. */
const SIZES = { from: 1024, most: 4096, times: 2 }

const cases = READERS.flatMap((reader) =>
  reader.worst.map((of) => [reader.row, JSON.stringify(of).slice(0, 60), reader, of] as const),
)

test.each(cases)(
  'F72 F78 %s: the work on much of %s grows no faster than it',
  async (_row, _name, reader, of) => {
    expect((await growthOfReader(stepGrowth, reader, of, SIZES)).ratio).toBeLessThanOrEqual(MOST_GROWTH)
  },
)
