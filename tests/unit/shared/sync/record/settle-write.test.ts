import { expect, it } from 'vitest'
import type { WriteMode } from '../../../../../shared/sync/entry.ts'
import { commit } from '../../../../../shared/sync/record/commit.ts'
import { judgeAnswer } from '../../../../../shared/sync/record/judge-answer.ts'
import { settleWrite, withoutSent } from '../../../../../shared/sync/record/settle-write.ts'
import { recordOf, siteOf } from './build-record.ts'

/** The base of a published document after a write was answered with a status. */
function baseAfter(mode: WriteMode, status: 'draft' | 'published') {
  const site = siteOf([])
  const before = recordOf({ title: 'Night train' })
  const published = { ...before, base: { ...before.base, status: 'published' as const, hasPublished: true } }
  const { record } = commit(published, { mode, locale: 'en', changes: [] }, site)
  const [entry] = record?.entries ?? []
  if (!record || !entry) throw new Error('nothing is queued')
  const answer = { data: { title: 'Night train', _status: status }, locale: 'en' }
  const judged = judgeAnswer(entry, record.base, answer, site)
  return settleWrite(withoutSent(record, entry, site), { entry, answer, judged, known: null }, site).record
    .base
}

it('after a publish of one locale the draft of all of them is what is edited', () => {
  expect(baseAfter('publish-locale', 'published')).toMatchObject({ status: 'draft', hasPublished: true })
  expect(baseAfter('publish', 'published')).toMatchObject({ status: 'published', hasPublished: true })
})

it('a document that was taken off the site is not published any more', () => {
  expect(baseAfter('unpublish', 'draft')).toMatchObject({ status: 'draft', hasPublished: false })
})
