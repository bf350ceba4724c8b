import type { PayloadRequest } from 'payload'
import { describe, expect, it, vi } from 'vitest'
import { formStateAnswer } from '../../../server/plugin/endpoints/form-state.ts'
import { whatUserSees } from '../../../server/plugin/endpoints/who.ts'

const { accessOperation } = vi.hoisted(() => ({ accessOperation: vi.fn<() => Promise<unknown>>() }))
vi.mock('payload', async (original) => ({
  ...(await original<typeof import('payload')>()),
  accessOperation,
  canAccessAdmin: async () => undefined,
}))

const request = (body: unknown) =>
  ({ user: { id: 1 }, t: (key: string) => key, json: async () => body }) as unknown as PayloadRequest

describe('a schema path that is sent', () => {
  it.each([
    ['characters', 'a'.repeat(1001)],
    ['segments', Array.from({ length: 101 }, () => 'a').join('.')],
  ])('is refused with too many %s before anything is looked up', async (_what, schemaPath) => {
    accessOperation.mockClear()
    await expect(formStateAnswer(request({ collectionSlug: 'posts', schemaPath }))).rejects.toMatchObject({
      status: 400,
      data: { code: 'BAD_REQUEST' },
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
