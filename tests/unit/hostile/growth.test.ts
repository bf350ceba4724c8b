import { expect, test } from 'vitest'
import { grown, READERS } from '../../support/hostile/readers.ts'
import { growthOf } from '../../support/work-ratio.ts'

const cases = READERS.flatMap(({ row, read, worst }) =>
  worst.map((of) => [row, JSON.stringify(of), read, of] as const),
)

test.each(cases)(
  'F72 F78 %s: the work on much of %s grows no faster than it',
  async (_row, _name, read, of) => {
    const { ratio } = await growthOf(read, (characters) => grown(of, characters))
    expect(ratio).toBeLessThanOrEqual(3)
  },
)
