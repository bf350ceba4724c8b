import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { commands } from '../../../../renderer/commands/command-registry.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import type { Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type {
  CallInput,
  CallOutput,
  DocumentView,
  KeptVersion,
  LastChange,
  VersionsPage,
} from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { array, collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'

const live: JsonObject = {
  id: 7,
  title: { en: 'The published train' },
  slug: 'night-train',
  links: [{ id: 'a', label: 'Old timetable' }],
}
const newer: JsonObject = { ...live, title: { en: 'The drafted train' }, links: [{ id: 'a', label: 'New' }] }
const version: KeptVersion['version'] = {
  id: 'v1',
  updatedAt: '2026-11-19T09:00:00.000Z',
  status: 'published',
  autosave: false,
  publishedLocale: null,
  latest: false,
}

let view: DocumentView
let kept: KeptVersion | null
let asked: CallOutput<'versions.read'>
let published: CallOutput<'documents.published'>
let mark: VersionsPage['currentlyPublished']
let status: 'online' | 'offline'
let lastChange: LastChange
const askedFor: CallInput<'versions.lastChange'>[] = []
const main = bridgeOf({
  'connection.get': () => ({ status, since: '2026-11-20T09:00:00.000Z', lastContact: null, problem: null }),
  'session.get': () => ({
    user: {},
    permissions: {
      collections: {
        posts: { create: true, read: true, update: true, readVersions: true, fields: true },
      },
    },
    visible: { collections: ['posts'], globals: [] },
  }),
  'documents.get': () => view,
  'documents.refresh': () => ({ outcome: 'unchanged' }),
  'documents.published': () => published,
  'versions.list': () => ({
    rows: [],
    totalDocs: 2,
    fetchedAt: '2026-11-20T09:00:00.000Z',
    latestDraft: null,
    currentlyPublished: mark,
  }),
  'versions.refresh': () => ({ outcome: 'unchanged' }),
  'versions.kept': () => kept,
  'versions.lastChange': (input: CallInput<'versions.lastChange'>) => {
    askedFor.push(input)
    return lastChange
  },
  'versions.read': () => asked,
  'drafts.put': () => ({ savedAt: '' }),
  'drafts.commit': () => ({ key: 'k', savedAt: null }),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { DocumentScreen } = await import('../../../../renderer/screens/edit/document-screen.tsx')
const { ToastRegion } = await import('../../../../renderer/ui/toast/toast-region.tsx')
const { useShortcuts } = await import('../../../../renderer/commands/shortcuts.ts')
const { useContentLocale } = await import('../../../../renderer/data/content-locale.tsx')

const fields: Field[] = [
  text('title', { label: 'Title', localized: true }),
  text('slug', { label: 'Slug' }),
  array('links', [text('label', { label: 'Label' })], { label: 'Links' }),
]
const based = (data: JsonObject, more: Partial<DocumentView['base']> = {}): DocumentView =>
  viewOf(data, { base: { ...viewOf().base, data, hasPublished: true, ...more } })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  view = based(newer)
  mark = version
  kept = { version, data: live }
  asked = { outcome: 'here', gone: false, version, data: live }
  published = { outcome: 'done', data: live }
  status = 'online'
})
afterEach(cleanup)

function Keys() {
  useShortcuts()
  const { setLocale } = useContentLocale()
  return (
    <>
      {['en', 'de'].map((code) => (
        <button key={code} onClick={() => setLocale(code)}>{`To ${code}`}</button>
      ))}
      <ToastRegion />
    </>
  )
}

async function open() {
  const entity = collection(fields, {
    versions: {
      drafts: true,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    },
  })
  const schema: SiteSchema = { ...site, collections: [entity], globals: [] }
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={schema}>
        <AccountProvider value={account}>
          <FieldProviders>
            <MemoryRouter initialEntries={['/collections/posts/7']}>
              <OpenDocumentsProvider value={documents}>
                <DocumentScreen docRef={view.ref} entity={entity} />
                <Keys />
              </OpenDocumentsProvider>
            </MemoryRouter>
          </FieldProviders>
        </AccountProvider>
      </SchemaProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('textbox', { name: /^Title/ })
  await screen.findByRole('textbox', { name: /^Label/ })
}

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })
const region = () => screen.findByRole('region', { name: 'Published, read only' })

describe('what is published, in the place of the form', () => {
  it('comes with its key, read only, and goes with it; what was typed is still there', async () => {
    await open()
    fireEvent.change(title(), { target: { value: 'Typed' } })
    act(() => title().focus())
    press('F8')
    const shown = within(await region())
    await waitFor(() => expect(title().value).toBe('The published train'))
    expect(title().readOnly).toBe(true)
    expect(shown.getByRole('status').textContent).toContain('You can read it here, not edit it.')
    await waitFor(async () => expect(document.activeElement).toBe(await region()))
    press('F8')
    expect(screen.queryByRole('region', { name: 'Published, read only' })).toBeNull()
    expect(title().value).toBe('Typed')
    expect(title().readOnly).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(title()))
  })

  it('comes and goes with the button of the header', async () => {
    await open()
    fireEvent.click(screen.getByRole('button', { name: 'Show published' }))
    await region()
    await waitFor(() => expect(title().value).toBe('The published train'))
    const [header] = screen.getAllByRole('button', { name: 'Back to the draft' })
    expect(header?.getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(within(await region()).getByRole('button', { name: 'Back to the draft' }))
    expect(title().value).toBe('The drafted train')
  })

  it('is a command with a key, for the palette and the sheet of shortcuts', async () => {
    await open()
    const own = () => commands.all().find(({ id }) => id === 'document.published')
    expect(own()).toMatchObject({ title: 'galley:published.show', shortcut: 'F8' })
    press('F8')
    await region()
    expect(own()).toMatchObject({ title: 'galley:published.back' })
  })

  it('is folded as the form is, and the form as it is', async () => {
    await open()
    const rowButton = () => screen.getByRole('button', { expanded: true, name: /Link|01/ })
    fireEvent.click(rowButton())
    expect(screen.queryByRole('textbox', { name: /^Label/ })).toBeNull()
    press('F8')
    await waitFor(() => expect(title().value).toBe('The published train'))
    expect(screen.queryByRole('textbox', { name: /^Label/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { expanded: false, name: /Link|01/ }))
    expect(await screen.findByDisplayValue('Old timetable')).toBeTruthy()
    press('F8')
    expect(await screen.findByDisplayValue('New')).toBeTruthy()
  })

  it('an undo leads back to the form, where what it did is seen', async () => {
    await open()
    fireEvent.change(title(), { target: { value: 'Typed' } })
    press('F8')
    await waitFor(() => expect(title().value).toBe('The published train'))
    press('z', { ctrlKey: true })
    await waitFor(() => expect(title().value).toBe('The drafted train'))
  })

  it('stays in another locale, and does not come back by itself once an undo has ended it', async () => {
    kept = { version, data: { ...live, title: { en: 'The published train', de: 'Der Zug' } } }
    asked = { outcome: 'here', gone: false, ...kept }
    published = { outcome: 'done', data: kept.data }
    await open()
    fireEvent.change(title(), { target: { value: 'Typed' } })
    press('F8')
    await waitFor(() => expect(title().value).toBe('The published train'))
    fireEvent.click(screen.getByRole('button', { name: 'To de' }))
    await waitFor(() => expect(title().value).toBe('Der Zug'))
    fireEvent.click(screen.getByRole('button', { name: 'To en' }))
    await waitFor(() => expect(title().value).toBe('The published train'))
    press('z', { ctrlKey: true })
    await waitFor(() => expect(title().value).toBe('The drafted train'))
    fireEvent.click(screen.getByRole('button', { name: 'To de' }))
    await waitFor(() => expect(title().value).not.toBe('The drafted train'))
    expect(screen.queryByRole('region', { name: 'Published, read only' })).toBeNull()
  })

  it('stays after a locale that was led to before is switched to', async () => {
    await open()
    fireEvent.change(title(), { target: { value: 'Typed' } })
    press('z', { ctrlKey: true })
    await waitFor(() => expect(document.activeElement).toBe(title()))
    fireEvent.click(screen.getByRole('button', { name: 'To de' }))
    press('F8')
    await region()
    fireEvent.click(screen.getByRole('button', { name: 'To en' }))
    await waitFor(() => expect(title().value).toBe('The published train'))
    await region()
  })

  it('does not come back by itself when the document is published again', async () => {
    await open()
    press('F8')
    await region()
    const becomes = (hasPublished: boolean) => {
      view = based(newer, { hasPublished })
      act(() => main.emit('documents.changed', { refs: [view.ref] }))
    }
    becomes(false)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Back to the draft' })).toBeNull())
    becomes(true)
    await screen.findByRole('button', { name: 'Show published' })
    expect(screen.queryByRole('region', { name: 'Published, read only' })).toBeNull()
  })

  it('stands in two locales where the form does', async () => {
    kept = { version, data: { ...live, title: { en: 'The published train', de: 'Der Zug' } } }
    asked = { outcome: 'here', gone: false, ...kept }
    published = { outcome: 'done', data: kept.data }
    await open()
    press('L', { ctrlKey: true, shiftKey: true })
    press('F8')
    const shown = await region()
    const beside = () =>
      shown.querySelector<HTMLInputElement>('[data-locale-pair="title"] [data-locale="de"] input')
    await waitFor(() => expect(beside()?.value).toBe('Der Zug'))
    expect(beside()?.readOnly).toBe(true)
    press('L', { ctrlKey: true, shiftKey: true })
    await waitFor(() => expect(beside()).toBeNull())
    expect(title().value).toBe('The published train')
  })

  it('without a connection it is the version that is kept here, and says so', async () => {
    status = 'offline'
    asked = { outcome: 'here', gone: false, version, data: live }
    await open()
    press('F8')
    await waitFor(() => expect(title().value).toBe('The published train'))
    expect(within(await region()).getByRole('status').textContent).toContain(
      'this is what this computer knows',
    )
  })

  it('where nothing is kept here, it says that it is not on this computer', async () => {
    status = 'offline'
    kept = null
    asked = { outcome: 'not-here', reason: 'offline', message: '' }
    await open()
    press('F8')
    expect(await screen.findByText('What is published is not on this computer')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('where the server has pruned the version, it is what the server shows now', async () => {
    asked = { outcome: 'here', gone: true, version, data: live }
    published = { outcome: 'done', data: { ...live, title: { en: 'The train of today' } } }
    await open()
    press('F8')
    await waitFor(() => expect(title().value).toBe('The train of today'))
  })

  it('where it was published anew elsewhere, it is that, with its date, and not the version that is kept here', async () => {
    const updatedAt = '2026-11-21T09:00:00.000Z'
    published = { outcome: 'done', data: { ...live, title: { en: 'Published elsewhere' }, updatedAt } }
    await open()
    press('F8')
    await waitFor(() => expect(title().value).toBe('Published elsewhere'))
    expect(within(await region()).getByRole('status').textContent).toMatch(/Nov 21, (2026, )?/)
  })

  it('where it may not be read any more, that is said, and not the version that is kept here', async () => {
    published = { outcome: 'refused', message: 'You may not read this.' }
    await open()
    press('F8')
    expect(await screen.findByText('You may not read this.')).toBeTruthy()
  })

  it('where the server shows nothing, its words are said', async () => {
    kept = null
    asked = { outcome: 'not-here', reason: 'refused', message: 'No.' }
    published = { outcome: 'refused', message: 'You may not read this.' }
    await open()
    press('F8')
    expect(await screen.findByText('You may not read this.')).toBeTruthy()
  })

  it('of a document without a newer draft it is the document without what is typed', async () => {
    view = based(live, { status: 'published' })
    mark = null
    await open()
    fireEvent.change(title(), { target: { value: 'Typed' } })
    press('F8')
    await waitFor(() => expect(title().value).toBe('The published train'))
  })

  it('is not offered of a document that was never published', async () => {
    view = based(newer, { hasPublished: false })
    await open()
    expect(screen.queryByRole('button', { name: 'Show published' })).toBeNull()
    press('F8')
    expect(title().value).toBe('The drafted train')
  })

  it('is offered in the locales that are published, where each has a status of its own', async () => {
    const perLocale = { ...newer, _status: { en: 'draft', de: 'draft' } }
    view = based(perLocale, { publishedIn: ['de'] })
    published = { outcome: 'done', data: { ...live, title: { en: 'A draft', de: 'Der Zug' } } }
    await open()
    expect(screen.queryByRole('button', { name: 'Show published' })).toBeNull()
    press('F8')
    expect(title().value).toBe('The drafted train')
    fireEvent.click(screen.getByRole('button', { name: 'To de' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show published' }))
    await waitFor(() => expect(title().value).toBe('Der Zug'))
    fireEvent.click(screen.getByRole('button', { name: 'To en' }))
    await waitFor(() => expect(title().value).toBe('The drafted train'))
    expect(screen.queryByRole('region', { name: 'Published, read only' })).toBeNull()
  })
})

describe('when a field last changed', () => {
  const answer = () => screen.findByRole('dialog', { name: 'When this field was last changed' })
  const before = { ...version, id: 'v0', updatedAt: '2026-11-18T09:00:00.000Z' }
  beforeEach(() => {
    askedFor.length = 0
    lastChange = { outcome: 'changed', version, before, own: false }
  })

  it('is said by its key, with the way to what changed, and the focus is in the field again afterwards', async () => {
    await open()
    const label = screen.getByRole('textbox', { name: /^Label/ })
    act(() => label.focus())
    press('F8', { shiftKey: true })
    const shown = within(await answer())
    expect(shown.getByRole('heading').textContent).toBe('Links 01 / Label')
    expect(shown.getByText(/^Changed between Nov 18, .* and Nov 19, /)).toBeTruthy()
    expect(shown.getByRole('link', { name: 'Compare' }).getAttribute('href')).toBe(
      '/collections/posts/7/versions/v1?locale=en&versionFrom=v0',
    )
    expect(askedFor).toEqual([{ ref: view.ref, path: 'links.a.label', locale: 'en' }])
    press('Escape')
    await waitFor(() => expect(document.activeElement).toBe(label))
  })

  it('says who it was where it was this person, and what is not known', async () => {
    await open()
    act(() => title().focus())
    const saysAfter = async (change: LastChange): Promise<string> => {
      lastChange = change
      press('F8', { shiftKey: true })
      const words = (await answer()).textContent
      press('Escape')
      await waitFor(() => expect(document.activeElement).toBe(title()))
      return words
    }
    expect(await saysAfter({ outcome: 'changed', version, before, own: true })).toMatch(
      /Changed by you between Nov 18, .* and Nov 19,/,
    )
    expect(await saysAfter({ outcome: 'same', since: before })).toContain('Not changed since Nov 18,')
    expect(await saysAfter({ outcome: 'unknown' })).toContain('The versions that are known here do not tell.')
  })

  it('of what is not sent yet no version is asked', async () => {
    await open()
    act(() => title().focus())
    fireEvent.change(title(), { target: { value: 'Typed' } })
    press('F8', { shiftKey: true })
    expect((await answer()).textContent).toContain('Changed by you. Not on the server yet.')
    expect(askedFor).toEqual([])
  })

  it('is asked of the field that had the focus last, also by the palette, and of none before', async () => {
    await open()
    const run = () =>
      act(() => {
        commands
          .all()
          .find(({ id }) => id === 'document.fieldHistory')
          ?.run()
      })
    act(() => document.querySelector<HTMLElement>('button')?.focus())
    run()
    expect(askedFor).toEqual([])
    act(() => title().focus())
    act(() => document.querySelector<HTMLElement>('button')?.focus())
    run()
    await answer()
    expect(askedFor).toMatchObject([{ path: 'title' }])
  })
})
