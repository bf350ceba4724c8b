import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import { at, post } from '../../store/support/site.ts'
import { en } from './form-fixtures.ts'
import { give, openRealStore, send, settle } from './real-store.ts'

let real: ReturnType<typeof openRealStore>
beforeEach(() => {
  real = openRealStore()
  give(real.store, post('1'), { title: { en: 'A' }, slug: 'a' })
})
afterEach(() => real.close())

const entries = () => real.store.getDocument(post('1'))?.entries ?? []

type Press = [mode: string, press: (session: DocumentSession) => Promise<unknown>]
const presses: Press[] = [
  ['publish', (session) => session.save('publish', 'en')],
  ['publish-locale', (session) => session.save('publish-locale', 'en')],
  ['unpublish', (session) => session.unpublish('en')],
  ['unpublish-locale', (session) => session.unpublish('en', 'unpublish-locale')],
  ['delete', (session) => session.remove('en')],
]

it.each(presses)('SY12 %s asks where another base arrives after it was pressed', async (mode, press) => {
  const { session, document } = await real.open(post('1'))
  const pressed = press(session)
  give(real.store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  const newer = real.store.getDocument(post('1'))
  if (newer) document.receive(newer)
  await pressed
  await settle()
  expect(entries()).toMatchObject([{ mode, state: 'parked', problem: { code: 'base-moved' } }])
})

it.each(presses)('SY12 %s of what is on the screen goes', async (mode, press) => {
  const { session } = await real.open(post('1'))
  give(real.store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  await settle()
  await press(session)
  expect(entries()).toMatchObject([{ mode, state: 'waiting', problem: null }])
})

it('SY12 a publish goes where only an own save has arrived since it was pressed', async () => {
  const { session, form } = await real.open(post('1'))
  form.setField('title', 'B')
  await session.save('draft', 'en')
  await settle()
  const pressed = session.unpublish('en')
  send(real.store, { id: 1, title: 'B', slug: 'a', updatedAt: at(2) })
  await pressed
  await settle()
  expect(entries()).toMatchObject([{ mode: 'unpublish', state: 'waiting', problem: null }])
})

it('SY5 what is typed beside it is merged', async () => {
  const { session, form } = await real.open(post('1'))
  form.setField('title', 'B')
  const pressed = session.unpublish('en')
  give(real.store, post('1'), { title: { en: 'A' }, slug: 'theirs' }, 2)
  await pressed
  await settle()
  expect(entries()).toMatchObject([
    { mode: 'draft', state: 'waiting', changes: [en('title', 'A', 'B')] },
    { mode: 'unpublish', state: 'parked', problem: { code: 'base-moved' } },
  ])
})
