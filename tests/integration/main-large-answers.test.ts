import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { watchPieces } from '../support/parsed-pieces.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { clientOf, openTestAccount, serveAnswers, signIn } from './main-site.ts'
import { EDITOR, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms()
  proxy = await startFaultProxy(cms.url)
})
afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

const docs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 1000 + index,
    title: { en: `Post ${index}` },
    updatedAt: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    _status: 'published',
    filler: 'x'.repeat(2000),
  }))

test('F35 of a list that is longer than asked for only the asked rows are kept', async () => {
  const { token, userId } = await signIn(cms.url, EDITOR)
  const account = await openTestAccount({ url: proxy.url, token, userId })
  try {
    await account.refreshSchema()
    const body = JSON.stringify({ docs: docs(5000), totalDocs: 5000 })
    proxy.addRule({
      match: ({ path }) => path.startsWith('/api/posts?'),
      fault: { kind: 'status', status: 200, body },
    })
    const query = {
      slug: 'posts',
      page: 1,
      limit: 10,
      sort: '-updatedAt',
      search: '',
      where: null,
      locale: 'en',
    }
    const fetched: string[] = []
    expect(
      await refreshList(account.site, query, (_slug, rows) => void fetched.push(...rows.map(({ id }) => id))),
    ).toEqual({ outcome: 'updated' })
    expect(fetched).toHaveLength(10)
    const page = await account.site.store.list(query)
    expect(page).toMatchObject({ totalDocs: 5000 })
    expect(page.rows).toHaveLength(10)
  } finally {
    proxy.clearRules()
    await account.dispose()
  }
})

test('F35 an answer of many megabytes comes whole, in pieces between which everything else goes on', async () => {
  const given = { docs: docs(10_000), totalDocs: 10_000 }
  const server = await serveAnswers((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(given))
  })
  const { pieces, stop } = watchPieces()
  try {
    const answer = await clientOf(server.url).request({ method: 'GET', path: '/posts' })
    expect(answer).toMatchObject({ kind: 'http', status: 200 })
    expect(answer.kind === 'http' && answer.json).toEqual(given)
    expect(pieces.length).toBeGreaterThan(100)
    expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThan(150_000)
    expect(new Set(pieces.map(({ turn }) => turn)).size).toBe(pieces.length)
  } finally {
    stop()
    await server.close()
  }
})
