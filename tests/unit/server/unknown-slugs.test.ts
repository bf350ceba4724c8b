import type { PayloadRequest } from 'payload'
import { describe, expect, it, vi } from 'vitest'
import { permissionsAnswer } from '../../../server/plugin/endpoints/permissions.ts'
import { scheduleAnswer } from '../../../server/plugin/endpoints/schedule.ts'

vi.mock('payload', async (original) => ({
  ...(await original<typeof import('payload')>()),
  canAccessAdmin: async () => undefined,
}))

/** The question of somebody who is signed in, on a site without collections. */
function ask(answer: (req: PayloadRequest) => Promise<Response>, body: object): Promise<Response> {
  const { headers, body: stream } = new Request('http://site.invalid/', {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const payload = { collections: {}, db: { defaultIDType: 'number' }, globals: { config: [] } }
  const req = { body: stream, headers, payload, t: (key: string) => key, user: { id: 1 } }
  return answer(req as unknown as PayloadRequest)
}

describe.each(['nothing', 'constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'F71 (part) the slug “%s”, which is no collection,',
  (slug) => {
    it('has no document that anything may be done with', async () => {
      const answer = ask(permissionsAnswer, { collectionSlug: slug, id: 1 })
      await expect(answer).rejects.toMatchObject({ status: 404, data: { code: 'NOT_FOUND' } })
    })
    it('has no scheduled publishing', async () => {
      const answer = ask(scheduleAnswer, { doc: { relationTo: slug, value: 1 } })
      await expect(answer).rejects.toMatchObject({ status: 400, data: { code: 'BAD_REQUEST' } })
    })
  },
)
