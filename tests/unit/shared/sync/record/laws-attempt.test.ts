import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '../../../../../shared/sync/entry.ts'
import { problemOf } from '../../../../../shared/sync/entry.ts'
import { comeBack, leave, loseAnswer, park } from '../../../../../shared/sync/record/attempt.ts'
import type { DocumentRecord } from '../../../../../shared/sync/record/document-record.ts'
import { isUnmeasured } from '../../../../../shared/sync/ways-out.ts'
import { tries } from '../../../../support/tries.ts'
import { anyQueue } from './any-queue.ts'
import { siteOf } from './build-record.ts'

const runs = tries(300)
const site = siteOf([])
const gone = problemOf('gone')
const refused = problemOf('server-error')

/** Possible results of a try. */
const anyAttempt = fc
  .record({
    outcomeUnknown: fc.boolean(),
    refused: fc.boolean(),
    isReplaced: fc.boolean(),
    problem: fc.option(fc.constant(refused), { nil: undefined }),
  })
  .map(({ problem, ...attempt }) => ({ ...attempt, ...(problem && { problem }) }))

type Step = (record: DocumentRecord, key: string) => DocumentRecord
const anyStep = fc.oneof(
  fc.constantFrom<Step>(leave, loseAnswer, (record, key) => park(record, key, refused)),
  anyAttempt.map(
    (attempt): Step =>
      (record, key) =>
        comeBack(record, { key, ...attempt }, site),
  ),
)

function entryOf({ entries }: DocumentRecord, key: string): OutboxEntry {
  const entry = entries.find((one) => one.key === key)
  if (entry === undefined) throw new Error('the entry is gone')
  return entry
}

describe('trying an entry', () => {
  it('SY3 SY10 changes nothing of what it writes, nothing of its place and nothing of others', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyQueue, anyStep, ({ record, key }, step) => {
        const after = step(record, key)
        const { state, problem, attempts, updatedAt } = entryOf(after, key)
        const tried = { ...entryOf(record, key), state, problem, attempts, updatedAt }
        expect(after).toEqual({
          ...record,
          entries: record.entries.map((entry) => (entry.key === key ? tried : entry)),
        })
        expect(attempts).toBeGreaterThanOrEqual(0)
      }),
      runs,
    )
  })

  it('SY9 what left and got no answer was not tried, and what the server refused was', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyQueue, anyAttempt, ({ record, key }, attempt) => {
        const left = leave(record, key)
        const back = entryOf(comeBack(left, { key, ...attempt, isReplaced: false }, site), key)
        const before = entryOf(record, key)
        expect(back.attempts - before.attempts).toBe(attempt.refused ? 1 : 0)
        expect(back.state).toBe(attempt.outcomeUnknown ? 'unknown' : 'waiting')
      }),
      runs,
    )
  })

  it('SY4 SY10 nothing comes back to where it may leave that was parked, or whose id belongs to another', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyQueue, anyAttempt, ({ record, key }, attempt) => {
        const before = entryOf(record, key)
        const back = entryOf(comeBack(record, { key, ...attempt }, site), key)
        const isLeft = before.state === 'parked'
        const states = attempt.isReplaced
          ? ['parked']
          : attempt.outcomeUnknown
            ? ['waiting', 'unknown']
            : ['waiting']
        expect(isLeft ? ['parked'] : states).toContain(back.state)
        expect(back.problem).toEqual(!isLeft && attempt.isReplaced ? gone : back.problem)
        expect(back === before).toBe(isLeft)
      }),
      runs,
    )
  })

  it('SY13 what is still to be measured on what the site has says so until it is', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyQueue, anyAttempt, ({ record, key }, attempt) => {
        const before = entryOf(record, key)
        const { problem } = entryOf(comeBack(record, { key, ...attempt, isReplaced: false }, site), key)
        const keeps = before.state === 'parked' || isUnmeasured(before)
        expect(problem).toEqual(keeps ? before.problem : (attempt.problem ?? before.problem))
      }),
      runs,
    )
  })
})
