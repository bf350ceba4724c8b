import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import type { OutboxEntry } from '../../../../../shared/sync/entry.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import type { DocumentRecord, RecordSite } from '../../../../../shared/sync/record/document-record.ts'
import { fitOf } from '../../../../../shared/sync/record/keep-unfit.ts'
import { prepare } from '../../../../../shared/sync/record/prepare.ts'
import { tries } from '../../../../support/tries.ts'
import { collection, locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { Dice, dice, randomChanges } from '../../random-documents.ts'
import { expectSame } from '../../same-data.ts'
import { recordOf, siteOf } from './build-record.ts'

const runs = tries(150)

/** A site with the collection of the document. */
function siteWith(fields: RecordSite['schema']['fields']): RecordSite {
  const [defaultLocale = 'en'] = locales
  const localization = {
    defaultLocale,
    locales: locales.map((code) => ({ code, label: code, rtl: false, fallbacks: [] })),
  }
  return { ...siteOf(fields), entity: collection(fields), localization }
}

/** A document with what was saved of it, and a schema that has lost one of its fields since. */
const queues = fc
  .record({
    document: generated,
    saves: fc.array(fc.record({ edits: dice, locale: fc.constantFrom(...locales) }), {
      minLength: 1,
      maxLength: 3,
    }),
    lost: fc.nat(),
  })
  .map(({ document: { fields, base }, saves, lost }) => {
    const site = siteWith(fields)
    let record = recordOf(base)
    for (const [at, { edits, locale }] of saves.entries()) {
      const under = queuedDocument(fields, base, record.entries)
      const made = randomChanges(fields, under, locales, new Dice(edits, `s${at}`))
      const changes = coalesceChanges(fields, under, [], made)
      const done = commit(record, { mode: 'draft', locale, changes }, site)
      if (done.record === null) throw new Error('the document is gone')
      record = done.record
    }
    const without = siteWith(fields.filter((_field, at) => at !== lost % fields.length))
    return { fields, record, site, without }
  })
  .filter(({ record }) => record.entries.length > 0)

function headOf({ entries }: DocumentRecord): OutboxEntry {
  const [head] = entries
  if (head === undefined) throw new Error('nothing waits')
  return head
}

function keyOf({ result }: ReturnType<typeof prepare>): string | undefined {
  return result?.request.idempotencyKey
}

describe('making a request of the first entry', () => {
  it('SY3 changes nothing of a record that fits the site, and sends all of the entry', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(queues, ({ record, site }) => {
        const done = prepare(record, headOf(record), site)
        expect(done.record).toBe(record)
        expect(done.result).toMatchObject({ entry: headOf(record), needsFreshBase: false })
        expect(done.arrived).toEqual([])
      }),
      runs,
    )
  })

  it('SY13 shows what was shown where the site has lost a field, and sends nothing of that field', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(queues, ({ fields, record, without }) => {
        const { record: after, result, arrived } = prepare(record, headOf(record), without)
        const { data } = record.base
        expectSame(queuedDocument(fields, data, after.entries), queuedDocument(fields, data, record.entries))
        expect(arrived).toEqual([])
        const sent = result === null ? [] : [result.entry]
        for (const entry of sent) expect(fitOf(entry, data, without).stays).toEqual([])
        for (const { state, problem } of after.entries)
          expect([state, problem === null]).toEqual(problem === null ? ['waiting', true] : ['parked', false])
        expect(headOf(after).state).toBe(result === null ? 'parked' : 'waiting')
        expect(headOf(after)).toEqual(result?.entry ?? headOf(after))
      }),
      runs,
    )
  })

  it('SY13 the same once more changes nothing, and makes the same request under another key', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(queues, ({ record, without }) => {
        const first = prepare(record, headOf(record), without)
        fc.pre(first.result !== null)
        const again = prepare(first.record, headOf(first.record), without)
        expect(again.record).toBe(first.record)
        expect(keyOf(again)).not.toBe(keyOf(first))
        expect(again.result?.request).toEqual({ ...first.result?.request, idempotencyKey: keyOf(again) })
      }),
      runs,
    )
  })

  it('SY6 what the server has already is over and told, and never sent', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(queues, ({ fields, record, site }) => {
        const head = headOf(record)
        const data = applyChanges(fields, record.base.data, head.changes)
        const found = { ...record, base: { ...record.base, data } }
        const { record: after, result, arrived } = prepare(found, head, site)
        expect(result).toBeNull()
        expect(after).toEqual({ ...found, entries: record.entries.slice(1) })
        expect(arrived.map(({ entry }) => entry)).toEqual([head])
      }),
      runs,
    )
  })

  it('SY13 waits, whole, for a collection that the site does not show', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(queues, ({ record, site }) => {
        const { record: after, result } = prepare(record, headOf(record), { ...site, entity: null })
        const [head, ...rest] = after.entries
        expect([result, head?.state, head?.problem?.code]).toEqual([null, 'parked', 'schema-gone'])
        expect([head?.changes, rest]).toEqual([headOf(record).changes, record.entries.slice(1)])
      }),
      runs,
    )
  })
})
