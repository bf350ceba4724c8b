import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRereader, REREAD_MS } from '../../../../renderer/data/reread.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A query that is on the screen, over a value that changes; each read takes 10 ms. */
async function shown(): Promise<{ client: QueryClient; now: { value: number }; reads: () => number[] }> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  const now = { value: 0 }
  const reads: number[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['outbox'],
    queryFn: async () => {
      const { value } = now
      reads.push(value)
      await new Promise((resolve) => setTimeout(resolve, 10))
      return value
    },
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  reads.length = 0
  return { client, now, reads: () => reads }
}

test('SY16 one change is read at once, a thousand in a row a few times, and the last one is never missed', async () => {
  const { client, now, reads } = await shown()
  const reread = createRereader(client)
  now.value = 1
  reread(['outbox'])
  await vi.advanceTimersByTimeAsync(0)
  expect(reads()).toEqual([1])

  for (let change = 2; change <= 1000; change++) {
    now.value = change
    reread(['outbox'])
    await vi.advanceTimersByTimeAsync(1)
  }
  await vi.advanceTimersByTimeAsync(REREAD_MS * 2)
  expect(reads().length).toBeLessThan(15)
  expect(client.getQueryData(['outbox'])).toBe(1000)
})

test('a change after a time of quiet is read at once again', async () => {
  const { client, now, reads } = await shown()
  const reread = createRereader(client)
  reread(['outbox'])
  await vi.advanceTimersByTimeAsync(REREAD_MS * 5)
  now.value = 7
  reread(['outbox'])
  await vi.advanceTimersByTimeAsync(0)
  expect(reads()).toEqual([0, 7])
})
