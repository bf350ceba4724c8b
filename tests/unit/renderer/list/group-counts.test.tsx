import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldTypes } from '../../../../shared/fields/registry.ts'
import type { CallInput, CallOutput, ListQuery } from '../../../../shared/ipc.ts'
import { groupFields } from '../../../../shared/lists/group-by.ts'
import { collection, select } from '../../shared/build-fields.ts'
import { bridgeOf } from '../form/form-fixtures.ts'

let here = 1
const counts: PromiseWithResolvers<CallOutput<'documents.groups'>>[] = []
const fake = bridgeOf({
  'documents.groups': ({ from }: CallInput<'documents.groups'>) => {
    if (from === 'computer') return { groups: [{ key: 'winter', count: here }] }
    const count = Promise.withResolvers<CallOutput<'documents.groups'>>()
    counts.push(count)
    return count.promise
  },
})
vi.stubGlobal('galley', fake.bridge)
const { createQueryClient } = await import('../../../../renderer/data/query-client.ts')
const { useGroupCounts } = await import('../../../../renderer/screens/list/use-grouped-list.ts')
const { QUIET_MS } = await import('../../../../renderer/screens/list/count-groups.ts')

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const season = groupFields(fieldTypes, collection([select('season', ['winter'])])).at(0) ?? null
const query: ListQuery = {
  slug: 'posts',
  page: 1,
  limit: 10,
  sort: '',
  search: '',
  where: null,
  locale: null,
}

function Counts({ isOnline }: { isOnline: boolean }) {
  const { groups, isCounted } = useGroupCounts(query, season, isOnline)
  return <p>{`${isCounted ? 'server' : 'here'} ${groups?.[0]?.count ?? '…'}`}</p>
}

it('what the server counted stands, whatever changed here while it did, until it has counted anew', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const at = (isOnline: boolean) => (
    <QueryClientProvider client={client}>
      <Counts isOnline={isOnline} />
    </QueryClientProvider>
  )
  const { rerender } = render(at(true))
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const said = () => screen.getByText(/^(here|server) /).textContent
  await pass(1)
  expect([said(), counts]).toEqual(['here 1', [expect.anything()]])
  // Documents arrive while it counts.
  for (here of [2, 3, 4]) {
    await act(() => client.invalidateQueries({ queryKey: ['lists'] }))
    await act(() =>
      client.refetchQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('computer') }),
    )
  }
  counts[0]?.resolve({ groups: [{ key: 'winter', count: 60 }] })
  await pass(1)
  expect([said(), counts.length]).toEqual(['server 60', 1])
  await pass(QUIET_MS + 1)
  expect([said(), counts.length]).toEqual(['server 60', 2])
  counts[1]?.resolve({ groups: [{ key: 'winter', count: 61 }] })
  await pass(QUIET_MS * 3)
  expect([said(), counts.length]).toEqual(['server 61', 2])
  // Nobody is asked where nobody can be.
  rerender(at(false))
  here = 5
  await act(() =>
    client.refetchQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('computer') }),
  )
  await pass(QUIET_MS * 3)
  expect([said(), counts.length]).toEqual(['here 5', 2])
})
