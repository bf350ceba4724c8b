import type { PayloadRequest } from 'payload'
import { beforeEach, expect, it, vi } from 'vitest'
import { groupsAnswer } from '../../../server/plugin/endpoints/groups.ts'

vi.mock('payload', async (original) => ({
  ...(await original<typeof import('payload')>()),
  canAccessAdmin: async () => undefined,
}))

type Doc = { id: number; at?: string; inside?: { tick: boolean } }
const find = vi.fn<(asked: { limit: number }) => Promise<{ docs: Doc[] }>>()
beforeEach(() => void find.mockReset())

const flattenedFields = [
  { name: 'title', type: 'text' },
  { name: 'at', type: 'select' },
  { name: 'inside', type: 'group', flattenedFields: [{ name: 'tick', type: 'checkbox' }] },
  { name: 'rows', type: 'array', flattenedFields: [{ name: 'tick', type: 'checkbox' }] },
]

function ask(path: string, signal: AbortSignal | null = null): Promise<Response> {
  const { headers, body } = new Request('http://site.invalid/', {
    method: 'POST',
    body: JSON.stringify({ collection: 'posts', path }),
  })
  const payload = { collections: { posts: { config: { flattenedFields } } }, find }
  const req = { body, headers, payload, signal, t: (key: string) => key, user: { id: 1 } }
  return groupsAnswer(req as unknown as PayloadRequest)
}

const page =
  (more: (id: number) => Partial<Doc>) =>
  ({ limit }: { limit: number }) =>
    Promise.resolve({ docs: Array.from({ length: limit }, (_, id) => ({ id, ...more(id) })) })

it('counts by what has few values, and reads nothing for another field', async () => {
  find.mockResolvedValue({ docs: [{ id: 1, inside: { tick: true } }] })
  expect(await (await ask('inside.tick')).json()).toEqual({ groups: [{ key: 'true', count: 1 }] })
  find.mockClear()
  for (const path of ['title', 'id', 'inside', 'rows.tick', 'at.more', 'nothing', 'constructor'])
    await expect(ask(path)).rejects.toMatchObject({ status: 400 })
  expect(find).not.toHaveBeenCalled()
})

it('stops where nobody waits for the answer any more', async () => {
  const stop = new AbortController()
  find.mockImplementation((asked) => {
    stop.abort()
    return page(() => ({ at: 'a' }))(asked)
  })
  await ask('at', stop.signal)
  expect(find).toHaveBeenCalledTimes(1)
})

it('says that there are too many groups', async () => {
  find.mockImplementation(page((id) => ({ at: `${String(find.mock.calls.length)} ${String(id)}` })))
  await expect(ask('at')).rejects.toMatchObject({ status: 413, data: { code: 'TOO_LARGE' } })
  expect(find).toHaveBeenCalledTimes(3)
})
