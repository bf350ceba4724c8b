import fc from 'fast-check'
import type { Change } from '../../../../../shared/document/change.ts'
import {
  entryState,
  problemCode,
  writeMode,
  type OutboxEntry,
  type Problem,
  problemOf,
} from '../../../../../shared/sync/entry.ts'
import type { DocumentRecord } from '../../../../../shared/sync/record/document-record.ts'
import { recordOf } from './build-record.ts'

const title: Change = { kind: 'set', locale: null, path: 'title', from: null, to: 'Mine' }

/** Random problems; often several documents are gone. */
const anyProblem = fc
  .oneof(fc.constant('gone' as const), fc.constantFrom(...problemCode.options))
  .map((code): Problem => problemOf(code))

/** A parked entry has a problem, of others some are failing; a sending one was tried. */
const anyEntry = fc
  .record({
    state: fc.constantFrom(...entryState.options),
    problem: anyProblem,
    isFailing: fc.boolean(),
    mode: fc.constantFrom(...writeMode.options),
    attempts: fc.nat({ max: 5 }),
    create: fc.boolean(),
  })
  .map(({ state, problem, isFailing, attempts, ...rest }) => ({
    ...rest,
    state,
    attempts: state === 'sending' ? attempts + 1 : attempts,
    problem: state === 'parked' || isFailing ? problem : null,
  }))

/** A queue of entries in any states, and one of them. */
export const anyQueue = fc
  .record({ entries: fc.array(anyEntry, { minLength: 1, maxLength: 4 }), at: fc.nat() })
  .map(({ entries, at }): { record: DocumentRecord; key: string } => {
    const { base, draft } = recordOf({ title: null })
    const made = entries.map((entry, index): OutboxEntry => ({
      ...entry,
      key: `entry-${index}`,
      seq: index + 1,
      ref: base.ref,
      locale: null,
      changes: [title],
      createdAt: base.fetchedAt,
      updatedAt: base.fetchedAt,
      group: null,
      waitsFor: [],
    }))
    return { record: { base, entries: made, draft }, key: `entry-${at % made.length}` }
  })
