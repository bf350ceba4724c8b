import { describe, expect, it, vi } from 'vitest'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { DocumentView } from '../../../../shared/ipc.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { createSessionView } from '../../../../renderer/screens/edit/session-view.ts'
import { bridgeOf, manual, viewOf } from '../form/form-fixtures.ts'
import { waitFor } from '../../../support/wait.ts'

const english = { defaultLocale: 'en', asksServer: false }
const post = (id: string): DocRef => ({ kind: 'collection', slug: 'posts', id })

/** A main whose reads are answered by hand. */
function mainWithReads() {
  const reads: ((view: DocumentView | null) => void)[] = []
  const fake = bridgeOf({
    'documents.get': () => new Promise<DocumentView | null>((resolve) => reads.push(resolve)),
  })
  const documents = createOpenDocuments({ bridge: fake.bridge, types: fieldTypes })
  const answer = async () => {
    await waitFor(() => expect(reads).not.toHaveLength(0))
    reads.shift()?.(viewOf())
  }
  return { ...fake, documents, answer, view: createSessionView(documents) }
}

describe('the open document of a screen', () => {
  it('is nothing before it is opened, then being read, then ready', async () => {
    const { view, answer } = mainWithReads()
    expect(view.getSnapshot()).toBeNull()
    view.open(post('7'), manual, english)
    expect(view.getSnapshot()?.snapshot.status).toBe('loading')
    await answer()
    await waitFor(() => expect(view.getSnapshot()?.snapshot.status).toBe('ready'))
  })

  it('is one session in all locales', async () => {
    const { view, answer } = mainWithReads()
    view.open(post('7'), manual, english)
    await answer()
    await waitFor(() => expect(view.getSnapshot()?.snapshot.status).toBe('ready'))
    const before = view.getSnapshot()
    view.open(post('7'), manual, { ...english, defaultLocale: 'de' })
    expect(view.getSnapshot()).toBe(before)
    expect(before?.snapshot.form?.inLocale('de').locale).toBe('de')
  })

  it('is another document at once, also while that is being read', async () => {
    const { view, answer } = mainWithReads()
    view.open(post('7'), manual, english)
    await answer()
    await waitFor(() => expect(view.getSnapshot()?.snapshot.status).toBe('ready'))
    view.open(post('8'), manual, english)
    expect(view.getSnapshot()).toMatchObject({
      asked: 'collection:posts:8',
      snapshot: { status: 'loading', ref: post('8') },
    })
  })

  it('SY8 stays the same session when the document gets its real id', async () => {
    const main = mainWithReads()
    const { view, answer, documents } = main
    const leave = vi.fn<() => Promise<void>>(async () => undefined)
    view.open(post('tmp-1'), manual, english)
    await answer()
    await waitFor(() => expect(view.getSnapshot()?.snapshot.status).toBe('ready'))
    const session = view.getSnapshot()?.session
    if (session === undefined) throw new Error('not open')
    session.leave = leave
    main.emit('documents.idAssigned', { slug: 'posts', tempId: 'tmp-1', id: '9' })
    view.open(post('9'), manual, english)
    expect(view.getSnapshot()).toMatchObject({ asked: 'collection:posts:9' })
    expect(view.getSnapshot()?.session).toBe(session)
    expect(documents.open(post('9'), manual, english)).toBe(session)
    expect(leave).not.toHaveBeenCalled()
  })

  it('is let go of when the screen closes, and opened anew by the next', async () => {
    const { view, answer, documents } = mainWithReads()
    view.open(post('7'), manual, english)
    await answer()
    await waitFor(() => expect(view.getSnapshot()?.snapshot.status).toBe('ready'))
    const session = view.getSnapshot()?.session
    if (session === undefined) throw new Error('not open')
    view.close()
    expect(view.getSnapshot()).toBeNull()
    await waitFor(() => {
      const release = documents.retain(session)
      release?.()
      expect(release).toBeNull()
    })
    view.open(post('7'), manual, english)
    expect(view.getSnapshot()?.session).not.toBe(session)
  })
})
