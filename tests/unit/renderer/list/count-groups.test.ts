import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallInput, CallOutput } from '../../../../shared/ipc.ts'

const call =
  vi.fn<(name: string, input: CallInput<'documents.groups'>) => Promise<CallOutput<'documents.groups'>>>()
vi.stubGlobal('window', { galley: { call } })
const { countGroups, QUIET_MS } = await import('../../../../renderer/screens/list/count-groups.ts')

beforeEach(() => {
  call.mockReset()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const question = (slug: string): CallInput<'documents.groups'> => ({
  query: { slug, sort: '', search: '', where: null, locale: 'en' },
  path: 'season',
  from: 'server',
})
const unstopped = new AbortController().signal

test('while the server counts, and shortly after, it is not asked again; then once, for whoever still waits', async () => {
  const first = Promise.withResolvers<CallOutput<'documents.groups'>>()
  call.mockReturnValueOnce(first.promise).mockResolvedValue({ groups: [{ key: 'winter', count: 2 }] })
  const counted = countGroups(question('posts'), unstopped)
  const over = new AbortController()
  const waiting = Promise.allSettled([
    countGroups(question('posts'), over.signal),
    countGroups(question('posts'), unstopped),
  ])
  await vi.advanceTimersByTimeAsync(QUIET_MS * 3)
  expect(call).toHaveBeenCalledTimes(1)
  over.abort()
  first.resolve({ groups: [] })
  expect(await counted).toEqual({ groups: [] })
  await vi.advanceTimersByTimeAsync(QUIET_MS / 2)
  expect(call).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(call).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
})

test('another question does not wait, nor does a count that failed hold up the next one for good', async () => {
  call.mockRejectedValueOnce(new Error('no answer')).mockResolvedValue({ groups: [] })
  await expect(countGroups(question('posts'), unstopped)).rejects.toThrow('no answer')
  expect(await countGroups(question('pages'), unstopped)).toEqual({ groups: [] })
  const next = countGroups(question('posts'), unstopped)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(await next).toEqual({ groups: [] })
  expect(call).toHaveBeenCalledTimes(3)
})
