import { expect, test } from 'vitest'
import { createLedger } from '../../soak/ledger.ts'
import { writesOf } from '../../soak/done-writes.ts'
import type { Site } from '../../soak/site.ts'
import type { SeenWrite } from '../../soak/witness.ts'
import { ref, write } from './history.ts'

/** One write after another, a second apart. */
const seen = (...all: Partial<SeenWrite>[]): Site => {
  const writes = all.map((one, index) => ({
    ...write('me', '', {}).write,
    nr: index,
    at: index * 1000,
    endedAt: index * 1000 + 500,
    ...one,
  }))
  return { witness: { writes }, fieldsOf: () => [] } as unknown as Site
}

test('a write whose answer was lost stands where it came, and not behind what was done long after it', () => {
  const doc = { ...createLedger().add('note', ref), since: 0 }
  const trashed = { body: { deletedAt: 'now' }, outcome: 'unknown', happened: true } as const
  const site = seen({ answer: { updatedAt: '2026-01-01' } }, trashed, {
    who: 'other',
    answer: { updatedAt: '2026-01-03' },
  })
  expect(writesOf(ref, doc, site).map((done) => done.write.nr)).toEqual([0, 1, 2])
})
