import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { ListQuery } from '../../../../shared/ipc.ts'
import { site } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const idsIn = ({ where, limit }: ListQuery): string[] =>
  [...JSON.stringify(where).matchAll(/\d+/g)].map(([id]) => id).slice(0, limit)
const fake = bridgeOf({
  'connection.get': () => ({ status: 'offline', since: '', lastContact: null, problem: null }),
  'documents.list': (query: ListQuery) => ({
    rows: idsIn(query).map((id) => ({
      ref: { kind: 'collection', slug: 'posts', id },
      data: { id, title: { en: `Train ${id}` } },
      status: null,
      updatedAt: null,
      state: { kind: 'saved' },
      isNew: false,
      complete: true,
    })),
    totalDocs: 0,
    source: 'computer',
    fetchedAt: null,
    coverage: { here: 0, total: null },
  }),
})
vi.stubGlobal('galley', fake.bridge)
const { FieldProviders } = await import('../../../../renderer/app/field-providers.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { useDocumentRows } = await import('../../../../renderer/data/use-document-rows.ts')

afterEach(cleanup)

it('names all of a thousand and more documents of one collection', async () => {
  await loadTranslator('en')
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <LanguageProvider language="en">
        <SchemaProvider value={site}>
          <FieldProviders>{children}</FieldProviders>
        </SchemaProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
  const refs = Array.from({ length: 1200 }, (_, index) => ({ slug: 'posts', id: String(index + 1) }))
  const { result } = renderHook(() => useDocumentRows(refs, 'en'), { wrapper })
  await waitFor(() => expect(result.current.isRead).toBe(true))
  const missing = refs.filter(({ slug, id }) => result.current.rowOf(slug, id)?.title !== `Train ${id}`)
  expect(missing).toEqual([])
})
