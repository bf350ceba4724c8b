import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLocks } from '../../../main/server/locks/read-lock.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import type { DocRef } from '../../../shared/cms/doc-ref.ts'
import { refKey } from '../../../shared/cms/doc-ref.ts'

/** A server with Node's own limits, on which somebody has each document that is asked about. */
let server: Server
let site: Pick<SiteContext, 'client' | 'schema'>

const lockOf = (value: string, index: number) => ({
  id: index,
  user: { relationTo: 'users', value: { id: 1, name: 'Erika' } },
  document: { relationTo: 'posts', value },
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:01:00.000Z',
})

beforeEach(async () => {
  server = createServer(({ url }, response) => {
    const asked = [...new URL(url ?? '', 'http://cms').searchParams]
    const ids = asked.flatMap(([name, value]) => (name.includes('[document.value]') ? [value] : []))
    response.end(JSON.stringify({ docs: ids.map(lockOf), totalDocs: ids.length }))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const request = async ({ path }: { path: string }) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`)
    return { kind: 'http', status: answer.status, json: answer.ok ? await answer.json() : null }
  }
  site = { client: { request }, schema: () => null } as unknown as typeof site
})
afterEach(() => void server.close())

test('locks of a long list of documents are all read, however long their ids are', async () => {
  const refs = Array.from({ length: 250 }, (_, index): DocRef => ({
    kind: 'collection',
    slug: 'posts',
    id: `652f1f77bcf86cd79943${String(index).padStart(4, '0')}`,
  }))
  const locks = await readLocks(site, refs)
  expect(new Set(locks?.keys())).toEqual(new Set(refs.map(refKey)))
})
