import { expect, test, vi } from 'vitest'
import { readBase } from '../../../main/server/read/read-documents.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'

/** Found by `npm run soak -- --seed=21`: a base in one locale was kept, and an edit in another one emptied the first. */
test('SY5 nothing is taken for a base before the schema says what makes a whole one', async () => {
  const request = vi.fn<() => void>()
  const site = { client: { request }, schema: () => null } as unknown as SiteContext
  const read = await readBase(site, { kind: 'collection', slug: 'posts', id: '1' })
  expect(read).toEqual({ ok: false, result: { outcome: 'failed', message: '' } })
  expect(request).not.toHaveBeenCalled()
})

test('SY5 a document of another id is not taken for the one that was asked for', async () => {
  const answer = {
    kind: 'http',
    status: 200,
    json: { id: 2, title: 'of another one', updatedAt: '2026-01-01T00:00:00.000Z' },
  }
  const site = {
    client: { request: async () => answer },
    schema: () => ({ collections: [], globals: [], localization: null }),
    readsAll: () => true,
    contacted: () => undefined,
  } as unknown as SiteContext
  const ask = (id: string) => readBase(site, { kind: 'collection', slug: 'posts', id })
  expect(await ask('2')).toMatchObject({ ok: true, value: { data: { id: 2 } } })
  expect(await ask('1')).toMatchObject({ ok: false, result: { outcome: 'failed' } })
})

test('S7.08 (call) a folder is read from its collection by its id', async () => {
  const asked: unknown[] = []
  const site = {
    client: {
      request: async (call: unknown) => {
        asked.push(call)
        return { kind: 'http', status: 200, json: { id: 3, name: 'Rail' } }
      },
    },
    schema: () => ({ collections: [], globals: [], localization: null }),
    readsAll: () => true,
    contacted: () => undefined,
  } as unknown as SiteContext
  const read = await readBase(site, { kind: 'collection', slug: 'payload-folders', id: '3' })
  expect(read).toMatchObject({ ok: true, value: { data: { name: 'Rail' } } })
  expect(asked).toEqual([{ method: 'GET', path: '/payload-folders/3?depth=0' }])
})
