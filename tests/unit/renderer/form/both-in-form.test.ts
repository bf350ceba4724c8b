import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../../../shared/json.ts'
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

const hero = (words: string): JsonObject[] => [
  { id: 'h', blockType: 'hero', heading: { en: words }, size: 'a' },
]
const kept = () => real.store.getDocument(post('5'))

/** A document in whose row both sides have written the heading; I went on typing it behind the conflict. */
async function parkedInForm() {
  give(real.store, post('5'), { layout: hero('Ferries') })
  const opened = await real.open(post('5'))
  const { document, form, session } = opened
  form.setField('layout.h.heading', 'Mine')
  expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
  give(real.store, post('5'), { layout: hero('Theirs') }, 2)
  await settle()
  const [entry] = kept()?.entries ?? []
  expect(entry?.state).toBe('parked')
  form.setField('layout.h.heading', 'Mine again')
  await document.flush()
  return { ...opened, key: entry?.key ?? '' }
}

test('SY7 DM3 what was typed in a form behind the conflict goes on in the row of mine', async () => {
  const { document, session, key } = await parkedInForm()
  real.store.retry({ key, choices: { 'layout.h.heading': 'both' } })
  await settle()
  expect(document.data()['layout']).toMatchObject([
    { id: 'h', heading: { en: 'Theirs' } },
    { heading: { en: 'Mine again' } },
  ])
  // Saved, it asks nothing again.
  expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
  await settle()
  expect(kept()?.entries.map(({ state }) => state)).toEqual(['waiting'])
})

test('SY7 DM3 what is typed and not written yet when the choice comes goes along, into the same rows', async () => {
  const { document, form, session, key } = await parkedInForm()
  form.setField('layout.h.size', 'large')
  form.setField('layout.h.heading', 'Mine once more')
  real.store.retry({ key, choices: { 'layout.h.heading': 'both' } })
  await settle()
  await document.flush()
  await settle()
  const rows = [
    { id: 'h', heading: { en: 'Theirs' }, size: 'large' },
    { heading: { en: 'Mine once more' }, size: 'a' },
  ]
  expect(document.data()['layout']).toMatchObject(rows)
  const [, mine] = document.data()['layout'] as { id: string }[]
  expect(kept()?.draft?.changes).toMatchObject([
    { path: `layout.${mine?.id}.heading`, to: 'Mine once more' },
    { path: 'layout.h.size', to: 'large' },
  ])
  // Saved, it asks nothing again.
  expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
  await settle()
  expect(new Set(kept()?.entries.map(({ state }) => state))).toEqual(new Set(['waiting']))
  expect(document.data()['layout']).toMatchObject(rows)
})

test('DM7 (part) a view that arrives between two keys does not cut what is typed into two steps', async () => {
  give(real.store, post('5'), { title: { en: 'A' }, layout: hero('Ferries') })
  const { document, form } = await real.open(post('5'))
  form.setField('title', 'B', { typing: true })
  await document.flush()
  give(real.store, post('5'), { title: { en: 'A' }, layout: hero('Trains') }, 2)
  await settle()
  form.setField('title', 'BC', { typing: true })
  document.undo()
  expect(document.data()).toMatchObject({ title: { en: 'A' }, layout: [{ heading: { en: 'Trains' } }] })
})
