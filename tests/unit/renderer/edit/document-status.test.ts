import { describe, expect, it } from 'vitest'
import {
  canPublishSomething,
  canUnpublish,
  documentStatus,
} from '../../../../renderer/screens/edit/document-status.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { entryOf, set, viewOf } from '../form/form-fixtures.ts'

function view(
  status: 'draft' | 'published' | null,
  hasPublished: boolean | null,
  more: Partial<DocumentView> = {},
) {
  const made = viewOf()
  return { ...made, base: { ...made.base, status, hasPublished }, ...more }
}
const edit = entryOf([set('title', 'Kiruna', 'A')])

describe('status of a document', () => {
  it('is Draft without a published version, Published, or Changed with newer edits', () => {
    expect(documentStatus(view('draft', false), false, true)).toBe('draft')
    expect(documentStatus(view('draft', true), false, true)).toBe('changed')
    expect(documentStatus(view('published', true), false, true)).toBe('published')
    expect(documentStatus(view('published', true), true, true)).toBe('changed')
    expect(documentStatus(view('published', true, { entries: [edit] }), false, true)).toBe('changed')
    expect(documentStatus(view('published', true), true, false)).toBeNull()
  })

  it('SY16 what waits to be published is not published yet', () => {
    const waiting = view('draft', false, { entries: [entryOf(edit.changes, { mode: 'publish' })] })
    expect(documentStatus(waiting, false, true)).toBe('to-publish')
    expect(canPublishSomething(waiting, false)).toBe(false)
    expect(canPublishSomething(waiting, true)).toBe(true)
  })

  it('there is nothing to publish where the published version is the newest', () => {
    expect(canPublishSomething(view('published', true), false)).toBe(false)
    expect(canPublishSomething(view('published', true), true)).toBe(true)
    expect(canPublishSomething(view('draft', true), false)).toBe(true)
  })

  it('only what is published can be taken back, once', () => {
    expect(canUnpublish(view('draft', false))).toBe(false)
    expect(canUnpublish(view('draft', true))).toBe(true)
    const asked = view('published', true, { entries: [entryOf([], { mode: 'unpublish' })] })
    expect(canUnpublish(asked)).toBe(false)
  })
})
