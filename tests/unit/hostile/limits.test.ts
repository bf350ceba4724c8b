import { expect, test } from 'vitest'
import { READERS } from '../../support/hostile/readers.ts'

const limits = READERS.flatMap(({ row, limit }) => (limit ? [[row, limit.name, limit] as const] : []))

test.each(limits)('F72 %s: as much as `%s` says is taken, and no more', async (_row, _name, limit) => {
  expect([await limit.takes(limit.most), await limit.takes(limit.most + 1)]).toEqual([true, false])
})
