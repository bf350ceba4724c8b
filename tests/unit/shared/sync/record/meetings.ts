import fc from 'fast-check'
import { applyChanges } from '../../../../../shared/document/apply.ts'
import { coalesceChanges } from '../../../../../shared/document/coalesce.ts'
import { queuedDocument } from '../../../../../shared/document/effective.ts'
import type { JsonObject } from '../../../../../shared/json.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import type { DocumentRecord } from '../../../../../shared/sync/record/document-record.ts'
import type { ReadBase } from '../../../../../shared/sync/record/take-base.ts'
import { locales } from '../../build-fields.ts'
import { generated } from '../../generated.ts'
import { Dice, dice, randomChanges } from '../../random-documents.ts'
import { recordOf, siteOf } from './build-record.ts'

/** A document with edits of one or two saves, and what somebody else made of it meanwhile. */
export const meetings = fc
  .record({
    document: generated,
    mine: fc.array(fc.record({ edits: dice, locale: fc.constantFrom(...locales) }), {
      minLength: 1,
      maxLength: 2,
    }),
    theirs: dice,
  })
  .map(({ document: { fields, base }, mine, theirs }) => {
    const site = siteOf(fields)
    let record = recordOf(base)
    for (const [at, { edits, locale }] of mine.entries()) {
      const under = queuedDocument(fields, base, record.entries)
      const made = randomChanges(fields, under, locales, new Dice(edits, `s${at}`))
      const changes = coalesceChanges(fields, under, [], made)
      const done = commit(record, { mode: at === 0 ? 'draft' : 'autosave', locale, changes }, site)
      if (done.record === null) throw new Error('the document is gone')
      record = done.record
    }
    const others = randomChanges(fields, base, locales, new Dice(theirs, 't'))
    const data = applyChanges(fields, base, coalesceChanges(fields, base, [], others))
    return { fields, site, record, data }
  })

/** The document as the server has it at that revision. */
export function read({ base }: DocumentRecord, data: JsonObject, updatedAt: string | null): ReadBase {
  const { ref, status, hasPublished } = base
  return { ref, data, updatedAt, status, hasPublished }
}

export const LATER = '2026-01-02T00:00:00.000Z'
