import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../shared/document/apply.ts'
import { cellKey, invertChanges } from '../../../../shared/document/change.ts'
import type { Change } from '../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../shared/document/effective.ts'
import { splitByLocale } from '../../../../shared/document/split-by-locale.ts'
import { takeBackRows } from '../../../../shared/sync/take-back-rows.ts'
import { tries } from '../../../support/tries.ts'
import { locales } from '../build-fields.ts'
import { generated } from '../generated.ts'
import { Dice, dice, randomChanges } from '../random-documents.ts'
import { expectSame } from '../same-data.ts'

const runs = tries(150)
const anyLocale = fc.constantFrom(...locales)

/** Two saves, each of one entry per locale, and the next changes: half of them reverts, the rest is new. */
const saves = fc
  .tuple(generated, fc.tuple(dice, dice, dice), anyLocale, fc.boolean())
  .map(([{ fields, base }, [first, second, third], code, takesFirst]) => {
    const one = coalesceChanges(fields, base, [], randomChanges(fields, base, locales, new Dice(first, 'a')))
    const data = applyChanges(fields, base, one)
    const two = coalesceChanges(fields, data, [], randomChanges(fields, data, locales, new Dice(second, 'b')))
    const parts = [...splitByLocale(fields, base, one, code), ...splitByLocale(fields, data, two, code)]
    const queue = parts.map((part, at) => ({ ...part, at }))
    const before = applyChanges(fields, data, two)
    const undone = invertChanges(takesFirst ? [...one, ...two] : two)
    const now = applyChanges(fields, before, undone)
    const more = randomChanges(fields, now, locales, new Dice(third, 'c'))
    const undo = coalesceChanges(fields, before, [], undone)
    return { fields, base, queue, before, changes: coalesceChanges(fields, before, undo, more) }
  })

type Saves = typeof saves extends fc.Arbitrary<infer Made> ? Made : never

const ids = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) =>
    change.kind === 'set'
      ? []
      : [...Object.keys(change.added), ...Object.keys(change.removed)].map(
          (id) => `${cellKey(change)} ${id}`,
        ),
  )

/** Returns a queue after a save, whose first entries may not be changed any more. */
function taken({ fields, base, queue, changes }: Saves, closed: number): Pick<Saves, 'queue' | 'changes'> {
  return takeBackRows(fields, base, queue, ({ at }) => at >= closed, changes) ?? { queue, changes }
}

describe('rows whose coming or going is taken back before it has left', () => {
  it('DM5 queue and changes do together what they did before; what is closed stays as it is', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, fc.nat(3), (made, closed) => {
        const { fields, base, before, changes } = made
        const next = taken(made, closed)
        const rest = queuedDocument(fields, base, next.queue)
        expectSame(applyChanges(fields, rest, next.changes), applyChanges(fields, before, changes))
        expect(next.queue.slice(0, closed)).toEqual(made.queue.slice(0, closed))
      }),
      runs,
    )
  })

  it('DM1 DM5 no row comes in one and goes in the other, and each entry keeps to its locale', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (made) => {
        const next = taken(made, 0)
        const waiting = new Set(next.queue.flatMap((part) => ids(part.changes)))
        expect(ids(next.changes).filter((id) => waiting.has(id))).toEqual([])
        for (const [at, part] of next.queue.entries()) {
          expect(part.locale).toBe(made.queue[at]?.locale)
          for (const change of part.changes) expect([null, part.locale]).toContain(change.locale)
        }
      }),
      runs,
    )
  })
})
