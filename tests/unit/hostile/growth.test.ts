import { expect, test } from 'vitest'
import { growthOfReader, READERS } from '../../support/hostile/readers.ts'

const cases = READERS.flatMap((reader) =>
  reader.worst.map((of) => [reader.row, JSON.stringify(of).slice(0, 60), reader, of] as const),
)

test.each(cases)(
  'F72 F78 %s: the work on much of %s grows no faster than it',
  async (_row, _name, reader, of) => {
    expect((await growthOfReader(reader, of)).ratio).toBeLessThanOrEqual(3)
  },
)

const limits = READERS.flatMap(({ row, limit }) => (limit ? [[row, limit.name, limit] as const] : []))

test.each(limits)('F72 %s: as much as `%s` says is taken, and no more', async (_row, _name, limit) => {
  expect([await limit.takes(limit.most), await limit.takes(limit.most + 1)]).toEqual([true, false])
})
