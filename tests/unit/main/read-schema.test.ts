import { expect, it, vi } from 'vitest'
import { refreshSchema } from '../../../main/server/read/read-schema.ts'
import { createCompanion } from '../../../main/server/http/companion.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'

it('F34 a schema that is too large is answered with the reason, and neither kept nor used', async () => {
  let field: object = { type: 'text', name: 'a' }
  for (let depth = 0; depth < 60; depth += 1) field = { type: 'group', name: 'g', fields: [field] }
  const json = { config: { collections: [{ slug: 'things', fields: [field] }] } }
  const putResource = vi.fn<() => void>()
  const setSchema = vi.fn<() => void>()
  const adopt = vi.fn<() => void>()
  const site = {
    store: { getResource: async () => null, putResource, setSchema },
    client: { request: async () => ({ kind: 'http', status: 200, json, etag: null }) },
    schema: () => null,
    companion: createCompanion(),
    contacted: () => undefined,
    log: { warn: () => undefined },
  } as unknown as SiteContext
  expect(await refreshSchema(site, adopt)).toEqual({
    outcome: 'unreadable',
    reason: { code: 'depth', limit: 40 },
  })
  for (const call of [putResource, setSchema, adopt]) expect(call).not.toHaveBeenCalled()
})

it('an answer is not kept where the store could not take its schema: it is asked for again whole', async () => {
  const putResource = vi.fn<() => void>()
  const adopt = vi.fn<() => void>()
  const site = {
    store: {
      getResource: async () => null,
      putResource,
      setSchema: async () => Promise.reject(new Error('disk full')),
    },
    client: {
      request: async () => ({
        kind: 'http',
        status: 200,
        json: { config: { collections: [] } },
        etag: '"1"',
      }),
    },
    schema: () => null,
    companion: createCompanion(),
    contacted: () => undefined,
    log: { warn: () => undefined },
  } as unknown as SiteContext
  await expect(refreshSchema(site, adopt)).rejects.toThrow('disk full')
  for (const call of [putResource, adopt]) expect(call).not.toHaveBeenCalled()
})
