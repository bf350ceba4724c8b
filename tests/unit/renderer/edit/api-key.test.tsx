import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CallInput, CredentialResult } from '../../../../shared/ipc.ts'
import { bridgeOf } from '../form/form-fixtures.ts'
import { renderInEnglish } from '../support/render-in-english.tsx'

let answer: CredentialResult = { outcome: 'done' }
const asked: CallInput<'credentials.change'>['change'][] = []
const { bridge } = bridgeOf({
  'connection.get': () => ({ status: 'online', since: '', lastContact: null, problem: null }),
  'credentials.change': ({ change }: CallInput<'credentials.change'>) => {
    asked.push(change)
    return answer
  },
})
vi.stubGlobal('galley', bridge)
const { ApiKey } = await import('../../../../renderer/screens/edit/credentials/api-key.tsx')
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')

afterEach(cleanup)

async function generate() {
  await renderInEnglish(
    <QueryClientProvider client={createQueryClient()}>
      <ApiKey docRef={{ kind: 'collection', slug: 'members', id: '1' }} isSet={false} />
    </QueryClientProvider>,
  )
  const button = await screen.findByRole('button', { name: 'Generate an API key' })
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(button)
}

it('SY16 a key that the server may have is shown, and it is said that nobody knows', async () => {
  answer = { outcome: 'unknown', message: '' }
  await generate()
  const key = await screen.findByRole<HTMLInputElement>('textbox')
  expect(asked).toEqual([{ kind: 'apiKey', apiKey: key.value }])
  expect(screen.getByText(/^The server did not answer. It may have this key now/)).toBeTruthy()
})

it('a key that the server refused is not shown', async () => {
  answer = { outcome: 'refused', message: 'No.' }
  await generate()
  expect(await screen.findByRole('button', { name: 'Generate an API key' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
