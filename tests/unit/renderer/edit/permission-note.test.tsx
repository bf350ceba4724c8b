import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DocumentSession } from '../../../../renderer/form/document-session.ts'
import type { DocumentPermissions, KnownPermissions } from '../../../../shared/cms/document-permissions.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { showFields } from '../fields/show-fields.tsx'
import { afterFrame } from '../../../../renderer/data/frames.ts'
import { autosaved, manual, viewOf } from '../form/form-fixtures.ts'
import { allPermissions as all } from '../../shared/all-permissions.ts'

/** Main, which must exist before its callers are imported. */
const main = vi.hoisted(() => {
  const made = { call: async (_name: string, _input: unknown): Promise<unknown> => undefined }
  vi.stubGlobal('galley', {
    call: (name: string, input: unknown) => made.call(name, input),
    on: () => () => undefined,
  })
  return made
})

const none = { update: null, delete: null }

let status: string
let session: JsonObject
let calls: [string, unknown][]
let client: QueryClient

beforeEach(() => {
  status = 'online'
  session = { create: true, read: true, update: true, delete: true }
  calls = []
  client = new QueryClient()
  const answers: Record<string, () => unknown> = {
    'connection.get': () => ({ status }),
    'session.get': () => ({ permissions: { collections: { posts: session } } }),
    'documents.refreshPermissions': () => null,
  }
  main.call = async (name, input) => {
    calls.push([name, input])
    return answers[name]?.() ?? null
  }
})
afterEach(() => {
  cleanup()
  client.clear()
})

async function show(known: KnownPermissions, versions = manual.versions, locale: 'en' | 'de' = 'en') {
  const { PermissionNote } = await import('../../../../renderer/screens/edit/permission-note.tsx')
  const { DocumentActions } = await import('../../../../renderer/screens/edit/document-actions.tsx')
  const { DocumentMenu } = await import('../../../../renderer/screens/edit/document-menu.tsx')
  const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
  const opened = { refresh: async () => undefined } as unknown as DocumentSession
  const around = (children: ReactNode) => (
    <MemoryRouter initialEntries={['/collections/posts/7']}>
      <QueryClientProvider client={client}>
        <SchemaProvider value={site}>{children}</SchemaProvider>
      </QueryClientProvider>
    </MemoryRouter>
  )
  return showFields([text('title', { localized: true })], {
    view: { permissions: known },
    versions,
    locale,
    around,
    above: (
      <>
        <PermissionNote />
        <DocumentActions session={opened} />
        <DocumentMenu session={opened} />
      </>
    ),
  })
}

const ofNow = (more: Partial<DocumentPermissions>): KnownPermissions => ({
  answer: { ...all, ...more },
  isOfNow: true,
  fulfils: none,
})
const control = (name: string) => screen.findByRole('button', { name })
const reasonOf = async (name: string) => {
  const one = await control(name)
  return one.getAttribute('aria-disabled') === 'true' ? one.dataset['tooltip'] : null
}

describe('what a control says before it is pressed', () => {
  it('F59 (part) a document that may not be changed says so, and so do Save and Publish', async () => {
    await show(ofNow({ edit: false, update: false, publish: false }))
    const note = await screen.findByRole('status')
    expect(note.textContent).toContain('Your account may not change this document')
    expect(await reasonOf('Save Draft')).toBe('Your account may not change this document')
    expect(await reasonOf('Publish changes')).toBe('Your account may not publish this document')
  })

  it('F100 (part) a locale that may not be changed says so by its name, and no other', async () => {
    const nothing = { ...all, edit: false, update: false, publish: false }
    const known = { ...ofNow({}), byLocale: { en: nothing, de: all } }
    await show(known)
    const note = await screen.findByRole('status')
    expect(note.textContent).toContain('Your account may not change this document in English')
    cleanup()
    await show({ ...known, answer: nothing }, manual.versions, 'de')
    expect(await reasonOf('Save Draft')).toBe('There is nothing to save')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('F59 (part) Publish alone says why it may not be pressed where a draft may be saved', async () => {
    await show(ofNow({ publish: false }))
    expect(await reasonOf('Publish changes')).toBe('Your account may not publish this document')
    expect(await reasonOf('Save Draft')).toBe('There is nothing to save')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('F59 (part) what is edited and would be refused cannot be saved, and Save says so', async () => {
    const { form } = await show(ofNow({ update: false, byData: true }))
    form.setField('title', 'Other')
    await waitFor(async () =>
      expect(await reasonOf('Save Draft')).toBe('Your account may not save this document as it is now'),
    )
  })

  it('F59 (part) an own document that only its id tells apart may be changed, whatever is said of all', async () => {
    session = { read: true }
    await show(ofNow({}))
    expect(await reasonOf('Save Draft')).toBe('There is nothing to save')
    expect(await reasonOf('Publish changes')).toBeNull()
  })
})

describe('what may be done besides', () => {
  /** Returns the reason below a menu item's label. */
  const reasonIn = async (menu: string, item: RegExp) => {
    fireEvent.click(await control(menu))
    const found = await screen.findByRole('menuitem', { name: item })
    const words = found.textContent
    fireEvent.keyDown(found, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return words.replace(item, '')
  }

  it('F59 (part) says why it may not be unpublished, deleted or duplicated, each for itself', async () => {
    const items = async () => [
      await reasonIn('More publish options', /^Unpublish/),
      await reasonIn('More actions for this document', /^(?:Delete|Move to the trash)…/),
      await reasonIn('More actions for this document', /^Duplicate/),
    ]
    session = { read: true, update: true, delete: true, create: true }
    await show(ofNow({ unpublish: false, delete: false, create: false }))
    expect(await items()).toEqual([
      'Your account may not unpublish this document',
      'Your account may not delete this document',
      'Your account may not create a document like this',
    ])
    expect(await reasonOf('Publish changes')).toBeNull()
    cleanup()
    await show(ofNow({}))
    expect(await items()).toEqual(['This document is not published', '', ''])
  })
})

describe('what is not known without the server', () => {
  it.each([
    [
      { answer: { ...all, byData: true }, isOfNow: true, fulfils: none },
      'Galley has to ask the server whether your account may change',
    ],
    [
      { answer: all, isOfNow: false, fulfils: none },
      'Galley has to ask the server whether your account may change',
    ],
    [
      { answer: all, isOfNow: false, fulfils: { update: false, delete: null } },
      'Your account probably may not change this document',
    ],
  ])('F59 (part) is said over the fields', async (known, words) => {
    status = 'offline'
    await show(known)
    const note = await screen.findByRole('status')
    expect(note.textContent).toContain(words)
  })

  it('F59 (part) keeps autosave back no more than Save, whatever was said of what was in it before', async () => {
    status = 'offline'
    const versions = autosaved.versions && { ...autosaved.versions, autosaveInterval: 50 }
    const { form, main: journal } = await show(ofNow({ update: false, byData: true }), versions)
    form.setField('title', 'Other')
    await waitFor(() => expect(journal.commits).toMatchObject([{ mode: 'autosave' }]))
  })

  it('F59 (part) what all documents allow without a condition is taken for allowed', async () => {
    status = 'offline'
    await show({ answer: null, isOfNow: false, fulfils: none })
    expect(await reasonOf('Save Draft')).toBe('There is nothing to save')
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('what main is asked', () => {
  const asked = () => calls.filter(([name]) => name === 'documents.refreshPermissions')
  const unknown: KnownPermissions = { answer: null, isOfNow: false, fulfils: none }
  const question = ['documents.refreshPermissions', { ref: viewOf().ref, locale: 'en' }]

  it('F59 (part) with the document, and not without the server, but as soon as that is there', async () => {
    status = 'offline'
    await show(unknown)
    // It says so, and has checked the connection.
    await waitFor(() => expect(client.getQueryData(['connection'])).toEqual({ status: 'offline' }))
    await act(() => afterFrame())
    expect(asked()).toEqual([])
    status = 'online'
    await act(() => client.invalidateQueries({ queryKey: ['connection'] }))
    await waitFor(() => expect(asked()).toEqual([question]))
  })

  it('F59 (part) again with each revision, with other permissions of the user, and in another locale', async () => {
    const { document, become } = await show(unknown)
    await waitFor(() => expect(asked()).toEqual([question]))
    const now = document.getDocument().view
    act(() => document.receive({ ...now, base: { ...now.base, updatedAt: '2026-11-21T09:00:00.000Z' } }))
    await waitFor(() => expect(asked()).toEqual([question, question]))
    await act(() => client.invalidateQueries({ queryKey: ['session'] }))
    await waitFor(() => expect(asked()).toEqual([question, question, question]))
    become({ form: document.inLocale('de') })
    await waitFor(() => expect(asked().slice(3)).toEqual([[question[0], { ref: now.ref, locale: 'de' }]]))
    // Nothing relevant has changed.
    act(() => document.receive({ ...document.getDocument().view }))
    await act(() => afterFrame())
    expect(asked()).toHaveLength(4)
  })

  it.each([
    ['again after an edit, where it depends on what is written', true, 2],
    ['not again after an edit, where it does not depend on what is written', false, 1],
  ])('F59 (part) %s', async (_what, byData, times) => {
    const { form, main: journal } = await show(ofNow({ byData }))
    await waitFor(() => expect(asked()).toHaveLength(1))
    vi.useFakeTimers()
    try {
      form.setField('title', 'Other')
      await act(() => vi.advanceTimersByTimeAsync(10_000))
    } finally {
      vi.useRealTimers()
    }
    expect(journal.puts).toHaveLength(1)
    expect(asked()).toHaveLength(times)
  })
})
