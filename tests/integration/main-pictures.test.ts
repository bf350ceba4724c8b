import { existsSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { picturesOf } from '../../main/files/picture-folder.ts'
import { showFile } from '../../main/files/show-files.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { bestFit, THUMBNAIL } from '../../shared/fields/file/best-fit.ts'
import { DEFAULT_PREFETCH } from '../../shared/prefetch.ts'
import { idOf, openSignedIn, openTestSite, type TestAccount, type TestSite } from './main-site.ts'

let site: TestSite
let account: TestAccount

beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site)
  site.proxy.seen.length = 0
})
afterEach(() => account.dispose())

const offline = () => site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
const answers = (status: number) =>
  site.proxy.addRule({ match: () => true, fault: { kind: 'status', status } })
/** Status and length of what the page gets. */
async function show(id: string, size: string | null): Promise<[status: number, bytes: number]> {
  const query = size === null ? '' : `?size=${encodeURIComponent(size)}`
  const answer = await showFile(`app://media/media/${id}${query}`, account.site)
  return [answer.status, (await answer.arrayBuffer()).byteLength]
}
/** The newest picture of the demo, on this computer, and the size that lists show of it. */
async function openPicture(): Promise<{ id: string; size: string | null; bytes: number }> {
  const [doc] = (await site.other.ask('GET', '/media?limit=1&depth=0&where[mimeType][contains]=jpeg')).docs
  if (!doc) throw new Error('the demo has no picture')
  const id = idOf(doc)
  await refreshDocument(account.site, { kind: 'collection', slug: 'media', id })
  const size = bestFit(doc, THUMBNAIL)
  const [status, bytes] = await show(id, size)
  expect([status, bytes > 0]).toEqual([200, true])
  return { id, size, bytes }
}

test('M.04 (part) a picture that was looked at is shown without the server, others are not', async () => {
  const { id, size, bytes } = await openPicture()
  offline()
  expect(await show(id, size)).toEqual([200, bytes])
  expect(await show(id, null)).toEqual([502, 0])
})

test('U31 (part) a picture is shown of a document of which only its row in a list is here', async () => {
  const query = {
    slug: 'media',
    page: 1,
    limit: 10,
    sort: '-updatedAt',
    search: '',
    where: null,
    locale: 'en',
  }
  await refreshList(account.site, query, () => undefined)
  const { rows } = await account.site.store.list(query)
  const row = rows.find(({ data }) => data['mimeType'] === 'image/jpeg')
  if (row?.ref.kind !== 'collection') throw new Error('the demo has no picture')
  expect(row.complete).toBe(false)
  const size = bestFit(row.data, THUMBNAIL)
  expect(size).toBe('thumbnail')
  expect((await show(row.ref.id, size))[0]).toBe(200)
  offline()
  expect((await show(row.ref.id, size))[0]).toBe(200)
})

test('of a document that was changed the picture from before is shown until the server answers', async () => {
  const { id, size, bytes } = await openPicture()
  await site.other.ask('PATCH', `/media/${id}?locale=en`, { alt: `Another text ${Date.now()}` })
  await refreshDocument(account.site, { kind: 'collection', slug: 'media', id })
  const clear = offline()
  expect(await show(id, size)).toEqual([200, bytes])
  clear()
  // A refusal is an answer.
  answers(403)
  expect((await show(id, size))[0]).toBe(502)
  site.proxy.clearRules()
  // It is not asked again for each time that it is drawn.
  const asked = site.proxy.seen.length
  expect((await show(id, size))[0]).toBe(502)
  expect(site.proxy.seen).toHaveLength(asked)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    expect(await show(id, size)).toEqual([200, bytes])
  } finally {
    vi.useRealTimers()
  }
})

test('keeping everything brings the small pictures too; removing the documents removes them', async () => {
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all' })
  await expect.poll(() => account.prefetch.state().phase, { timeout: 30_000 }).toBe('done')
  const [doc] = (await site.other.ask('GET', '/media?limit=1&depth=0&where[mimeType][contains]=jpeg')).docs
  if (!doc) throw new Error('the demo has no picture')
  offline()
  expect((await show(idOf(doc), bestFit(doc, THUMBNAIL)))[0]).toBe(200)
  expect(existsSync(picturesOf(account.file))).toBe(true)
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'opened' })
  await account.prefetch.idle()
  await account.prefetch.forget()
  expect(existsSync(picturesOf(account.file))).toBe(false)
})

test('what the settings leave no room for is not brought', async () => {
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', megabytes: 1 })
  await expect
    .poll(() => ['done', 'full'].includes(account.prefetch.state().phase), { timeout: 30_000 })
    .toBe(true)
  const documents = await account.site.store.documentBytes()
  // One picture may go over it.
  expect(documents + (await account.site.files.pictures.bytes())).toBeLessThan(1_000_000 + 300_000)
})
