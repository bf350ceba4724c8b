import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Change } from '../../../../../shared/document/change.ts'
import { publishes, type OutboxEntry } from '../../../../../shared/sync/entry.ts'
import {
  cutOf,
  cycleFrom,
  postpone,
  type WaitingCreations,
} from '../../../../../shared/sync/record/cut-cycle.ts'
import { tries } from '../../../../support/tries.ts'
import { array, relation, text } from '../../build-fields.ts'
import { anyQueue } from './any-queue.ts'
import { siteOf } from './build-record.ts'

const runs = tries(300)
const site = siteOf([text('title'), relation('other'), array('list', [relation('one')])])

/** References between a few documents. */
const anyGraph = fc
  .array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { maxLength: 14 })
  .map((pairs): WaitingCreations => {
    const waits = Map.groupBy(pairs, ([from]) => `${from}`)
    return new Map(
      [...waits].map(([id, to]) => [id, { key: `key ${id}`, waits: to.map(([, at]) => `${at}`) }]),
    )
  })

/** Returns everything reachable by references. */
function reached(waiting: WaitingCreations, from: readonly string[], seen = new Set<string>()): Set<string> {
  for (const id of from) if (!seen.has(id)) reached(waiting, waiting.get(id)?.waits ?? [], seen.add(id))
  return seen
}

const set = (path: string, to: string): Change => ({ kind: 'set', locale: null, path, from: null, to })
const other: Change[] = [set('title', 'Mine'), set('other', 'new'), set('other', 'old')]

/** A queue with a creation that may refer to a new document. */
const anyCreation = fc.tuple(anyQueue, fc.subarray(other)).map(([{ record, key }, changes]) => ({
  key,
  record: {
    ...record,
    entries: record.entries.map((entry) => (entry.key === key ? { ...entry, create: true, changes } : entry)),
  },
}))

describe('new documents that refer to each other', () => {
  it('SY8 are a circle exactly where one comes back to the first', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyGraph, fc.nat({ max: 5 }), (waiting, at) => {
        const start = `${at}`
        const cycle = cycleFrom(start, waiting)
        const comesBack = reached(waiting, waiting.get(start)?.waits ?? []).has(start)
        expect(cycle !== null).toBe(comesBack)
        const ids = [start, ...(cycle ?? []).map(({ refersTo }) => refersTo)]
        const steps = ids.slice(0, -1).map((id, index) => ({ key: `key ${id}`, refersTo: ids[index + 1] }))
        expect(cycle ?? []).toEqual(steps)
        expect(ids.at(-1)).toBe(start)
      }),
      runs,
    )
  })

  it('SY8 what is created without its reference has it in the edit behind, and nothing else of the queue is another', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(anyCreation, ({ record, key }) => {
        const cut = cutOf(record, { key, refersTo: 'new' }, site)
        const was = record.entries.find((entry) => entry.key === key)
        const isOnItsWay = was?.state === 'sending' || was?.state === 'unknown'
        const refers = was?.changes.some((one) => one.kind === 'set' && one.to === 'new') ?? false
        expect(cut === null).toBe(isOnItsWay || !refers)
        const after = cut === null ? record : postpone(record, cut, site)
        const rest = (entries: readonly OutboxEntry[]) => entries.filter((one) => !isPart(one))
        const isPart = (one: OutboxEntry): boolean => !record.entries.some((entry) => entry === one)
        const [first, second] = after.entries.filter(isPart)
        expect(rest(after.entries)).toEqual(record.entries.filter((one) => cut === null || one.key !== key))
        expect(first === undefined).toBe(cut === null)
        const begun = first ?? was
        expect(begun?.key).toBe(key)
        expect(begun?.create).toBe(true)
        expect([...(begun?.changes ?? []), ...(second?.changes ?? [])]).toHaveLength(
          was?.changes.length ?? -1,
        )
        expect(JSON.stringify(first?.changes ?? [])).not.toContain('"new"')
        expect(first === undefined || !publishes(first.mode)).toBe(true)
        expect(second?.mode ?? was?.mode).toBe(was?.mode)
        expect(second?.create ?? false).toBe(false)
        // The two entries are adjacent, at the position of the one.
        const at = after.entries.findIndex((one) => one.key === key)
        expect(at).toBe(record.entries.findIndex((one) => one.key === key))
        expect(after.entries[at + 1] === second || second === undefined).toBe(true)
      }),
      runs,
    )
  })
})
