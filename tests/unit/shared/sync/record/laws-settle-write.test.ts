import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import { projectLocale } from '../../../../../shared/document/project.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import { judgeAnswer } from '../../../../../shared/sync/record/judge-answer.ts'
import { settleWrite, withoutSent } from '../../../../../shared/sync/record/settle-write.ts'
import { tries } from '../../../../support/tries.ts'
import { locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { Dice, dice, randomChanges } from '../../random-documents.ts'
import { expectSame } from '../../same-data.ts'
import { recordOf, siteOf } from './build-record.ts'

const LATER = '2026-01-02T00:00:00.000Z'

/** A document of which the first entry is under way, and what was typed and saved behind it. */
const sendings = fc
  .record({
    document: generated,
    saves: fc.array(fc.record({ edits: dice, locale: fc.constantFrom(...locales) }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ document: { fields, base }, saves }) => {
    const site = siteOf(fields)
    let record = recordOf(base)
    for (const [at, { edits, locale }] of saves.entries()) {
      const under = queuedDocument(fields, base, record.entries)
      const made = randomChanges(fields, under, locales, new Dice(edits, `s${at}`))
      const changes = coalesceChanges(fields, under, [], made)
      const done = commit(record, { mode: 'draft', locale, changes }, site)
      if (done.record === null) throw new Error('the document is gone')
      const [head, ...rest] = done.record.entries
      record = head ? { ...done.record, entries: [{ ...head, state: 'sending' }, ...rest] } : done.record
    }
    return { fields, site, record }
  })
  .filter(({ record }) => record.entries.length > 0)

/** Settles the first entry with the answer of a server that has stored it as it was sent. */
function settle({ fields, site, record }: typeof sendings extends fc.Arbitrary<infer Made> ? Made : never) {
  const [entry] = record.entries
  if (entry === undefined) throw new Error('nothing was sent')
  const stored = applyChanges(fields, record.base.data, entry.changes)
  const data = { ...projectLocale(fields, stored, entry.locale), updatedAt: LATER }
  const answer = { data, locale: entry.locale }
  const judged = judgeAnswer(entry, record.base, answer, site)
  const left = withoutSent(record, entry, site)
  return { entry, judged, done: settleWrite(left, { entry, answer, judged, known: null }, site) }
}

describe('taking the answer to a write in', () => {
  it('SY5 SY16 shows what was shown before, and the entry is over and told once', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sendings, (made) => {
        const { entry, done } = settle(made)
        const { fields, record } = made
        const after = done.record
        expect(after.base).toMatchObject({ updatedAt: LATER, isNew: false, isGone: false })
        const { updatedAt: _time, ...shown } = queuedDocument(fields, after.base.data, after.entries)
        expectSame(shown, queuedDocument(fields, record.base.data, record.entries))
        const keys = (list: readonly { key: string }[]): string[] => list.map(({ key }) => key).toSorted()
        const told = done.arrived.map((one) => one.entry)
        expect(keys([...after.entries, ...told])).toEqual(keys(record.entries))
        expect(told.at(-1)).toBe(entry)
        expect([done.result, done.why]).toEqual([null, 'own'])
        for (const { problem } of after.entries) expect(problem).toBeNull()
      }),
      tries(150),
    )
  })

  it('SY16 tells no difference where the server has what was sent', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sendings, (made) => {
        const { judged, done } = settle(made)
        expect(judged.comparison.differences).toEqual([])
        expect(judged.leavesOut).toBe(false)
        expect(done.record.base.adjusted).toEqual([])
      }),
      tries(150),
    )
  })

  it('SY1 SY4 what an entry wants besides what was sent of it is still to be sent', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(sendings, dice, ({ fields, site, record }, more) => {
        const [sent] = record.entries
        if (sent === undefined) throw new Error('nothing was sent')
        const under = applyChanges(fields, record.base.data, sent.changes)
        const added = randomChanges(fields, under, sent.locale ?? 'en', new Dice(more, 'm'))
        const changes = coalesceChanges(fields, record.base.data, sent.changes, added)
        const stored = { ...sent, changes, mode: 'autosave' as const }
        const left = withoutSent({ ...record, entries: [stored] }, sent, site)
        const rest = left.entries.flatMap((entry) => entry.changes)
        expectSame(applyChanges(fields, under, rest), applyChanges(fields, record.base.data, changes))
        expect(left.entries).toMatchObject([{ key: sent.key, state: 'waiting', create: false }])
      }),
      tries(150),
    )
  })
})
