import { describe, expect, it } from 'vitest'
import {
  canPublishSomething,
  canUnpublish,
  canUnpublishIn,
  documentStatus,
} from '../../../../renderer/screens/edit/document-status.ts'
import { queuedPublish } from '../../../../shared/document/shown-status.ts'
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

  it('is that of the locale on the screen where each has one of its own', () => {
    const made = view('draft', true)
    const data = { ...made.base.data, _status: { en: 'published', de: 'draft' } }
    const own = { ...made, base: { ...made.base, data, publishedIn: ['de', 'en'] } }
    const statusIn = (locale: string, of = own) => documentStatus(of, false, true, locale)
    expect([statusIn('en'), statusIn('de'), statusIn('fr')]).toEqual(['published', 'changed', 'draft'])

    // An entry of another locale does not count.
    const inDe = entryOf([set('title', 'Kiruna', 'A', 'de')], { mode: 'publish-locale', locale: 'de' })
    expect(statusIn('en', { ...own, entries: [inDe] })).toBe('published')
    expect(statusIn('de', { ...own, entries: [inDe] })).toBe('to-publish')

    expect(canPublishSomething(own, false, ['en'])).toBe(false)
    expect(canPublishSomething(own, false, ['en', 'de', 'fr'])).toBe(true)
    expect(['en', 'de', 'fr'].map((locale) => canUnpublishIn(own, locale))).toEqual([true, true, false])
    const asked = entryOf([], { mode: 'unpublish-locale', locale: 'de' })
    expect(canUnpublishIn({ ...own, entries: [asked] }, 'de')).toBe(false)
    expect(canUnpublishIn(view('published', true), 'en')).toBe(false)
  })

  it('SY16 what waits to be published is not published yet', () => {
    const waiting = view('draft', false, { entries: [entryOf(edit.changes, { mode: 'publish' })] })
    expect(documentStatus(waiting, false, true)).toBe('to-publish')
    expect(canPublishSomething(waiting, false)).toBe(false)
    expect(canPublishSomething(waiting, true)).toBe(true)
  })

  it('what is taken back again behind it is not to be published', () => {
    const publish = entryOf([], { mode: 'publish', key: 'a' })
    const unpublish = entryOf([], { mode: 'unpublish', key: 'b' })
    const taken = view('draft', true, { entries: [publish, unpublish] })
    expect(queuedPublish(taken.entries)).toBeNull()
    expect(documentStatus(taken, false, true)).toBe('changed')
    const again = entryOf([], { mode: 'publish', key: 'c' })
    expect(queuedPublish([publish, unpublish, again])?.key).toBe('c')
    const inLocale = entryOf([], { mode: 'publish-locale', locale: 'de', key: 'd' })
    const ofAnother = entryOf([], { mode: 'unpublish-locale', locale: 'en', key: 'e' })
    expect(queuedPublish([inLocale, ofAnother])?.key).toBe('d')
    const ofTheSame = { ...ofAnother, locale: 'de' }
    expect(queuedPublish([inLocale, ofTheSame])).toBeNull()
  })

  it('there is nothing to publish where the published version is the newest', () => {
    expect(canPublishSomething(view('published', true), false)).toBe(false)
    expect(canPublishSomething(view('published', true), true)).toBe(true)
    expect(canPublishSomething(view('draft', true), false)).toBe(true)
  })

  it('a locale whose publish waits is not published once more (F89)', () => {
    const queued = view('draft', true, { entries: [entryOf([], { mode: 'publish-locale', locale: 'de' })] })
    expect(canPublishSomething(queued, false, ['de'])).toBe(false)
    expect(canPublishSomething(queued, true, ['de'])).toBe(true)
    expect(canPublishSomething(queued, false, ['en'])).toBe(true)
    expect(canPublishSomething(queued, false, ['en', 'de'])).toBe(true)
  })

  it('only what is published can be taken back, once', () => {
    expect(canUnpublish(view('draft', false))).toBe(false)
    expect(canUnpublish(view('draft', true))).toBe(true)
    const asked = view('published', true, { entries: [entryOf([], { mode: 'unpublish' })] })
    expect(canUnpublish(asked)).toBe(false)
  })
})
