import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { FieldProviders } from '../../../../renderer/app/field-providers.tsx'
import { createQueryClient } from '../../../../renderer/data/query-client.ts'
import { SchemaProvider } from '../../../../renderer/data/schema-context.tsx'
import type { OpenDocuments } from '../../../../renderer/form/open-documents.ts'
import { OpenDocumentsProvider } from '../../../../renderer/form/open-documents-context.ts'
import { SiteWordsProvider } from '../../../../renderer/i18n/language-context.tsx'
import { CompareScreen } from '../../../../renderer/screens/compare/compare-screen.tsx'
import { ToastRegion } from '../../../../renderer/ui/toast/toast-region.tsx'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

type Options = {
  address: string
  site: SiteSchema
  documents: OpenDocuments
  /** Rendered next to the screen: a reader of the address. */
  beside: ReactNode
  client?: QueryClient
}

/** Renders the comparison screen at an address. Must be imported once `galley` exists. */
export async function showComparison({
  address,
  site,
  documents,
  beside,
  client = createQueryClient(),
}: Options): Promise<void> {
  await renderInEnglish(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <SiteWordsProvider site={site}>
          <SchemaProvider value={site}>
            <FieldProviders>
              {beside}
              <ToastRegion />
              <OpenDocumentsProvider value={documents}>
                <Routes>
                  <Route
                    path="/collections/:slug/:id/versions/:versionID"
                    element={<CompareScreen kind="collection" />}
                  />
                  <Route
                    path="/globals/:slug/versions/:versionID"
                    element={<CompareScreen kind="global" />}
                  />
                  <Route path="*" element={null} />
                </Routes>
              </OpenDocumentsProvider>
            </FieldProviders>
          </SchemaProvider>
        </SiteWordsProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
