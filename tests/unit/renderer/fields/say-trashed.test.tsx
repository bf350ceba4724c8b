import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeRef } from '../../../../shared/cms/doc-ref.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import type { Became, CallInput } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let became: Became = { is: 'waiting' }
const fake = bridgeOf({
  'outbox.became': () => [became],
  'trash.restore': ({ ids }: CallInput<'trash.restore'>) => ({ outcome: 'done', done: ids, refused: [] }),
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useSayTrashed } = await import('../../../../renderer/fields/document-rows/use-judged-trash.ts')
const { toastQueue } = await import('../../../../renderer/ui/toast/toast-queue.ts')

afterEach(() => {
  cleanup()
  toastQueue.clear()
})

it('says that a document is in the trash once it is there, and takes it back as it was', async () => {
  await loadTranslator('en')
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <LanguageProvider language="en">{children}</LanguageProvider>
    </QueryClientProvider>
  )
  const { result } = renderHook(() => useSayTrashed(), { wrapper })
  await waitFor(() => expect(result.current).toBeTypeOf('function'))
  const toasts = () => toastQueue.visibleToasts.map(({ content }) => content)
  act(() => result.current(makeRef('collection', 'posts', '7'), 'k'))
  await waitFor(() => expect(fake.named('outbox.became')).toHaveLength(1))
  expect(toasts()).toEqual([])
  became = { is: 'sent', mode: 'delete', notTaken: false }
  act(() => fake.emit('outbox.changed', undefined))
  await waitFor(() => expect(toasts()[0]?.text).toBe('1 document moved to the trash'))
  toasts()[0]?.action?.onPress()
  await waitFor(() =>
    expect(fake.named('trash.restore')).toEqual([{ slug: 'posts', ids: ['7'], publish: null }]),
  )
})
