import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Field, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallOutput, DocumentView } from '../../../../shared/ipc.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { createOpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { array, collection, text } from '../../shared/build-fields.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'
import { account } from '../support/account.ts'

let view: DocumentView = viewOf()
let published: CallOutput<'documents.published'> = { outcome: 'offline' }
let denied: readonly string[] = []
const main = bridgeOf({
  'connection.get': () => ({
    status: 'online',
    since: '2026-11-20T09:00:00.000Z',
    lastContact: null,
    problem: null,
  }),
  'session.get': () => ({
    user: {},
    permissions: {
      collections: {
        posts: {
          create: true,
          read: true,
          update: true,
          fields: Object.fromEntries(
            ['title', 'intro', 'slug', 'links', 'words'].map((name) => [
              name,
              { read: true, update: !denied.includes(name) },
            ]),
          ),
        },
      },
    },
    visible: { collections: ['posts'], globals: [] },
  }),
  'documents.get': () => view,
  'documents.refresh': () => ({ outcome: 'unchanged' }),
  'documents.published': () => published,
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

const fields: Field[] = [
  text('title', { label: 'Title', localized: true }),
  text('intro', { label: 'Intro', localized: true }),
  text('slug', { label: 'Slug' }),
  array('links', [text('label', { label: 'Label', localized: true })], { label: 'Links' }),
]
const stored: JsonObject = {
  id: 7,
  title: { en: 'Night train', de: 'Nachtzug' },
  intro: { en: 'Slow is fast enough.' },
  slug: 'night-train',
  links: [{ id: 'a', label: { en: 'Timetable' } }],
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  view = viewOf(stored)
  published = { outcome: 'offline' }
  denied = []
})
afterEach(() => {
  if (screen.queryByRole('group', { name: 'Two locales side by side' })) toggle()
  cleanup()
})

function Keys() {
  useShortcuts()
  return <ToastRegion />
}

async function open(
  own: Field[] = fields,
  address = '/collections/posts/7',
  localization: SiteSchema['localization'] = site.localization,
) {
  const entity = collection(own, {
    versions: {
      drafts: true,
      localeStatus: false,
      autosaveInterval: null,
      max: null,
      validatesDrafts: false,
      schedules: false,
    },
  })
  const schema: SiteSchema = { ...site, localization, collections: [entity], globals: [] }
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <SchemaProvider value={schema}>
        <AccountProvider value={account}>
          <FieldProviders>
            <MemoryRouter initialEntries={[address]}>
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
  await screen.findAllByRole('textbox', { name: /^(Title|Slug)/ })
}

const press = (key: string, more = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ctrlKey: true, ...more })
const toggle = () => press('L', { shiftKey: true })
const head = () => screen.getByRole('group', { name: 'Two locales side by side' })
const work = () => within(head()).getByRole('status').textContent
const input = (path: string, locale: string) => {
  const found = document.querySelector<HTMLInputElement>(
    `[data-locale-pair="${path}"] [data-locale="${locale}"] input`,
  )
  if (found === null) throw new Error(`no ${path} in ${locale}`)
  return found
}
async function inLocaleMenu(item: string) {
  fireEvent.click(screen.getByRole('button', { name: /^Locale: / }))
  // Its name goes on with its key.
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${item}`) }))
}

describe('the second locale of a document', () => {
  it('opens by its key and by the menu, stays the one that was chosen, and closes', async () => {
    await open()
    toggle()
    expect(within(head()).getByText('English')).toBeTruthy()
    expect(input('title', 'de').value).toBe('Nachtzug')
    fireEvent.click(within(head()).getByRole('button', { name: 'Second locale: de Deutsch' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Français' }))
    expect(input('title', 'fr').value).toBe('')
    fireEvent.click(within(head()).getByRole('button', { name: 'Close the second locale' }))
    expect(document.querySelector('[data-locale-pair]')).toBeNull()
    await inLocaleMenu('Two locales side by side')
    expect(input('title', 'de').value).toBe('Nachtzug')
  })

  it.each([
    ['the address that names no locale', '/collections/posts/7'],
    ['the address that names another', '/collections/posts/7?locale=en'],
  ])(
    'begins in the one locale that the person is offered, and offers no other, at %s (F93)',
    async (_at, address) => {
      const locales = (site.localization?.locales ?? []).map((one) =>
        one.code === 'de' ? one : { ...one, hidden: true as const },
      )
      await open(fields, address, { defaultLocale: 'en', locales })
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Nachtzug')
      // The text that the site falls back to is still shown where there is none.
      expect(screen.getByRole('textbox', { name: /^Intro/ }).getAttribute('placeholder')).toContain('Slow is')
      fireEvent.click(screen.getByRole('button', { name: 'Locale: de Deutsch' }))
      expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
        'Deutsch✓',
      ])
      toggle()
      expect(screen.queryByRole('group', { name: 'Two locales side by side' })).toBeNull()
    },
  )

  it('offers two of three locales side by side where the person is offered those (F93)', async () => {
    const locales = (site.localization?.locales ?? []).map((one) =>
      one.code === 'en' ? { ...one, hidden: true as const } : one,
    )
    await open(fields, '/collections/posts/7', { defaultLocale: 'en', locales })
    toggle()
    expect(input('title', 'de').value).toBe('Nachtzug')
    expect(input('title', 'fr').value).toBe('')
    expect(document.querySelector('[data-locale="en"]')).toBeNull()
  })

  it('whoever types stays in the field when it opens and closes; who was in the second one comes to its partner', async () => {
    await open()
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })
    act(() => title.focus())
    toggle()
    expect(input('title', 'en')).toBe(title)
    expect(document.activeElement).toBe(title)
    toggle()
    expect(document.activeElement).toBe(title)
    toggle()
    act(() => input('title', 'de').focus())
    toggle()
    await waitFor(() => expect(document.activeElement).toBe(title))
  })

  it('counts what is missing in the locale that is translated into, wherever it stands, and leads to it', async () => {
    await open(fields, '/collections/posts/7?locale=de')
    toggle()
    await waitFor(() => expect(work()).toBe('2 missing'))
    expect(within(head()).getByRole('status').parentElement?.textContent).toContain('Deutsch')
    press('J', { shiftKey: true })
    await waitFor(() => expect(document.activeElement).toBe(input('intro', 'de')))
    press('J')
    await waitFor(() => expect(document.activeElement).toBe(input('intro', 'en')))
    press('J', { shiftKey: true })
    await waitFor(() => expect(document.activeElement).toBe(input('links.a.label', 'de')))
    fireEvent.change(input('links.a.label', 'de'), { target: { value: 'Fahrplan' } })
    fireEvent.change(input('intro', 'de'), { target: { value: 'Langsam' } })
    await waitFor(() => expect(work()).toBe('Nothing missing'))
  })

  it('of two that have nothing to do with each other the one that the site names first is the source', async () => {
    view = viewOf({ ...stored, title: { de: 'Nachtzug' } })
    await open(fields, '/collections/posts/7?locale=fr')
    toggle()
    fireEvent.click(within(head()).getByRole('button', { name: 'Second locale: en English' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Deutsch' }))
    await waitFor(() => expect(work()).toBe('1 missing'))
    expect(within(head()).getByRole('status').parentElement?.textContent).toContain('Français')
  })

  it('says what is older than what the server has published', async () => {
    view = viewOf(
      { ...stored, title: { en: 'The night train', de: 'Nachtzug' } },
      {
        base: {
          ...viewOf().base,
          data: { ...stored, title: { en: 'The night train', de: 'Nachtzug' } },
          hasPublished: true,
        },
      },
    )
    published = { outcome: 'done', data: stored }
    await open()
    toggle()
    await waitFor(() => expect(work()).toBe('2 missing, 1 older'))
    expect(screen.getByText('Older').title).toBe('English changed after the last publish, Deutsch did not')
  })

  it('after it was published, nothing is older than that', async () => {
    const newer = { ...stored, title: { en: 'The night train', de: 'Nachtzug' } }
    const at = (updatedAt: string) =>
      viewOf(newer, { base: { ...viewOf().base, data: newer, hasPublished: true, updatedAt } })
    view = at('2026-11-20T09:00:00.000Z')
    published = { outcome: 'done', data: stored }
    await open()
    toggle()
    expect(work()).toBe('')
    await waitFor(() => expect(work()).toBe('2 missing, 1 older'))
    view = at('2026-11-20T10:00:00.000Z')
    published = { outcome: 'done', data: newer }
    await act(async () => main.emit('documents.changed', { refs: [view.ref] }))
    await waitFor(() => expect(work()).toBe('2 missing'))
  })

  it('a key copies the field that the person is in, and no list from inside one of its rows', async () => {
    const words = array('words', [text('word', { label: 'Word' })], { label: 'Words', localized: true })
    view = viewOf({ ...stored, words: { en: [{ id: 'w', word: 'rail' }], de: [{ id: 'v', word: 'Gleis' }] } })
    await open([...fields, words])
    toggle()
    act(() => input('intro', 'de').focus())
    press('T', { shiftKey: true })
    expect(input('intro', 'de').value).toBe('Slow is fast enough.')
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(input('intro', 'de').value).toBe('')
    act(() => input('words', 'de').focus())
    press('T', { shiftKey: true })
    expect(input('words', 'de').value).toBe('Gleis')
  })

  it('nothing is called older as long as nobody knows what is published', async () => {
    view = viewOf({ ...stored, title: { en: 'The night train', de: 'Nachtzug' } })
    await open()
    toggle()
    await waitFor(() => expect(work()).toBe('2 missing'))
  })

  it('there is no menu and no second locale where no field has a value per locale', async () => {
    await open([text('slug', { label: 'Slug' })])
    toggle()
    expect(screen.queryByRole('button', { name: /^Locale: / })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Two locales side by side' })).toBeNull()
  })
})

describe('copying from another language', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Copy from another locale' })

  it('fills what is empty, says how much it would overwrite, and is one step for undo', async () => {
    await open(fields, '/collections/posts/7?locale=de')
    await inLocaleMenu('Copy from another locale…')
    const shown = await dialog()
    fireEvent.click(within(shown).getByText('All fields that differ: 3 fields'))
    within(shown).getByText('This overwrites 1 field in Deutsch. You can undo it.')
    fireEvent.click(within(shown).getByRole('button', { name: 'Copy 3 fields' }))
    await screen.findByText('Copied 3 fields from English to Deutsch')
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })
    expect(title.value).toBe('Night train')
    press('Z')
    expect(title.value).toBe('Nachtzug')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Intro/ }).value).toBe('')
  })

  it('leaves alone what the account may not write, and does nothing where there is nothing', async () => {
    denied = ['title', 'intro']
    await open(fields, '/collections/posts/7?locale=de')
    await inLocaleMenu('Copy from another locale…')
    const shown = await dialog()
    expect(within(shown).getByText('All fields that differ: 1 field')).toBeTruthy()
    fireEvent.click(within(shown).getByRole('button', { name: 'Cancel' }))
    cleanup()
    view = viewOf({ id: 7, slug: 'a' })
    await open(fields, '/collections/posts/7?locale=de')
    await inLocaleMenu('Copy from another locale…')
    expect(within(await dialog()).getByRole('status').textContent).toBe('There is nothing to copy')
    await act(async () => undefined)
  })
})
