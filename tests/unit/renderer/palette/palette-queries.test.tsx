import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, type OpenedDatabase } from '../../../../main/store/durability/database.ts'
import { createStore } from '../../../../main/store/store.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { LocalizedText, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput } from '../../../../shared/ipc.ts'
import { give } from '../../store/support/bench.ts'
import { author, post, site as storeSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { account } from '../support/account.ts'

/* Typical input of the palette in four languages with the expected first hit: the real store, texts and matching. */

const names: Readonly<Record<string, { singular: LocalizedText; plural: LocalizedText }>> = {
  posts: {
    singular: { en: 'Post', de: 'Beitrag', fr: 'Article', ar: 'مقال' },
    plural: { en: 'Posts', de: 'Beiträge', fr: 'Articles', ar: 'المقالات' },
  },
  authors: {
    singular: { en: 'Author', de: 'Autor', fr: 'Auteur', ar: 'كاتب' },
    plural: { en: 'Authors', de: 'Autoren', fr: 'Auteurs', ar: 'الكتّاب' },
  },
}
const site: SiteSchema = {
  ...storeSite,
  collections: storeSite.collections.map((one) => ({
    ...one,
    labels: names[one.slug] ?? { singular: one.slug, plural: one.slug },
    trash: one.slug === 'posts',
  })),
}
const titles = [
  'Night train to Narvik',
  'Narvik',
  'Slow ferries of the Ålesund coast',
  'Café hours in Cádiz',
  'Straße am Hafen',
  'Ночной поезд в Нарвик',
  'قطار الليل إلى نارفيك',
  'Łódź by tram',
  'Porto before the ferries',
  'Trains, trams and trolleys',
  'The Lighthouse of Kampen',
  'How to publish a dark comic',
  '東京の夜',
  'Η νύχτα στην Αθήνα',
]

let folder: string
let database: OpenedDatabase
let store: StoreApi

const permission = { create: true, read: true, update: true, delete: true, fields: true }
const slugs = site.collections.map(({ slug }) => slug)
const main = bridgeOf({
  'app.bootstrap': () => ({ theme: 'auto' }),
  'connection.get': () => ({
    status: 'offline',
    since: '2026-11-20T09:00:00.000Z',
    lastContact: null,
    problem: null,
  }),
  'session.get': () => ({
    permissions: {
      collections: Object.fromEntries(slugs.map((slug) => [slug, permission])),
      globals: { header: permission },
    },
    visible: { collections: slugs, globals: ['header'] },
  }),
  'documents.find': (query: CallInput<'documents.find'>) => store.findDocuments(query),
})
vi.stubGlobal('galley', main.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createOpenDocuments } = await import('../../../../renderer/form/open-documents.ts')
const { OpenDocumentsProvider } = await import('../../../../renderer/form/open-documents-context.ts')
const { AppCommands } = await import('../../../../renderer/app/shell/app-commands.tsx')
const { Shortcuts } = await import('../../../../renderer/commands/shortcut-sheet.tsx')
const { useCommand } = await import('../../../../renderer/commands/use-commands.ts')
const { usePlaceCommands } = await import('../../../../renderer/palette/use-place-commands.ts')
const { Palette } = await import('../../../../renderer/palette/palette.tsx')

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-palette-'))
  database = openDatabase({ file: join(folder, 'store.sqlite') })
  store = createStore({ db: database.db, types: fieldTypes, onEvent: () => undefined })
  store.setSchema(site)
  titles.forEach((title, index) =>
    give(store, post(String(index + 1)), { title: { en: title }, slug: `slug-${index + 1}` }, index + 1),
  )
  give(store, author('9'), { name: 'Ursula Halligan' })
})
afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})
afterEach(cleanup)

/** The commands of a document's screen and of a list. */
function ScreenCommands() {
  const run = () => undefined
  usePlaceCommands()
  useCommand({ id: 'document.save', title: 'version:saveDraft', also: 'galley:palette.also.save', run })
  useCommand({
    id: 'document.publish',
    title: 'version:publishChanges',
    also: 'galley:palette.also.publish',
    run,
  })
  useCommand({
    id: 'document.delete',
    title: 'galley:actions.trash',
    also: 'galley:palette.also.delete',
    run,
  })
  useCommand({
    id: 'document.duplicate',
    title: 'general:duplicate',
    also: 'galley:palette.also.duplicate',
    run,
  })
  useCommand({ id: 'list.export', title: 'galley:export.open', also: 'galley:palette.also.export', run })
  return null
}

async function typeInto(language: string, typed: string): Promise<HTMLElement[]> {
  const client = createQueryClient()
  const documents = createOpenDocuments({ bridge: main.bridge, types: fieldTypes })
  render(
    <LanguageProvider language={language}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <AccountProvider value={account}>
            <SchemaProvider value={site}>
              <FieldProviders>
                <OpenDocumentsProvider value={documents}>
                  <AppCommands />
                  <Shortcuts />
                  <ScreenCommands />
                  <Palette onClose={() => undefined} ask={() => undefined} />
                </OpenDocumentsProvider>
              </FieldProviders>
            </SchemaProvider>
          </AccountProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await act(() => loadTranslator(language))
  const isQuiet = () => waitFor(() => expect(client.isFetching()).toBe(0))
  await isQuiet()
  fireEvent.change(screen.getByRole('combobox'), { target: { value: typed } })
  await isQuiet()
  return screen.queryAllByRole('option')
}

async function firstFor(language: string, typed: string): Promise<string> {
  const [first] = await typeInto(language, typed)
  return first?.querySelector('span:not([aria-hidden]):not([title])')?.textContent ?? 'nothing'
}

it.each([
  // Titles: one word, other case, the beginning of a word, another order.
  ['en', 'narvik', 'Narvik'],
  ['en', 'NIGHT TRAIN', 'Night train to Narvik'],
  ['en', 'night', 'Night train to Narvik'],
  ['en', 'nig tra', 'Night train to Narvik'],
  ['en', 'narvik night', 'Night train to Narvik'],
  ['en', 'ferries porto', 'Porto before the ferries'],
  ['en', 'tram lodz', 'Łódź by tram'],
  ['en', 'lighth', 'The Lighthouse of Kampen'],
  ['en', 'halligan', 'Ursula Halligan'],
  // Without diacritics, or with replacement letters.
  ['en', 'alesund', 'Slow ferries of the Ålesund coast'],
  ['en', 'cafe cadiz', 'Café hours in Cádiz'],
  ['de', 'strasse', 'Straße am Hafen'],
  ['en', 'ŁÓDŹ', 'Łódź by tram'],
  // Misspelt: missing, extra, swapped, wrong letters, two at once.
  ['en', 'lighthose', 'The Lighthouse of Kampen'],
  ['en', 'lightthouse', 'The Lighthouse of Kampen'],
  ['en', 'lihgthouse', 'The Lighthouse of Kampen'],
  ['en', 'lihgthose', 'The Lighthouse of Kampen'],
  ['en', 'lihgtho', 'The Lighthouse of Kampen'],
  ['en', 'feries porto', 'Porto before the ferries'],
  ['en', 'narvk nihgt', 'Night train to Narvik'],
  ['en', 'nite trane narvik', 'Narvik'],
  ['en', 'trolelys', 'Trains, trams and trolleys'],
  ['en', 'hallgian ursla', 'Ursula Halligan'],
  // Other scripts.
  ['en', 'поезд', 'Ночной поезд в Нарвик'],
  ['en', 'нарвик ночной', 'Ночной поезд в Нарвик'],
  ['en', 'поедз нарвик', 'Ночной поезд в Нарвик'],
  ['en', 'قطار', 'قطار الليل إلى نارفيك'],
  ['ar', 'نارفيك ليل', 'قطار الليل إلى نارفيك'],
  ['ar', 'نارفك', 'قطار الليل إلى نارفيك'],
  ['en', '夜', '東京の夜'],
  ['en', 'αθηνα νυχτα', 'Η νύχτα στην Αθήνα'],
  // Slug and id.
  ['en', 'slug-11', 'The Lighthouse of Kampen'],
  // Screens.
  ['en', 'dash', 'Dashboard'],
  ['en', 'home', 'Dashboard'],
  ['en', 'unsent', 'Outbox'],
  ['en', 'outbx', 'Outbox'],
  ['en', 'posts', 'Posts'],
  ['en', 'account', 'Settings'],
  ['en', 'password', 'Settings'],
  ['en', 'setings', 'Settings'],
  ['en', 'language', 'Language'],
  ['en', 'offline', 'On this computer'],
  ['en', 'trash', 'Trash of Posts'],
  ['en', 'deleted posts', 'Trash of Posts'],
  ['en', '#auth', 'Authors'],
  ['en', '+ po', 'Create new Post'],
  // Commands.
  ['en', 'dark', 'Dark appearance'],
  ['en', 'theme dark', 'Dark appearance'],
  ['en', 'night mode', 'Dark appearance'],
  ['en', 'light', 'Light appearance'],
  ['en', 'log out', 'Log out'],
  ['en', 'sign out', 'Log out'],
  ['en', 'publish', 'Publish changes'],
  ['en', 'go live', 'Publish changes'],
  ['en', 'csv', 'Export'],
  ['en', '> sav', 'Save Draft'],
  ['en', 'new post', 'Create new Post'],
  ['en', 'hotkeys', 'Keyboard shortcuts'],
  // The same in the window's language.
  ['de', 'dunkel', 'Dunkle Darstellung'],
  ['de', 'abmelden', 'Abmelden'],
  ['de', 'papierkorb', 'Papierkorb von Beiträge'],
  ['de', 'mülleimer', 'Papierkorb von Beiträge'],
  ['de', 'passwort', 'Einstellungen'],
  ['de', 'online stellen', 'Änderungen veröffentlichen'],
  ['de', 'sprahce', 'Sprache'],
  ['de', 'beitrage', 'Beiträge'],
  ['de', 'startseite', 'Übersicht'],
  ['fr', 'sombre', 'Apparence sombre'],
  ['fr', 'mot de passe', 'Réglages'],
  ['fr', 'corbeille', 'Corbeille de Articles'],
  ['fr', 'déconnecter', 'Se déconnecter'],
  ['fr', 'telecharger', 'Exporter'],
  ['fr', 'langue', 'Langue'],
  ['ar', 'ليل', 'قطار الليل إلى نارفيك'],
  ['ar', 'وضع ليل', 'المظهر الداكن'],
  ['ar', 'داكن', 'المظهر الداكن'],
  ['ar', 'كلمة السر', 'الإعدادات'],
  ['ar', 'مهملات', 'سلة مهملات المقالات'],
  ['ar', 'تصدير', 'تصدير'],
])('in %s “%s” finds first “%s”', async (language, typed, wanted) => {
  expect((await firstFor(language, typed)).replaceAll(/[\u2066-\u2069]/g, '')).toBe(wanted)
})

it.each([
  ['en', 'lake'],
  ['en', 'nite'],
  ['en', 'anna'],
  ['en', 'train'],
  ['en', 'narvk'],
  ['de', 'winterreise'],
  ['fr', 'anna'],
  ['fr', 'nite'],
])('in %s “%s” offers no command and no screen', async (language, typed) => {
  const offered = await typeInto(language, typed)
  expect(offered.filter(({ id }) => id.includes('command-')).map((one) => one.textContent)).toEqual([])
})
