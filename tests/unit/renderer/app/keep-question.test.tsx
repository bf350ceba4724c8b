import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { DEFAULT_PREFETCH, type PrefetchState } from '../../../../shared/prefetch.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const asked: PrefetchState = {
  settings: { ...DEFAULT_PREFETCH, documentsPerCollection: 1500, megabytes: 300 },
  managed: false,
  phase: 'off',
  left: 0,
  found: null,
}
vi.stubGlobal('galley', bridgeOf({ 'prefetch.get': () => asked }).bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { KeepQuestion } = await import('../../../../renderer/screens/dashboard/keep-question.tsx')

afterEach(cleanup)

it('names what each answer keeps, how much of it, and the limits (U43 question)', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider language="en">
        <KeepQuestion />
      </LanguageProvider>
    </QueryClientProvider>,
  )
  const text = (await screen.findByRole('region', { name: 'Keep all documents on this computer?' }))
    .textContent
  expect(text).toContain(
    '“Keep everything” keeps the newest 1,500 documents of each collection, up to 300 MB together, but no users.',
  )
  expect(text).toContain('“Only what I open” also keeps the documents on list pages you look at.')
})
