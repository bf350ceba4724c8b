import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askApi } from '../../../../main/server/read/read-api.ts'
import type { StoreApi } from '../../../../main/store/store-api.ts'
import type { DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { Collection, SiteSchema } from '../../../../shared/cms/schema-model.ts'
import type { ApiAnswer, CallInput, CallOutput } from '../../../../shared/ipc.ts'
import type { JsonPiece } from '../../../../shared/json-pieces.ts'
import { site } from '../../store/support/site.ts'
import { sendingSite } from '../../main/support/sending-site.ts'
import { bridgeOf, viewOf } from '../form/form-fixtures.ts'

const answered: ApiAnswer = {
  outcome: 'answered',
  status: 200,
  bytes: 400_000,
  ms: 12,
  at: '2026-03-05T10:00:00.000Z',
  isJson: true,
}
/** Pieces of the answer; an error breaks it off. */
let pieces: (JsonPiece | Error | null)[] = []
const asked: CallInput<'api.ask'>[] = []
/** Main's handler of a question. */
let askServer = async (_input: CallInput<'api.ask'>): Promise<unknown> => undefined
const fake = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'session.get': () => ({ permissions: { collections: { posts: true } } }),
  'documents.get': () => viewOf({ id: 7, title: { en: 'Night train' } }),
  'versions.list': () => ({
    rows: [],
    totalDocs: 0,
    fetchedAt: null,
    latestDraft: null,
    currentlyPublished: null,
  }),
  'api.ask': async (input: CallInput<'api.ask'>) => {
    asked.push(input)
    await askServer(input)
    return answered
  },
  'api.next': (): CallOutput<'api.next'> => {
    const piece = pieces.shift() ?? null
    if (piece instanceof Error) throw piece
    return { piece }
  },
  'api.stop': () => undefined,
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { AccountProvider } = await import('../../../../renderer/data/account-context.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { LanguageProvider } = await import('../../../../renderer/i18n/language-context.tsx')
const { loadTranslator } = await import('../../../../renderer/i18n/translator.ts')
const { ApiScreen } = await import('../../../../renderer/screens/api/api-screen.tsx')

beforeEach(() => {
  asked.length = 0
  pieces = [START, null]
})
afterEach(() => {
  cleanup()
  askServer = async () => undefined
})

let search = ''
function Address() {
  const { search: now } = useLocation()
  useEffect(() => {
    search = now
  })
  return null
}

let client = createQueryClient()
/** Questions of closed screens. */
let askedBefore = 0

type Shown = { query?: string; collection?: Partial<Collection>; schema?: Partial<SiteSchema> }

/** Renders the API view of a post; returns a function that changes the window's language. */
async function show({ query = '', collection = {}, schema = {} }: Shown = {}) {
  const server = { id: 's', url: 'https://cms.test', name: 'Test', waiting: null, lastIdentifier: null }
  const collections = site.collections.map((one) => (one.slug === 'posts' ? { ...one, ...collection } : one))
  client = createQueryClient()
  askedBefore = asked.length
  const inLanguage = (language: string) => (
    <LanguageProvider language={language}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/collections/posts/7/api${query}`]}>
          <Address />
          <AccountProvider value={{ server, collection: 'users', userId: '1', label: 'Test' }}>
            <SchemaProvider value={{ ...site, collections, ...schema }}>
              <FieldProviders>
                <Routes>
                  <Route path="/collections/:slug/:id/api" element={<ApiScreen kind="collection" />} />
                </Routes>
              </FieldProviders>
            </SchemaProvider>
          </AccountProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </LanguageProvider>
  )
  const { rerender } = render(inLanguage('en'))
  await act(() => loadTranslator('en'))
  return async (language: string) => {
    rerender(inLanguage(language))
    await act(() => loadTranslator(language))
  }
}

const START: JsonPiece = { at: [], value: { id: 7 } }
const REST: JsonPiece = { at: [], members: [['last', 'the end']] }

it('an answer that breaks off is said to be broken off, and is asked for again', async () => {
  pieces = [START, new Error('The parser ended')]
  await show()
  expect(await screen.findByText('The answer broke off')).toBeTruthy()
  expect(screen.queryByRole('tree')).toBeNull()
  expect(asked).toHaveLength(1)
  pieces = [START, REST, null]
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('tree').getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByText('The answer broke off')).toBeNull()
  expect(asked).toHaveLength(2)
})

it('an answer of which nothing comes is none, and is asked for again', async () => {
  pieces = [new Error('The parser ended')]
  await show()
  expect(await screen.findByText('The server did not answer')).toBeTruthy()
  pieces = [START, null]
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('tree')).toBeTruthy()
})

/** Waits until the screen has asked, and all answers are drawn. */
async function settled(): Promise<void> {
  await waitFor(() => expect(asked.length).toBeGreaterThan(askedBefore))
  await act(() => new Promise<void>((done) => setTimeout(done)))
  await waitFor(() => expect(client.isFetching()).toBe(0))
}
const checkbox = (name: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name })
const depth = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Depth' })
const last = () => asked.at(-1)

it('S2.51 has a box Draft where the site keeps drafts, and only there', async () => {
  const { versions } = site.collections[0] ?? {}
  for (const none of [null, { ...versions, drafts: false }]) {
    await show({ query: '?draft=true', collection: { versions: none as Collection['versions'] } })
    await settled()
    expect(checkbox('Authenticated')).toBeTruthy()
    expect(checkbox('Draft')).toBeNull()
    expect(last()?.question.draft).toBe(false)
    cleanup()
  }
  await show()
  expect(checkbox('Draft')?.checked).toBe(false)
  fireEvent.click(checkbox('Draft') ?? document.body)
  await waitFor(() => expect(last()?.question.draft).toBe(true))
  expect(new URLSearchParams(search).get('draft')).toBe('true')
})

it('S2.52 has a box Authenticated, which is on whatever the address says', async () => {
  for (const query of ['', '?authenticated=false', '?authenticated=true']) {
    asked.length = 0
    await show({ query })
    await settled()
    expect([query, checkbox('Authenticated')?.checked]).toEqual([query, true])
    expect(asked.map(({ authenticated }) => authenticated)).toEqual([true])
    fireEvent.click(checkbox('Authenticated') ?? document.body)
    await waitFor(() => expect(asked.map(({ authenticated }) => authenticated)).toEqual([true, false]))
    expect(search).toBe(query)
    cleanup()
  }
})

it('S2.53 has a choice of the locale where the site has locales, each by its label, else by its code', async () => {
  const localization: SiteSchema['localization'] = {
    defaultLocale: 'nb',
    locales: [
      { code: 'nb', label: { en: 'Norwegian', nb: 'Norsk' }, rtl: false, fallbacks: [] },
      { code: 'se', label: '', rtl: false, fallbacks: [] },
    ],
  }
  const select = () => screen.queryByRole('button', { name: /Locale$/ })
  await show({ schema: { localization: null } })
  await settled()
  expect(select()).toBeNull()
  expect(screen.queryByText('Locale')).toBeNull()
  expect(last()?.question.locale).toBeNull()
  cleanup()
  await show({ schema: { localization } })
  expect(select()?.textContent).toBe('Norwegian')
  fireEvent.click(select() ?? document.body)
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['Norwegian', 'se'])
  fireEvent.click(options[1] ?? document.body)
  await waitFor(() => expect(last()?.question.locale).toBe('se'))
  expect(new URLSearchParams(search).get('locale')).toBe('se')
})

it('S2.54 S9.04 has a depth from 0 to 10 in steps of 1, at first that of the site; any other is said to be none, and not asked for', async () => {
  await show()
  expect(depth().value).toBe('2')
  await waitFor(() => expect(last()?.question.depth).toBe(2))
  cleanup()
  await show({ schema: { defaultDepth: 5 } })
  await waitFor(() => expect(last()?.question.depth).toBe(5))
  expect(depth().value).toBe('5')
  const type = (value: string) => fireEvent.change(depth(), { target: { value } })
  const step = (key: 'ArrowUp' | 'ArrowDown') => fireEvent.keyDown(depth(), { key })
  step('ArrowUp')
  expect(depth().value).toBe('6')
  step('ArrowDown')
  step('ArrowDown')
  expect(depth().value).toBe('4')
  type('10')
  await waitFor(() => expect(last()?.question.depth).toBe(10))
  step('ArrowUp')
  expect(depth().value).toBe('10')
  type('0')
  await waitFor(() => expect(last()?.question.depth).toBe(0))
  step('ArrowDown')
  expect(depth().value).toBe('0')
  expect(new URLSearchParams(search).get('depth')).toBe('0')
  await settled()
  const count = asked.length
  for (const [value, words] of [
    ['11', '11 is greater than the max allowed Depth of 10.'],
    ['-1', '-1 is less than the min allowed Depth of 0.'],
    ['1.5', 'Please enter a valid number.'],
    ['x', 'Please enter a valid number.'],
    ['', 'Please enter a valid number.'],
  ] as const) {
    type(value)
    expect(screen.getByText(words)).toBeTruthy()
    expect(depth().getAttribute('aria-invalid')).toBe('true')
  }
  await settled()
  expect(asked).toHaveLength(count)
  type('3')
  await waitFor(() => expect(last()?.question.depth).toBe(3))
  expect(depth().getAttribute('aria-invalid')).not.toBe('true')
})

it('S2.58 asks once for each change of depth, draft, locale, who asks and the language of the window, and for nothing else', async () => {
  const gets: string[] = []
  // The program's own requests, up to its client.
  const store = { resolveId: (ref: DocRef) => ref } as unknown as StoreApi
  const reached = sendingSite(store, () => null)
  const look: typeof reached.client.look = async ({ method, path, authenticated }) => {
    gets.push(`${method} ${path} ${authenticated === false ? 'nobody' : 'signed in'}`)
    return Promise.resolve({ kind: 'network', code: 'ECONNREFUSED' })
  }
  const server = { ...reached, client: { ...reached.client, look } }
  askServer = (input) => askApi(server, input)

  const changeLanguage = await show()
  await settled()
  expect(gets).toEqual(['GET /posts/7?depth=2&draft=false&locale=en signed in'])
  /** Returns the requests caused by a change. */
  const by = async (change: () => unknown) => {
    gets.length = 0
    await change()
    await settled()
    return [...gets]
  }
  const press = (name: string) => fireEvent.click(checkbox(name) ?? document.body)
  expect(await by(() => fireEvent.change(depth(), { target: { value: '1' } }))).toEqual([
    'GET /posts/7?depth=1&draft=false&locale=en signed in',
  ])
  expect(await by(() => press('Draft'))).toEqual(['GET /posts/7?depth=1&draft=true&locale=en signed in'])
  const chooseGerman = async () => {
    fireEvent.click(screen.getByRole('button', { name: /Locale$/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'Deutsch' }))
  }
  expect(await by(chooseGerman)).toEqual(['GET /posts/7?depth=1&draft=true&locale=de signed in'])
  expect(await by(() => press('Authenticated'))).toEqual(['GET /posts/7?depth=1&draft=true&locale=de nobody'])
  const speakGerman = () => changeLanguage('de')
  expect(await by(speakGerman)).toEqual(['GET /posts/7?depth=1&draft=true&locale=de nobody'])
  // A change of nothing, or of the screen alone, asks nothing.
  expect(await by(speakGerman)).toEqual([])
  expect(
    await by(() => fireEvent.click(screen.getByRole('button', { name: /fullscreen|Vollbild/i }))),
  ).toEqual([])
})
