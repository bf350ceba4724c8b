import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shownConflicts } from '../../../../shared/document/shown-conflict.ts'
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

/** A document whose title is in conflict, and in which a combined title was typed over it. */
async function combinedInForm() {
  give(real.store, post('5'), { title: { en: 'Ferries' } })
  const opened = await real.open(post('5'))
  const { document, form, session } = opened
  form.setField('title', 'Mine')
  expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
  give(real.store, post('5'), { title: { en: 'Theirs' } }, 2)
  await settle()
  form.setField('title', 'Combined')
  await document.flush()
  const [entry] = kept()?.entries ?? []
  const shown = shownConflicts(document.entity.fields, document.data(), entry?.problem?.conflicts ?? [])
  expect(shown).toMatchObject([{ mine: 'Mine', theirs: 'Theirs', now: 'Combined' }])
  return { ...opened, key: entry?.key ?? '', shown }
}

test.each([
  ['mine', 'Mine'],
  ['theirs', 'Theirs'],
  ['now', 'Combined'],
] as const)(
  'U37 (form) after %s was chosen the field shows it, and a save asks nothing',
  async (choice, is) => {
    const { document, session, key, shown } = await combinedInForm()
    real.store.retry({ key, choices: { title: choice }, shown, isOpen: true })
    await settle()
    await document.flush()
    await settle()
    expect(document.data()).toMatchObject({ title: { en: is } })
    expect(document.getDocument().dirty).toBe(false)
    expect(kept()?.draft).toBeNull()
    expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    await settle()
    expect(kept()?.entries.every(({ state }) => state === 'waiting')).toBe(true)
  },
)

test('U37 (form) a key that comes between the choice and its answer stays, over what was chosen', async () => {
  const { document, form, session, key, shown } = await combinedInForm()
  form.setField('title', 'Combined!')
  real.store.retry({ key, choices: { title: 'theirs' }, shown, isOpen: true })
  await settle()
  await document.flush()
  await settle()
  expect(document.data()).toMatchObject({ title: { en: 'Combined!' } })
  expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
  await settle()
  expect(kept()?.entries).toMatchObject([
    { state: 'waiting', changes: [{ from: 'Theirs', to: 'Combined!' }] },
  ])
})
