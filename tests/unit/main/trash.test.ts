import { expect, test } from 'vitest'
import { emptyWholeTrash, listTrash, restoreFromTrash } from '../../../main/server/at-once/trash.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { setUpBench } from '../store/support/bench.ts'
import { at, site as schema } from '../store/support/site.ts'
import { http, sendingSite } from './support/sending-site.ts'

const bench = setUpBench()

/** A server with the companion: it refuses a write over another revision than the one that was seen. */
function serverWith(first: JsonObject, afterTheLook: (stored: JsonObject) => JsonObject) {
  let stored = first
  const site = sendingSite(bench.store, ({ method, path, body, headers }) => {
    if (!path.startsWith('/posts/1?')) return null
    if (method === 'GET') {
      const seen = stored
      stored = afterTheLook(stored)
      return http(200, seen)
    }
    const base = headers?.['x-galley-base']
    if (base !== undefined && base !== stored['updatedAt'])
      return http(409, { errors: [{ message: 'Stale.', data: { code: 'STALE' } }] })
    stored = { ...stored, ...(body as JsonObject), updatedAt: at(9) }
    return http(200, { doc: stored, message: '' })
  })
  return { site, stored: () => stored }
}

const thrown: JsonObject = { id: 1, deletedAt: at(1), updatedAt: at(1), _status: 'draft', title: 'Ferry' }

test('T1 what somebody else puts back and publishes in the moment before stays on the site as they left it', async () => {
  const theirs = { deletedAt: null, updatedAt: at(2), _status: 'published', title: 'Night ferry' }
  const { site, stored } = serverWith(thrown, (seen) => ({ ...seen, ...theirs }))
  expect(await restoreFromTrash(site, { slug: 'posts', ids: ['1'], publish: false })).toEqual({
    outcome: 'done',
    done: [],
    refused: [{ id: '1', why: 'restored', message: '' }],
  })
  expect(stored()).toMatchObject(theirs)
})

test('T1 what nobody touched meanwhile is put back as a draft', async () => {
  const { site, stored } = serverWith(thrown, (seen) => seen)
  expect(await restoreFromTrash(site, { slug: 'posts', ids: ['1'], publish: false })).toEqual({
    outcome: 'done',
    done: ['1'],
    refused: [],
  })
  expect(stored()).toMatchObject({ deletedAt: null, _status: 'draft', title: 'Ferry' })
})

test('emptying the trash of a site without bulk delete leaves what came into it after the asked time', async () => {
  const deleted: string[] = []
  const site = sendingSite(bench.store, ({ method, path }) => {
    const id = /^\/posts\/(\d)\?/.exec(path)?.[1]
    if (id === undefined) return http(200, { docs: [thrown, { ...thrown, id: 2 }], totalDocs: 2 })
    if (method === 'DELETE') deleted.push(id)
    // The second document was restored and moved to the trash again since the list was read.
    return http(200, { ...thrown, id: Number(id), deletedAt: id === '2' ? at(5) : at(1) })
  })
  const collections = schema.collections.map((one) => ({ ...one, trash: true, deletesMany: false }))
  const withoutBulk = { ...site, schema: () => ({ ...schema, collections }) }
  expect(await emptyWholeTrash(withoutBulk, { slug: 'posts', until: at(2), count: 2 })).toEqual({
    outcome: 'done',
    done: ['1'],
    refused: [{ id: '2', why: 'refused', message: '' }],
  })
  expect(deleted).toEqual(['1'])
})

test('F59 (part) what is in the trash has what is known of it: whether it fulfils the conditions of the session', async () => {
  const where = { title: { equals: 'Ferry' } }
  const permissions = {
    collections: { posts: { update: { permission: true, where }, delete: { permission: true } } },
  }
  bench.store.putResource({
    key: 'session',
    value: { user: { id: 1 }, permissions, visible: { collections: [], globals: [] } },
    etag: null,
  })
  const site = sendingSite(bench.store, () =>
    http(200, { docs: [thrown, { ...thrown, id: 2, title: 'Night ferry' }], totalDocs: 2 }),
  )
  const collections = schema.collections.map((one) => ({ ...one, trash: true }))
  const withTrash = { ...site, schema: () => ({ ...schema, collections }) }
  const answer = await listTrash(withTrash, {
    slug: 'posts',
    page: 1,
    limit: 10,
    sort: '-deletedAt',
    search: '',
    where: null,
    locale: null,
  })
  expect(answer.outcome === 'done' && answer.rows.map(({ permissions: known }) => known)).toEqual([
    { answer: null, isOfNow: false, fulfils: { update: true, delete: null } },
    { answer: null, isOfNow: false, fulfils: { update: false, delete: null } },
  ])
})
