import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countUnsent } from '../../../../shared/sync/unsent.ts'
import { at, author, post } from '../../store/support/site.ts'
import { set } from './form-fixtures.ts'
import { give, openRealStore, send, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore()
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

describe('F9 a document is deleted on the server while it is open', () => {
  it('F9 what is typed before and after it is known is kept, also through a restart', async () => {
    give(real.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const { document, form } = await real.open(post('1'))
    // Not in the journal yet when the 404 comes.
    form.setField('title', 'Typed before')
    real.store.removeBase(post('1'))
    await settle()
    expect(await document.flush()).toBe(true)
    await settle()
    expect(document.getDocument()).toMatchObject({
      journal: { kind: 'written' },
      state: { kind: 'failed', problem: { code: 'gone' } },
      view: { isGone: true },
    })
    form.setField('slug', 'typed after')
    expect(await document.flush()).toBe(true)

    real.restart()
    const again = await real.open(post('1'))
    expect(again.form.getField('title').value).toBe('Typed before')
    expect(again.form.getField('slug').value).toBe('typed after')
  })

  it('F9 a new document is made of all that is on the screen, and the form writes no more', async () => {
    give(real.store, post('1'), { title: { en: 'A', de: 'Ä' }, slug: 'a' })
    const { session, document, form } = await real.open(post('1'))
    real.store.removeBase(post('1'))
    form.setField('title', 'Typed')
    const made = await session.createAgain('en')
    await settle()
    expect(session.getSnapshot()).toMatchObject({ status: 'missing', form: null })
    expect(await document.flush()).toBe(true)
    expect(real.store.getDocument(post('1'))).toBeNull()
    const again = await real.open(made ?? post('1'))
    expect(again.form.getField('title').value).toBe('Typed')
    expect(again.german.getField('title').value).toBe('Ä')
    expect(again.form.getField('slug').value).toBe('a')
  })

  it('F9 what was typed is given up on demand, and with it the document', async () => {
    give(real.store, post('1'), { title: { en: 'A' } })
    const { session, document, form } = await real.open(post('1'))
    form.setField('title', 'Typed')
    real.store.removeBase(post('1'))
    await document.flush()
    await session.discard()
    await settle()
    expect(session.getSnapshot().status).toBe('missing')
    expect(countUnsent(real.store.outboxCounts())).toBe(0)
  })
})

describe('F5 the id of the open document is given to another one', () => {
  it('F5 the form stays with what was typed in it, and the other document opens as itself', async () => {
    give(real.store, post('1'), { title: { en: 'Old' } })
    const { session, document, form } = await real.open(post('1'))
    form.setField('title', 'Mine')
    await document.flush()
    give(real.store, post('1'), { title: { en: 'Another one' }, createdAt: at(5) }, 6)
    await settle()
    expect(session.getSnapshot().ref).not.toEqual(post('1'))
    expect(document.getDocument().view.isGone).toBe(true)
    form.setField('title', 'Mine, typed on')
    expect(await document.flush()).toBe(true)
    const other = await real.open(post('1'))
    expect(other.session).not.toBe(session)
    expect(other.form.getField('title').value).toBe('Another one')
    expect(real.store.getDocument(post('1'))?.draft).toBeNull()
    expect(real.store.getDocument(session.getSnapshot().ref)?.draft?.changes).toMatchObject([
      { to: 'Mine, typed on' },
    ])
  })
})

describe('F5 a new document turns out to be here under its real id', () => {
  it('F5 a form that has typed nothing takes over what the other one left', async () => {
    const made = real.store.createDocument({ slug: 'authors', id: 'tmp_ada', data: {} })
    const changes = [set('name', null, 'Ada')]
    real.store.commitDraft({ ref: made, locale: null, changes, mode: 'save' })
    // Left by its form, which is not open any more.
    real.store.putDraft({ ref: made, changes: [set('name', 'Ada', 'Ada L.')] })
    give(real.store, author('9'), { name: 'Ada' })
    const { document, form } = await real.open(author('9'))
    send(real.store, { id: 9, name: 'Ada', createdAt: at(0), updatedAt: at(1) }, null)
    await settle()
    expect(form.getField('name').value).toBe('Ada L.')
    form.setField('name', 'Ada Lovelace')
    await document.flush()
    expect(real.store.getDocument(author('9'))?.draft?.changes).toMatchObject([{ to: 'Ada Lovelace' }])
  })
})

describe('U3 what is unsent of an open document', () => {
  it('U3 is given up at once: typed and queued, and the screen shows what the server has', async () => {
    give(real.store, post('1'), { title: { en: 'A' }, slug: 'a' })
    const { session, document, form } = await real.open(post('1'))
    form.setField('title', 'Queued')
    await session.save('draft', 'en')
    form.setField('slug', 'typed')
    await session.discard()
    await settle()
    expect(form.getField('title').value).toBe('A')
    expect(form.getField('slug').value).toBe('a')
    expect(document.getDocument()).toMatchObject({ dirty: false, state: { kind: 'saved' } })
    expect(form.getForm().canUndo).toBe(false)
    expect(countUnsent(real.store.outboxCounts())).toBe(0)
  })

  it('U3 a new document that was never sent goes altogether', async () => {
    const made = real.store.createDocument({ slug: 'posts', id: 'tmp_new', data: {} })
    const { session, form } = await real.open(made)
    form.setField('title', 'Typed')
    await session.discard()
    await settle()
    expect(session.getSnapshot().status).toBe('missing')
    expect(real.store.getDocument(made)).toBeNull()
  })

  it('U3 a deletion takes the place of what was typed', async () => {
    give(real.store, post('1'), { title: { en: 'A' } })
    const { session, form } = await real.open(post('1'))
    form.setField('title', 'Typed')
    await session.remove('en')
    await settle()
    expect(real.store.getDocument(post('1'))).toMatchObject({
      entries: [{ mode: 'delete', changes: [] }],
      draft: null,
    })
  })
})
