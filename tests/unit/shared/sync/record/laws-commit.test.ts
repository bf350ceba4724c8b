import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import type { OutboxEntry, CommitMode } from '../../../../../shared/sync/entry.ts'
import { problemOf } from '../../../../../shared/sync/entry.ts'
import { park } from '../../../../../shared/sync/record/attempt.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import type { DocumentRecord, RecordSite } from '../../../../../shared/sync/record/document-record.ts'
import { tries } from '../../../../support/tries.ts'
import { locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { Dice, dice, randomChanges } from '../../random-documents.ts'
import { expectSame } from '../../same-data.ts'
import { recordOf, siteOf } from './build-record.ts'

const runs = tries(150)
const anyLocale = fc.constantFrom(...locales)
const anyMode = fc.constantFrom<CommitMode>('autosave', 'draft', 'publish', 'save')
/** Fate of the last entry before the next commit. */
const anyFate = fc.constantFrom<'waits' | 'is prepared' | 'is sent' | 'is refused'>(
  'waits',
  'waits',
  'is prepared',
  'is sent',
  'is refused',
)

const saves = fc.record({
  document: generated,
  steps: fc.array(fc.record({ edits: dice, locale: anyLocale, mode: anyMode, fate: anyFate }), {
    minLength: 1,
    maxLength: 5,
  }),
})

/** Commits random edits one after another; `look` sees the record before and after each. */
function play(
  { document: { fields, base }, steps }: typeof saves extends fc.Arbitrary<infer Made> ? Made : never,
  look: (
    before: DocumentRecord,
    after: DocumentRecord,
    key: string | null,
    isPrepared: RecordSite['isPrepared'],
    mode: CommitMode,
  ) => void,
): DocumentRecord {
  const prepared = new Set<string>()
  const site = siteOf(fields, (key) => prepared.has(key))
  let record = recordOf(base)
  for (const [at, { edits, locale, mode, fate }] of steps.entries()) {
    const under = queuedDocument(fields, base, record.entries)
    const made = randomChanges(fields, under, locales, new Dice(edits, `s${at}`))
    const changes = coalesceChanges(fields, under, [], made)
    const before = { ...record, draft: { changes, lost: {}, savedAt: site.now } }
    const done = commit(before, { mode, locale, changes }, site)
    if (done.record === null) throw new Error('the document is gone')
    look(before, done.record, done.key, site.isPrepared, mode)
    record = done.record
    const [head] = record.entries
    if (head !== undefined && fate === 'is refused') {
      // Only the first entry can have been prepared when that was tried.
      prepared.clear()
      record = park(record, head.key, problemOf('validation'))
    }
    const last = record.entries.at(-1)
    // Nothing behind a refused entry is prepared or sent, before somebody retries it.
    if (last?.state !== 'waiting' || record.entries.some(({ state }) => state === 'parked')) continue
    if (fate === 'is prepared') prepared.add(last.key)
    if (fate === 'is sent')
      record = { ...record, entries: [...record.entries.slice(0, -1), { ...last, state: 'sending' }] }
  }
  return record
}

describe('handing what was typed over to the queue', () => {
  it('SY3 DM1 shows what was shown before, and leaves nothing of it in the draft', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (made) => {
        const { fields } = made.document
        play(made, (before, after) => {
          const shown = applyChanges(
            fields,
            queuedDocument(fields, before.base.data, before.entries),
            before.draft?.changes ?? [],
          )
          expectSame(queuedDocument(fields, after.base.data, after.entries), shown)
          expect(after.draft).toBeNull()
          expect(after.base).toBe(before.base)
        })
      }),
      runs,
    )
  })

  it('SY3 SY4 leaves what is under way, or about to be, as it is and where it is', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (made) => {
        play(made, (before, after, _key, isPrepared) => {
          const closed = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
            entries.filter(({ key, state }) => state === 'sending' || isPrepared(key))
          const left = closed(after.entries)
          expect(left).toHaveLength(closed(before.entries).length)
          for (const [at, entry] of closed(before.entries).entries()) expect(left[at]).toBe(entry)
        })
      }),
      runs,
    )
  })

  it('SY10 what is saved as it is takes along nothing that was only drafted', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (made) => {
        play(made, (before, after, _key, _isPrepared, mode) => {
          const plain = after.entries.filter((entry) => entry.mode === 'save')
          const known = before.entries.filter((entry) => plain.includes(entry))
          const drafts = before.entries.filter((entry) => entry.mode === 'draft' || entry.mode === 'autosave')
          const isLeft = (entry: OutboxEntry): boolean => after.entries.some(({ key }) => key === entry.key)
          expect(mode === 'save' || plain.length === known.length).toBe(true)
          expect(plain.length > known.length && !drafts.every(isLeft)).toBe(false)
        })
      }),
      runs,
    )
  })

  it('DM1 SY3 an entry is of one locale, has a key of its own, and the last one is named', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(saves, (made) => {
        const { entries } = play(made, (_before, after, key) => {
          expect([null, ...after.entries.map((entry) => entry.key)]).toContain(key)
        })
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length)
        for (const entry of entries)
          for (const change of entry.changes) expect([null, entry.locale]).toContain(change.locale)
      }),
      runs,
    )
  })
})
