import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, codeOf, EDITOR, startCms, type Cms } from './support/cms.ts'

let cms: Cms
let moved: string
beforeAll(async () => {
  cms = await startCms()
  moved = await mkdtemp(path.join(tmpdir(), 'galley-moved-'))
})
afterAll(async () => {
  await cms.dispose()
  await rm(moved, { recursive: true, force: true })
})

const siteOf = async (site: Cms): Promise<string | null> =>
  (await site.request('GET', '/desktop', { headers: { 'x-galley-site': '*' } })).headers.get('x-galley-site')

test('a site says its id to whom asks, and to nobody else', async () => {
  const ids = await Promise.all([siteOf(cms), siteOf(cms), siteOf(cms)])
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toMatch(/^[\w-]{36}$/)
  expect((await cms.request('GET', '/desktop')).headers.has('x-galley-site')).toBe(false)
})

test('a request for another site is refused, of whoever it is, and nothing of it is done', async () => {
  const { token } = await cms.login(EDITOR)
  const headers = { 'x-galley-site': crypto.randomUUID() }
  const count = async () => at((await cms.request('GET', '/notes?limit=0', { token })).json, 'totalDocs')
  const before = await count()
  const answers = [
    await cms.request('GET', '/desktop', { headers }),
    await cms.request('GET', '/desktop/session', { token, headers }),
    await cms.request('GET', '/posts', { token, headers }),
    await cms.request('POST', '/notes', { token, headers, body: { title: 'For another' } }),
    await cms.request('GET', '/globals/footer', { token, headers }),
  ]
  expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual(
    answers.map(() => [409, 'OTHER_SITE']),
  )
  expect(answers.map((answer) => answer.headers.get('x-galley-site'))).toEqual(
    await Promise.all(answers.map(() => siteOf(cms))),
  )
  expect(await count()).toBe(before)
})

test('a restored backup at another address is the same site, and another database is not', async () => {
  const id = await siteOf(cms)
  await cms.stop()
  await cp(cms.dataDir, moved, { recursive: true })
  const restored = await startCms({ dataDir: moved })
  const other = await startCms()
  expect(await siteOf(restored)).toBe(id)
  expect(await siteOf(other)).not.toBe(id)
  await restored.dispose()
  await other.dispose()
})
