import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { cellKey } from '../../../../../shared/document/change.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import { getValue } from '../../../../../shared/document/path.ts'
import type { Draft, LeftOut } from '../../../../../shared/ipc.ts'
import { problemOf } from '../../../../../shared/sync/entry.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import type { DocumentRecord } from '../../../../../shared/sync/record/document-record.ts'
import { editOfMany } from '../../../../../shared/sync/record/edit-of-many.ts'
import { tries } from '../../../../support/tries.ts'
import { locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { allPlaces, Dice, dice, randomChanges } from '../../random-documents.ts'
import { expectSame } from '../../same-data.ts'
import { recordOf, siteOf } from './build-record.ts'

const runs = tries(150)
const mayBeDone = (): boolean => true

/** A document with a save that waits, and values that it and others are to be given. */
const edits = fc
  .record({
    document: generated,
    saved: dice,
    asked: dice,
    locale: fc.constantFrom(...locales),
  })
  .map(({ document: { fields, base }, saved, asked, locale }) => {
    const site = siteOf(fields)
    const made = coalesceChanges(fields, base, [], randomChanges(fields, base, locales, new Dice(saved, 's')))
    const { record } = commit(recordOf(base), { mode: 'draft', locale, changes: made }, site)
    if (record === null) throw new Error('the document is gone')
    const data = queuedDocument(fields, base, record.entries)
    const here = new Set(allPlaces(fields, data).map(cellKey))
    const values = randomChanges(fields, data, locales, new Dice(asked, 'v'))
      .filter((change) => change.kind === 'set')
      .filter((change) => here.has(cellKey(change)))
      .map(({ path, locale: of, to }) => ({ path, locale: of, value: to }))
    const once = [...new Map(values.map((value) => [cellKey(value), value])).values()]
    return { fields, site, record, data, values: once }
  })

describe('editing one of many documents', () => {
  it('SY3 gives it the values that were asked for and no others, measured on what is queued', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(edits, ({ fields, site, record, data, values }) => {
        const changes = editOfMany(record, { mode: 'draft', values }, mayBeDone, site)
        const made = typeof changes === 'string' ? [] : changes
        expect(changes === 'nothing').toBe(made.length === 0)
        const after = applyChanges(fields, data, made)
        for (const { path, locale, value } of values) expectSame(getValue(fields, after, path, locale), value)
        const cells = new Set(values.map(cellKey))
        for (const change of made) {
          expect(cells).toContain(cellKey(change))
          expectSame(change.from, getValue(fields, data, change.path, change.locale))
        }
      }),
      runs,
    )
  })

  it('SY3 the same once more has nothing to do', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(edits, fc.constantFrom('draft', 'publish', 'delete'), (made, mode) => {
        const { site, record, values } = made
        const changes = editOfMany(record, { mode, values }, mayBeDone, site)
        const write = { mode, locale: 'en', changes: typeof changes === 'string' ? [] : changes }
        const done = commit(record, write, site).record ?? record
        expect(editOfMany(done, { mode, values: mode === 'delete' ? [] : values }, mayBeDone, site)).toBe(
          'nothing',
        )
      }),
      runs,
    )
  })

  it('leaves alone what holds something else than it is to be changed from', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(edits, ({ fields, site, record, data, values }) => {
        const from = values.map((value) => ({
          ...value,
          from: getValue(fields, data, value.path, value.locale) ?? null,
        }))
        const changes = editOfMany(record, { mode: 'draft', values }, mayBeDone, site)
        expect(editOfMany(record, { mode: 'draft', values: from }, mayBeDone, site)).toEqual(changes)
        const other = values.map((value) => ({ ...value, from: ['what nobody wrote'] }))
        const answer = changes === 'nothing' || changes.length === 0 ? changes : 'changed'
        expect(editOfMany(record, { mode: 'draft', values: other }, mayBeDone, site)).toEqual(answer)
      }),
      runs,
    )
  })

  it('T1 SY7 SY10 leaves alone what is gone, is typed in, waits for a person, or is not the user’s to edit', () => {
    const draft: Draft = { changes: [], lost: {}, savedAt: '' }
    const problem = problemOf('conflict')
    const inTheWay: Record<
      Exclude<LeftOut, 'not-written' | 'changed'>,
      (record: DocumentRecord) => DocumentRecord
    > = {
      'not-here': (record) => ({ ...record, base: { ...record.base, isGone: true }, draft }),
      'not-sent': (record) => ({ ...record, base: { ...record.base, isNew: true }, draft }),
      unsaved: (record) => ({ ...record, draft }),
      conflict: (record) => ({
        ...record,
        entries: record.entries.map((entry) => ({ ...entry, state: 'parked', problem })),
      }),
      deleting: (record) => ({
        ...record,
        entries: record.entries.map((entry) => ({ ...entry, mode: 'delete' })),
      }),
      denied: (record) => record,
      nothing: (record) => record,
    }
    fc.assert(
      fc.property(edits, ({ site, record, values }) => {
        fc.pre(record.entries.length > 0)
        for (const [why, changed] of Object.entries(inTheWay)) {
          const mode = why === 'not-sent' ? 'delete' : 'draft'
          const asked = why === 'nothing' ? [] : values
          expect(editOfMany(changed(record), { mode, values: asked }, () => why !== 'denied', site)).toBe(why)
        }
      }),
      runs,
    )
  })
})
