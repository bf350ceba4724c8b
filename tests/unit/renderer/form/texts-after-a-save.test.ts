import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { post } from '../../store/support/site.ts'
import { give, openRealStore, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  vi.useFakeTimers()
  real = openRealStore()
})
afterEach(() => {
  real.close()
  vi.useRealTimers()
})

const kept = () => real.store.getDocument(post('5'))

/** An autosave has just taken the title, and has left what was typed beside it and is no value. */
async function savedBesideText() {
  give(real.store, post('5'), { title: { en: 'A' }, slug: 'a' })
  const opened = await real.open(post('5'))
  opened.form.setText('slug', '1e')
  opened.form.setField('title', 'B')
  await opened.document.flush()
  await opened.document.commit('autosave', 'en')
  return opened
}

it('F50 SY1 what is put right behind an autosave stays so: the text that was no value does not come back', async () => {
  const { document, form } = await savedBesideText()
  form.setField('slug', 'hundred')
  await settle()
  await document.flush()
  await settle()
  expect(document.typed()).toEqual([])
  expect(form.getField('slug').value).toBe('hundred')
  expect(kept()?.draft).toMatchObject({ changes: [{ path: 'slug', to: 'hundred' }] })
  expect(kept()?.draft?.typed).toBeUndefined()
})

it('F50 SY1 what is put right behind an autosave, and saved at once, leaves nothing of the text', async () => {
  const { document, form } = await savedBesideText()
  form.setField('slug', 'hundred')
  await document.commit('draft', 'en')
  await settle()
  expect(document.typed()).toEqual([])
  expect(kept()?.draft ?? null).toBeNull()
})

it('F50 SY1 a text that is typed on between two autosaves is on the disk when it is called written', async () => {
  const { document, form } = await savedBesideText()
  form.setText('slug', '1e77')
  form.setField('title', 'BC')
  await document.commit('autosave', 'en')
  expect(document.getDocument().journal.kind).toBe('written')
  expect(kept()?.draft?.typed).toMatchObject([{ path: 'slug', text: '1e77' }])
})
