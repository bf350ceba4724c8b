import { expect, it } from 'vitest'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import { discardEntry } from '../../../../../shared/sync/record/discard.ts'
import type { DocumentRecord } from '../../../../../shared/sync/record/document-record.ts'
import { recordOf, siteOf } from './build-record.ts'

/** Three entries: the last two are of one save. */
function threeEntries(): DocumentRecord {
  const site = siteOf([])
  let record = recordOf({ title: 'Night train' })
  for (const mode of ['publish', 'unpublish', 'publish'] as const) {
    const done = commit(record, { mode, locale: 'en', changes: [] }, site)
    if (done.record === null) throw new Error('the document is gone')
    record = done.record
  }
  const [first, ...saved] = record.entries
  if (first === undefined) throw new Error('nothing is queued')
  return { ...record, entries: [first, ...saved.map((entry) => ({ ...entry, group: 'one save' }))] }
}

it('DM2 with an entry goes what the same save queued behind it, and not what it queued before', () => {
  const record = threeEntries()
  const [first, second, third] = record.entries.map(({ key }) => key)
  const left = (key: string | undefined): string[] =>
    discardEntry(record, key ?? '', siteOf([])).entries.map((entry) => entry.key)
  expect(left(third)).toEqual([first, second])
  expect(left(second)).toEqual([first])
  expect(left(first)).toEqual([second, third])
})
