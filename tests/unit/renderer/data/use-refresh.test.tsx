import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionState, RefreshResult } from '../../../../shared/ipc.ts'
import { LanguageProvider } from '../../../../renderer/i18n/language-context.tsx'
import { loadTranslator } from '../../../../renderer/i18n/translator.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let status: ConnectionState['status'] = 'online'
const connection = (): ConnectionState => ({ status, since: '', lastContact: null, problem: null })
const fake = bridgeOf({ 'connection.get': () => connection() })
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useRefresh } = await import('../../../../renderer/data/use-refresh.ts')

/** Questions that are answered by hand. */
function questions() {
  const open: { resolve: (result: RefreshResult) => void; reject: (error: Error) => void }[] = []
  const ask = () => new Promise<RefreshResult>((resolve, reject) => open.push({ resolve, reject }))
  return { open, ask }
}

async function become(next: ConnectionState['status']): Promise<void> {
  status = next
  await act(async () => fake.emit('connection.changed', connection()))
}

describe('what is painted is asked for in the background', () => {
  let client: QueryClient
  beforeEach(async () => {
    status = 'online'
    client = createQueryClient()
    await loadTranslator('en')
  })
  afterEach(cleanup)

  function show(ask: () => Promise<RefreshResult>, isReady: () => boolean = () => true) {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>
        <LanguageProvider language="en">{children}</LanguageProvider>
      </QueryClientProvider>
    )
    return renderHook(({ question }) => useRefresh([question], ask, { ready: isReady() }), {
      wrapper,
      initialProps: { question: 'posts' },
    }).result
  }

  it('once, and again on demand', async () => {
    const { open, ask } = questions()
    const refresh = show(ask)
    await waitFor(() => expect(refresh.current).toMatchObject({ asking: true, result: null }))
    await waitFor(() => expect(open).toHaveLength(1))
    await act(async () => open[0]?.resolve({ outcome: 'updated' }))
    await waitFor(() =>
      expect(refresh.current).toMatchObject({ asking: false, result: { outcome: 'updated' } }),
    )
    expect(open).toHaveLength(1)
    act(() => refresh.current.again())
    await waitFor(() => expect(open).toHaveLength(2))
    expect(refresh.current).toMatchObject({ asking: true, result: null })
  })

  it('again when the server can be reached again, and not before', async () => {
    status = 'offline'
    const { open, ask } = questions()
    const refresh = show(ask)
    await waitFor(() => expect(refresh.current).toMatchObject({ asking: false, result: null }))
    await become('online')
    await waitFor(() => expect(open).toHaveLength(1))
    await act(async () => open[0]?.resolve({ outcome: 'offline' }))
    await become('offline')
    expect(open).toHaveLength(1)
    await become('online')
    await waitFor(() => expect(open).toHaveLength(2))
  })

  it('F43 not before it is known what is to be asked', async () => {
    const { open, ask } = questions()
    let ready = false
    const refresh = show(ask, () => ready)
    await become('offline')
    await become('online')
    expect([open.length, refresh.current.asking]).toEqual([0, false])
    ready = true
    await become('offline')
    await become('online')
    await waitFor(() => expect(open).toHaveLength(1))
  })

  it('a call that fails is an answer, with its reason in words', async () => {
    const { open, ask } = questions()
    const refresh = show(ask)
    await waitFor(() => expect(open).toHaveLength(1))
    await act(async () => open[0]?.reject(new Error('documents.refreshList: internal')))
    await waitFor(() =>
      expect(refresh.current.result).toEqual({
        outcome: 'failed',
        message: 'an error in Galley; its log on this computer says more',
      }),
    )
  })
})
