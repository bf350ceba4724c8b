import { afterEach, describe, expect, it } from 'vitest'
import { createDocumentSession } from '../../../../renderer/form/document-session.ts'
import { createDocumentMemory } from '../../../../renderer/form/document-form.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc.ts'
import { number } from '../../shared/build-fields.ts'
import { bridgeOf, en, manual, stored, viewOf } from './form-fixtures.ts'

const PUBLISHED = {
  ...stored,
  title: { en: 'Kiruna C', de: 'Kiruna' },
  links: [],
  _status: 'published',
  updatedAt: '2020-01-01T00:00:00.000Z',
}

async function openSession(
  published: CallOutput<'documents.published'> | Promise<CallOutput<'documents.published'>>,
) {
  const commits: CallInput<'drafts.commit'>[] = []
  const { bridge } = bridgeOf({
    'documents.get': () => viewOf(),
    'documents.published': () => published,
    'drafts.put': () => ({ savedAt: '' }),
    'drafts.commit': (input: CallInput<'drafts.commit'>) => {
      commits.push(input)
      return { key: 'k', savedAt: null }
    },
  })
  const session = createDocumentSession({
    key: '1',
    bridge,
    ref: viewOf().ref,
    entity: manual,
    types: fieldTypes,
    defaultLocale: 'en',
    asksServer: false,
    memory: createDocumentMemory(),
    view: viewOf(),
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

describe('reverting to what is published', () => {
  it('is edits, in all locales, and a publish; what belongs to the document itself stays, and it is one step of undo', async () => {
    const { session, form, commits } = await openSession({ outcome: 'done', data: PUBLISHED })
    form.inLocale('en').setField('title', 'Unfinished')
    expect(await session.revertToPublished('en')).toBeNull()
    expect(form.data()).toMatchObject({ title: { en: 'Kiruna C', de: 'Kiruna' }, links: [] })
    expect(commits.map(({ mode }) => mode)).toEqual(['publish'])
    expect(commits[0]?.changes).toEqual([
      en('title', 'Kiruna', 'Kiruna C'),
      expect.objectContaining({ kind: 'rows', path: 'links', from: ['r1'], to: [] }),
    ])
    form.undo()
    expect(form.data()).toMatchObject({ title: { en: 'Unfinished' }, links: [{ id: 'r1' }] })
  })

  it('SY12 publishes over what was on the screen when it was asked for', async () => {
    const answer = Promise.withResolvers<CallOutput<'documents.published'>>()
    const { session, form, commits } = await openSession(answer.promise)
    const shown = form.getDocument().view.base
    const reverted = session.revertToPublished('en')
    form.receive(viewOf(undefined, { base: { ...shown, updatedAt: '2026-11-20T09:30:00.000Z' } }))
    answer.resolve({ outcome: 'done', data: PUBLISHED })
    expect(await reverted).toBeNull()
    expect(commits).toMatchObject([{ mode: 'publish', shown: shown.updatedAt }])
  })

  it('F88 is done in the form that is there when the answer comes: the schema may have become another one', async () => {
    const answer = Promise.withResolvers<CallOutput<'documents.published'>>()
    const { session, form } = await openSession(answer.promise)
    const reverted = session.revertToPublished('en')
    await session.setEntity({ ...manual, fields: [...manual.fields, number('stock')] }, false)
    answer.resolve({ outcome: 'done', data: PUBLISHED })
    expect(await reverted).toBeNull()
    const now = session.getSnapshot().form
    expect(now).not.toBe(form)
    expect(now?.data()).toMatchObject({ title: { en: 'Kiruna C', de: 'Kiruna' }, links: [] })
  })

  it('M.08 (part) is not done, and changes nothing, where the published version cannot be had', async () => {
    const { session, form, commits } = await openSession({ outcome: 'offline' })
    expect(await session.revertToPublished('en')).toEqual({ outcome: 'offline' })
    expect(form.data()).toEqual(stored)
    expect(commits).toEqual([])
  })
})
