import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ConnectionState } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

const connection: ConnectionState = { status: 'online', since: '', lastContact: null, problem: null }
vi.stubGlobal('galley', bridgeOf({ 'connection.get': () => connection }).bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { CacheNote } = await import('../../../../renderer/sync/cache-note.tsx')

afterEach(cleanup)

it.each([
  ['HTTP 500', 'Couldn’t refresh: server error (500)'],
  ['The index is being built.', 'Couldn’t refresh: The index is being built.'],
  ['', 'Couldn’t refresh: the server did not answer'],
])('U33 a list that was refused with %j says so in words', async (message, words) => {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <CacheNote
        fetchedAt={null}
        refresh={{ asking: false, result: { outcome: 'failed', message }, again: () => undefined }}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('status').textContent).toBe(words)
})
