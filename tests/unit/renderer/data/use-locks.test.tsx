import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeRef, type DocRef } from '../../../../shared/cms/doc-ref.ts'
import type { SiteSchema } from '../../../../shared/cms/schema-model.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { site as storeSite } from '../../store/support/site.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

const site: SiteSchema = {
  ...storeSite,
  collections: storeSite.collections.map((one) => ({ ...one, lockMs: 300_000 })),
}
/** The ids of each query. */
const asked: string[][] = []
const fake = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'locks.list': ({ refs }: { refs: DocRef[] }) => {
    asked.push(refs.map((ref) => (ref.kind === 'collection' ? ref.id : '')))
    return refs.map((ref) => ({ ref, by: 'Ada' }))
  },
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { SchemaProvider } = await import('../../../../renderer/data/schema-context.tsx')
const { useLocks } = await import('../../../../renderer/data/use-locks.ts')

afterEach(() => {
  cleanup()
  asked.length = 0
  vi.useRealTimers()
})

const refs = (...ids: string[]) => ids.map((id) => makeRef('collection', 'posts', id))

async function inWindow() {
  await loadTranslator('en')
  const client = createQueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <LanguageProvider language="en">
        <SchemaProvider value={site}>{children}</SchemaProvider>
      </LanguageProvider>
    </QueryClientProvider>
  )
}

it('of more documents than main takes at once asks in pieces', async () => {
  const ids = Array.from({ length: 2300 }, (_, index) => String(index))
  const shown = renderHook(() => useLocks(refs(...ids)), { wrapper: await inWindow() })
  await waitFor(() => expect(shown.result.current.get('collection:posts:2299')).toBe('Ada'))
  expect(asked.map(({ length }) => length)).toEqual([1000, 1000, 300])
})

it('while documents come and go, as a queue is sent, it is asked once, when they have stopped', async () => {
  const wrapper = await inWindow()
  const shown = renderHook(({ of }) => useLocks(of), { wrapper, initialProps: { of: refs('1', '2', '3') } })
  await waitFor(() => expect(shown.result.current.get('collection:posts:3')).toBe('Ada'))
  expect(asked).toEqual([['1', '2', '3']])
  vi.useFakeTimers({ shouldAdvanceTime: false })
  shown.rerender({ of: refs('2', '3') })
  shown.rerender({ of: refs('3') })
  // Known locks stay until then.
  expect(shown.result.current.get('collection:posts:3')).toBe('Ada')
  expect(asked).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(asked).toEqual([['1', '2', '3'], ['3']])
  expect(shown.result.current.get('collection:posts:3')).toBe('Ada')
})
