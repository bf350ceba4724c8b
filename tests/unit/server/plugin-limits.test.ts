import { DatabaseKVAdapter } from 'payload'
import type { Payload, PayloadRequest } from 'payload'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { asked } from '../../../server/plugin/endpoints/body.ts'
import { formStateAnswer } from '../../../server/plugin/endpoints/form-state.ts'
import { slugAnswer } from '../../../server/plugin/endpoints/slug.ts'
import { unsentAnswer } from '../../../server/plugin/endpoints/unsent.ts'
import { whatUserSees } from '../../../server/plugin/endpoints/app-user.ts'
import { LIMITS } from '../../../server/plugin/limits.ts'
import { countSteps, importCounted, stopCounting } from '../../support/step-count.ts'

const { accessOperation } = vi.hoisted(() => ({ accessOperation: vi.fn<() => Promise<unknown>>() }))
vi.mock('payload', async (original) => ({
  ...(await original<typeof import('payload')>()),
  accessOperation,
  canAccessAdmin: async () => undefined,
}))

const send = (body: string | ReadableStream<Uint8Array>, user: object | null = { id: 1 }) => {
  const sent = new Request('http://site.invalid/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const { headers, body: stream } = sent
  return { user, t: (key: string) => key, headers, body: stream } as unknown as PayloadRequest
}
const request = (body: unknown) => send(JSON.stringify(body))

describe('a schema path that is sent', () => {
  it.each([
    ['characters', 'a'.repeat(1001)],
    ['segments', Array.from({ length: 101 }, () => 'a').join('.')],
  ])('is refused with too many %s before anything is looked up', async (_what, schemaPath) => {
    accessOperation.mockClear()
    await expect(formStateAnswer(request({ collectionSlug: 'posts', schemaPath }))).rejects.toMatchObject({
      status: 413,
      data: { code: 'TOO_LARGE' },
    })
    expect(accessOperation).not.toHaveBeenCalled()
  })
})

describe('what a user sees', () => {
  it('F34 cannot be said where the call stack ends, and any other error is passed on as it is', async () => {
    const endless = (): number => endless() + 1
    accessOperation.mockImplementationOnce(async () => endless())
    await expect(whatUserSees(request({}))).rejects.toMatchObject({ data: { code: 'ENDLESS_BLOCKS' } })
    const other = new RangeError('Invalid time value')
    accessOperation.mockRejectedValueOnce(other)
    await expect(whatUserSees(request({}))).rejects.toBe(other)
  })
})

describe('F71 the body of a request', () => {
  const refusal = async (req: PayloadRequest) =>
    asked(req).then(
      () => null,
      (error: unknown) => Reflect.get(Object(error), 'status'),
    )
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const rows = (count: number) => ({ data: { list: Array.from({ length: count }, () => ({})) } })

  it('is read of nobody who is not signed in', async () => {
    let read = 0
    const body = new ReadableStream<Uint8Array>(
      { pull: (controller) => ((read += 1), controller.close()) },
      { highWaterMark: 0 },
    )
    expect(await refusal(send(body, null))).toBe(401)
    expect(read).toBe(0)
  })

  it('is counted before it is copied: a list of too many values is refused without a step for each', async () => {
    onTestFinished(stopCounting)
    const counted = await importCounted(() => import('../../../server/plugin/endpoints/body.ts'))
    const text = `{"data":[${'0,'.repeat(2 * LIMITS.values)}0]}`
    const work = () => expect(counted.asked(send(text))).rejects.toMatchObject({ status: 413 })
    expect(await countSteps(work)).toBeLessThan(LIMITS.values / 100)
  })

  it('is read up to its limit, and not further', async () => {
    const piece = new Uint8Array(64 * 1024).fill(32)
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += piece.byteLength
        controller.enqueue(piece)
      },
    })
    expect(await refusal(send(endless))).toBe(413)
    expect(sent).toBeLessThan(LIMITS.body + 4 * piece.byteLength)
  })

  it.each([
    ['levels', nested(LIMITS.depth), nested(LIMITS.depth + 1)],
    ['rows', JSON.stringify(rows(LIMITS.rows)), JSON.stringify(rows(LIMITS.rows + 1))],
    [
      'values',
      JSON.stringify({ a: Array.from({ length: LIMITS.values - 2 }, () => 1) }),
      JSON.stringify({ a: Array.from({ length: LIMITS.values - 1 }, () => 1) }),
    ],
  ])('has a most of %s', async (_what, most, more) => {
    expect(await refusal(send(most))).toBeNull()
    expect(await refusal(send(more))).toBe(413)
  })

  it('counts the rows in the blocks of a rich text, and not its paragraphs', async () => {
    const text = (children: unknown[]) => ({ data: { text: { root: { type: 'root', children } } } })
    const many = Array.from({ length: LIMITS.rows + 1 }, () => ({ type: 'paragraph', children: [] }))
    expect(await refusal(request(text(many)))).toBeNull()
    expect(await refusal(request(text([{ type: 'block', fields: { list: many } }])))).toBe(413)
    expect(await refusal(request({ data: { root: { type: 'root' }, children: many } }))).toBe(413)
  })

  it('has no long names', async () => {
    await expect(
      formStateAnswer(request({ collectionSlug: 'a'.repeat(LIMITS.name + 1) })),
    ).rejects.toMatchObject({ status: 413, data: { code: 'TOO_LARGE' } })
  })
})

describe('a text that an address is made of', () => {
  it('is refused where it is longer than its limit, before anything is looked up', async () => {
    const sent = (length: number) => slugAnswer(request({ schemaPath: 'slug', text: 'a'.repeat(length) }))
    await expect(sent(10_001)).rejects.toMatchObject({ status: 413, data: { code: 'TOO_LARGE' } })
    // It is read, and the next thing is missing.
    await expect(sent(10_000)).rejects.toMatchObject({ status: 404 })
  })
})

describe('the documents with unsent edits of an app', () => {
  /** A site with an empty database, in which everybody may read every post. `lookedFor`: how many at once. */
  function site(): { payload: Payload; lookedFor: number[] } {
    const lookedFor: number[] = []
    const nothing = async () => Promise.resolve({ docs: [], totalDocs: 0 })
    const none = async () => Promise.resolve(null)
    const payload = {
      collections: { posts: {} },
      db: { find: nothing, count: nothing, findOne: none, upsert: none, create: none, deleteMany: none },
      find: async ({ where }: { where: { id: { in: number[] } } }) => {
        lookedFor.push(where.id.in.length)
        return Promise.resolve({ docs: where.id.in.map((id) => ({ id })) })
      },
    } as unknown as Payload
    return { payload: Object.assign(payload, { kv: new DatabaseKVAdapter(payload, 'kv') }), lookedFor }
  }

  it.each([
    [200, 200],
    [201, 200],
  ])('are kept up to their limit: of %i, %i', async (sent, kept) => {
    const { payload, lookedFor } = site()
    const documents = Array.from({ length: sent }, (_, value) => ({ relationTo: 'posts', value }))
    const req = Object.assign(request({ app: 'a', documents }), { payload })
    expect(await (await unsentAnswer(req)).json()).toEqual({ kept })
    expect(lookedFor).toEqual([kept])
  })
})
