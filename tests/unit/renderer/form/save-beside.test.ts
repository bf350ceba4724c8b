import { afterEach, describe, expect, it } from 'vitest'
import { createDocumentSession } from '../../../../renderer/form/document-session.ts'
import { createDocumentMemory } from '../../../../renderer/form/document-form.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, DocumentView } from '../../../../shared/ipc.ts'
import { bridgeOf, collection, de, entryOf, manual, stored, textField, viewOf } from './form-fixtures.ts'

async function openSession(data = stored, more: Partial<DocumentView> = {}, entity = manual) {
  const commits: CallInput<'drafts.commit'>[] = []
  const view = viewOf(data, more)
  const { bridge } = bridgeOf({
    'documents.get': () => view,
    'drafts.put': () => ({ savedAt: '' }),
    'drafts.commit': (input: CallInput<'drafts.commit'>) => {
      commits.push(input)
      return { key: 'k', savedAt: null }
    },
  })
  const session = createDocumentSession({
    key: '1',
    bridge,
    ref: view.ref,
    entity,
    types: fieldTypes,
    defaultLocale: 'en',
    asksServer: false,
    memory: createDocumentMemory(),
    view,
    onIdFound: () => undefined,
  })
  open.push(session)
  await session.reread()
  const { form } = session.getSnapshot()
  if (form === null) throw new Error('no form')
  return { session, form, commits }
}
const open: { end: () => void }[] = []
afterEach(() => open.splice(0).forEach((session) => session.end()))

describe('a draft', () => {
  it('may be incomplete', async () => {
    const { session, form, commits } = await openSession()
    form.inLocale('en').setField('title', '')
    expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    expect(commits).toMatchObject([{ mode: 'draft' }])
  })

  it('F68 is whole where the site says so, in each locale that was edited', async () => {
    const versions = manual.versions && { ...manual.versions, validatesDrafts: true }
    const { session, form, commits } = await openSession(stored, {}, collection(versions))
    form.inLocale('de').setField('title', '')
    form.inLocale('en').setField('slug', 'kiruna-c')
    expect(await session.save('draft', 'en')).toEqual({ saved: false, locale: 'de' })
    expect(form.inLocale('de').getForm().reveal?.path).toBe('title')
    form.inLocale('de').setField('title', 'Kiruna')
    expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    expect(commits).toHaveLength(1)
  })

  it('F58 has an id where people type it, and may be incomplete else', async () => {
    const entity = collection(manual.versions, [textField('id', { required: true }), ...manual.fields])
    const { session, form, commits } = await openSession({}, { isNew: true }, entity)
    const english = form.inLocale('en')
    english.setField('slug', 'sweden')
    expect(await session.save('draft', 'en')).toEqual({ saved: false, locale: 'en' })
    expect([english.getField('id').error, english.getField('title').error]).toEqual([
      { by: 'form', error: { key: 'validation:required' } },
      null,
    ])
    english.setField('id', 'SEE')
    expect(await session.save('draft', 'en')).toMatchObject({ saved: true })
    expect(commits).toMatchObject([{ mode: 'draft' }])
  })
})

describe('a save with two locales on the screen', () => {
  it('is one, with what was typed in both', async () => {
    const { session, form, commits } = await openSession()
    form.inLocale('de').setField('title', 'Kiruna C')
    form.inLocale('en').setField('title', 'Kiruna Central')
    expect(await session.save('publish', 'en', 'de')).toMatchObject({ saved: true })
    expect(commits.map(({ changes }) => changes.map(({ locale }) => locale))).toEqual([['de', 'en']])
  })

  it('waits for what is not valid in the second one, and shows it there', async () => {
    const { session, form, commits } = await openSession()
    form.inLocale('de').setField('title', '')
    expect(await session.save('publish', 'en', 'de')).toEqual({ saved: false, locale: 'de' })
    expect(form.inLocale('de').getForm().reveal?.path).toBe('title')
    expect(commits).toEqual([])
  })

  it('does not wait for a second one in which nothing was edited', async () => {
    const { session, form } = await openSession({ ...stored, title: { en: 'Kiruna' } })
    form.inLocale('en').setField('slug', 'kiruna-c')
    expect(await session.save('publish', 'en', 'de')).toMatchObject({ saved: true })
  })

  it('waits for the second one also where autosave has had what was typed in it, and once only', async () => {
    const { session, form } = await openSession()
    form.inLocale('de').setField('title', '')
    await form.commit('autosave', 'en')
    form.inLocale('en').setField('slug', 'kiruna-c')
    expect(await session.save('publish', 'en', 'de')).toEqual({ saved: false, locale: 'de' })
    form.inLocale('de').setField('title', 'Kiruna C')
    expect(await session.save('publish', 'en', 'de')).toMatchObject({ saved: true })
    expect([...form.uncheckedLocales()]).toEqual([])
  })

  it('waits for the second one where what was typed in it is still to be sent', async () => {
    const waits = entryOf([de('title', 'Kiruna', '')], { mode: 'autosave' })
    const { session } = await openSession(stored, { entries: [waits] })
    expect(await session.save('publish', 'en', 'de')).toEqual({ saved: false, locale: 'de' })
  })

  it('of one locale alone does not wait for the other', async () => {
    const { session, form } = await openSession()
    form.inLocale('de').setField('title', '')
    expect(await session.save('publish-locale', 'en', 'de')).toMatchObject({ saved: true })
    expect(await session.save('publish', 'en', 'de')).toEqual({ saved: false, locale: 'de' })
  })
})
