import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post } from '../../store/support/site.ts'
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

const NO_NUMBER = { key: 'validation:enterNumber' }
const draftOf = (id: string) => real.store.getDocument(post(id))?.draft ?? null

describe('F83 what is typed and is no value', () => {
  it('F83 is on disk within 300 ms, and comes back into the same input in its locale after a kill', async () => {
    give(real.store, post('1'), { title: { en: 'A', de: 'Ä' }, views: 5 })
    const { document, form, german } = await real.open(post('1'))
    form.setText('views', '1e', NO_NUMBER)
    german.setText('title', '{', { key: 'validation:x', detail: ' here' })
    expect(document.getDocument()).toMatchObject({ state: 'edited', dirty: true })
    await vi.advanceTimersByTimeAsync(300)
    real.restart()
    const again = await real.open(post('1'))
    expect(again.form.getField('views')).toMatchObject({
      value: 5,
      text: '1e',
      mark: 'invalid',
      error: { by: 'form', error: NO_NUMBER },
    })
    expect(again.form.getField('title').text).toBeNull()
    expect(again.german.getField('title')).toMatchObject({
      text: '{',
      error: { by: 'form', error: { key: 'validation:x', detail: ' here' } },
    })
    expect(again.document.unreadable('en')).toHaveLength(2)
  })

  it('F83 SY16 is never called saved, and a save leaves it where it is', async () => {
    give(real.store, post('1'), { title: { en: 'A' }, views: 5 })
    const { document, form, session } = await real.open(post('1'))
    form.setText('views', '1e', NO_NUMBER)
    expect(await document.flush()).toBe(true)
    expect(document.getDocument()).toMatchObject({ state: 'edited', journal: { kind: 'written' } })
    expect(await session.save('draft', 'en')).toEqual({ saved: false, locale: 'en' })
    form.setField('title', 'B')
    await document.commit('autosave', 'en')
    send(real.store, { id: 1, title: 'B', views: 5, updatedAt: '2026-01-01T00:00:09.000Z' })
    await settle()
    expect(document.getDocument()).toMatchObject({ state: 'edited', dirty: true })
    expect(draftOf('1')).toMatchObject({ changes: [], typed: [{ path: 'views', text: '1e' }] })
    form.setField('views', 6)
    await document.commit('draft', 'en')
    expect(draftOf('1')).toBeNull()
  })

  it('F83 goes from the disk with a value, and with its row, with which it comes back by undo', async () => {
    const hero = { id: 'r1', blockType: 'hero', heading: { en: 'H' }, size: 's' }
    give(real.store, post('1'), { layout: [hero], views: 5 })
    const { document, form } = await real.open(post('1'))
    form.setText('views', '1e', NO_NUMBER)
    form.setField('views', 5)
    await document.flush()
    expect(draftOf('1')).toBeNull()
    expect(document.getDocument()).toMatchObject({ state: { kind: 'saved' }, dirty: false })
    form.setText('layout.r1.size', '{', NO_NUMBER)
    await document.flush()
    expect(draftOf('1')?.typed).toMatchObject([{ path: 'layout.r1.size', text: '{' }])
    form.rows.remove('layout', ['r1'])
    await document.flush()
    expect(draftOf('1')?.typed).toBeUndefined()
    document.undo()
    await document.flush()
    expect(draftOf('1')?.typed).toMatchObject([{ path: 'layout.r1.size', text: '{' }])
    expect(form.getField('layout.r1.size').text).toBe('{')
  })

  it('F83 is dropped with the document’s edits, here and in the outbox', async () => {
    give(real.store, post('1'), { views: 5 })
    const { session, form, release } = await real.open(post('1'))
    form.setText('views', '1e', NO_NUMBER)
    await session.discard()
    await settle()
    expect(draftOf('1')).toBeNull()
    expect(form.getField('views').text).toBeNull()
    form.setText('views', '2e', NO_NUMBER)
    release()
    await settle()
    real.store.discardDraft({ ref: post('1') })
    const again = await real.open(post('1'))
    expect(again.form.getField('views').text).toBeNull()
    expect(again.document.getDocument().state).toEqual({ kind: 'saved' })
  })

  it('F83 keeps a new document that has nothing else, through leaving and a kill', async () => {
    real.store.createDocument({ slug: 'posts', id: 'tmp_1', data: {} })
    const { form, release } = await real.open(post('tmp_1'))
    form.setText('views', '1e', NO_NUMBER)
    release()
    await settle()
    real.restart()
    const again = await real.open(post('tmp_1'))
    expect(again.form.getField('views').text).toBe('1e')
  })

  it('F9 F83 is kept with a document that the server has deleted meanwhile', async () => {
    give(real.store, post('1'), { views: 5 })
    const { document, form } = await real.open(post('1'))
    real.store.removeBase(post('1'))
    form.setText('views', '1e', NO_NUMBER)
    expect(await document.flush()).toBe(true)
    real.restart()
    const again = await real.open(post('1'))
    expect(again.form.getField('views').text).toBe('1e')
    expect(again.document.getDocument().state).toMatchObject({ kind: 'failed', problem: { code: 'gone' } })
  })
})
