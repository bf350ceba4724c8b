import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionState, DocumentView, VersionRow } from '../../../../shared/ipc.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf, de, draftOf, en, entryOf, viewOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let view: DocumentView = viewOf()
let rows: VersionRow[] = []
const connection: ConnectionState = { status: 'offline', since: '', lastContact: null, problem: null }
const fake = bridgeOf({
  'connection.get': () => connection,
  'session.get': () => ({ permissions: { collections: { posts: true } } }),
  'documents.get': () => view,
  'versions.list': () => ({
    rows,
    totalDocs: rows.length,
    fetchedAt: null,
    latestDraft: null,
    currentlyPublished: null,
  }),
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { VersionsScreen } = await import('../../../../renderer/screens/versions/versions-screen.tsx')

afterEach(cleanup)

/** The title over the versions of a document, once it is there. */
async function titleOver(more: Partial<DocumentView>, locale = 'en'): Promise<string | null> {
  view = viewOf({ id: 7, title: { en: 'Night train', de: 'Nachtzug' } }, more)
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/collections/posts/7/versions?locale=${locale}`]}>
        <SchemaProvider value={site}>
          <FieldProviders>
            <Routes>
              <Route path="/collections/:slug/:id/versions" element={<VersionsScreen kind="collection" />} />
            </Routes>
          </FieldProviders>
        </SchemaProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const heading = await screen.findByRole('heading', { level: 1, name: /train|zug/i }, { timeout: 20_000 })
  return heading.textContent
}

const waiting = entryOf([en('title', 'Night train', 'Waiting train'), de('title', 'Nachtzug', 'Wartezug')])

describe('the title over the versions of a document', () => {
  it('is the one that is stored where nothing was edited here', async () => {
    expect(await titleOver({})).toBe('Night train')
  })

  it('DM4 has what waits to be sent', async () => {
    expect(await titleOver({ entries: [waiting] })).toBe('Waiting train')
  })

  it('DM4 has what is typed on top of that, in the locale that is shown', async () => {
    const typed = { entries: [waiting], draft: draftOf([de('title', 'Wartezug', 'Tippzug')]) }
    expect(await titleOver(typed)).toBe('Waiting train')
    cleanup()
    expect(await titleOver(typed, 'de')).toBe('Tippzug')
  })
})

describe('a version in the list', () => {
  it('leads to its comparison, in the locale that is shown', async () => {
    rows = [
      {
        id: 'v 1',
        updatedAt: '2026-03-01T10:00:00.000Z',
        status: 'published',
        autosave: false,
        publishedLocale: null,
        latest: true,
      },
    ]
    await titleOver({}, 'de')
    const date = await screen.findByRole('link', { name: /March 1st 2026/ })
    expect(date.getAttribute('href')).toBe('/collections/posts/7/versions/v%201?locale=de')
  })
})
