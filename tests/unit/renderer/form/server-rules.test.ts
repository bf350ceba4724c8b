import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDocumentForm, createDocumentMemory } from '../../../../renderer/form/document-form.ts'
import type { AskServer } from '../../../../renderer/form/server-rules.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import { manual, recorder, viewOf } from './form-fixtures.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const QUIET_MS = 350

/** A document whose site hides the slug as soon as the title of the locale is `Bare`. */
function openAsking() {
  const asked: (string | null)[] = []
  const askServer: AskServer = async ({ locale, data }) => {
    asked.push(locale)
    const slug = {
      path: 'slug',
      visible: data['title'] !== 'Bare',
      choices: null,
      filters: null,
      error: null,
    }
    return { outcome: 'answered', fields: [slug] }
  }
  const document = createDocumentForm({
    entity: manual,
    types: fieldTypes,
    view: viewOf(),
    deps: { ...recorder().deps, askServer },
  })
  return { asked, document, form: document.inLocale('en'), german: document.inLocale('de') }
}

const quiet = () => vi.advanceTimersByTimeAsync(QUIET_MS)
const look = (form: ReturnType<typeof openAsking>['form']) => form.subscribeField('slug', () => undefined)

it('a form asks the server when somebody looks at it, and again after an edit', async () => {
  const { asked, form } = openAsking()
  await quiet()
  expect(asked).toEqual([])
  look(form)
  await quiet()
  expect(asked).toEqual(['en'])
  form.setField('title', 'Bare')
  await quiet()
  expect(asked).toEqual(['en', 'en'])
  expect(form.getField('slug').visible).toBe(false)
})

it('the conditions of a locale follow its edits also after another one was looked at', async () => {
  const { asked, form, german } = openAsking()
  const stop = look(form)
  await quiet()
  stop()
  const stopGerman = look(german)
  await quiet()
  german.setField('slug', 'edited-for-both')
  await quiet()
  expect(asked).toEqual(['en', 'de', 'de'])
  stopGerman()
  look(form)
  await quiet()
  form.setField('title', 'Bare')
  await quiet()
  expect(asked).toEqual(['en', 'de', 'de', 'en', 'en'])
  expect(form.getField('slug').visible).toBe(false)
  expect(german.getField('slug').visible).toBe(true)
})

it('what was edited just before nobody looked any more is asked about when somebody looks again', async () => {
  const { asked, form } = openAsking()
  const stop = look(form)
  await quiet()
  form.setField('slug', 'edited')
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
  stop()
  await quiet()
  expect(asked).toEqual(['en'])
  look(form)
  await quiet()
  expect(asked).toEqual(['en', 'en'])
})

it('looking again at a form in which nothing changed asks nothing', async () => {
  const { asked, form } = openAsking()
  look(form)()
  look(form)
  await quiet()
  look(form)()
  await quiet()
  expect(asked).toEqual(['en'])
})

it('a newer view that says the same asks nothing again, one that says something else does', async () => {
  const { asked, document, form } = openAsking()
  look(form)
  await quiet()
  const { view } = document.getDocument()
  const { base } = structuredClone(view)
  document.receive({ ...view, base })
  await quiet()
  expect(asked).toEqual(['en'])
  document.receive({ ...view, base: { ...base, data: { ...base.data, slug: 'changed-elsewhere' } } })
  await quiet()
  expect(asked).toEqual(['en', 'en'])
})

it('T1 an answer that comes after that to a later question says nothing any more', async () => {
  const open: (() => void)[] = []
  const askServer: AskServer = ({ data }) =>
    new Promise((resolve) => {
      const slug = {
        path: 'slug',
        visible: data['title'] !== 'Bare',
        choices: null,
        filters: null,
        error: null,
      }
      open.push(() => resolve({ outcome: 'answered', fields: [slug] }))
    })
  const { deps } = recorder()
  const document = createDocumentForm({
    entity: manual,
    types: fieldTypes,
    view: viewOf(),
    deps: { ...deps, askServer },
  })
  const form = document.inLocale('en')
  look(form)
  await quiet()
  form.setField('title', 'Bare')
  await quiet()
  const [first, second] = open
  second?.()
  await quiet()
  expect(form.getField('slug').visible).toBe(false)
  first?.()
  await quiet()
  expect(form.getField('slug').visible).toBe(false)
})

it('waits for the first answer until there is one, or none will come; what is remembered is one', async () => {
  const { form, german, document } = openAsking()
  const awaited = () => [form, german].map((one) => one.getForm().isAwaited)
  expect(awaited()).toEqual([true, true])
  look(form)
  await quiet()
  expect(awaited()).toEqual([false, true])
  const memory = { ...createDocumentMemory(), overlays: new Map([['en', new Map()]]) }
  const open = (askServer: AskServer | null, more = {}) =>
    createDocumentForm({
      entity: manual,
      types: fieldTypes,
      view: viewOf(),
      deps: { ...recorder().deps, ...(askServer && { askServer }) },
      ...more,
    }).inLocale('en')
  const unavailable = open(async () => ({ outcome: 'unavailable' }))
  look(unavailable)
  expect(unavailable.getForm().isAwaited).toBe(true)
  await quiet()
  expect(unavailable.getForm().isAwaited).toBe(false)
  expect(open(async () => ({ outcome: 'unavailable' }), { memory }).getForm().isAwaited).toBe(false)
  expect(open(null).getForm().isAwaited).toBe(false)
  document.end()
})
