import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { picturesOf } from '../../main/files/picture-folder.ts'
import { showFile } from '../../main/files/show-files.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { THUMBNAIL_URL, thumbnailSize } from '../../shared/fields/file/best-fit.ts'
import type { ListRow } from '../../shared/ipc.ts'
import { DEFAULT_PREFETCH } from '../../shared/prefetch.ts'
import { idOf, openSignedIn, openSiteOf, openTestSite, type TestAccount, type TestSite } from './main-site.ts'
import { at, EDITOR, ok, textAt } from './support/cms.ts'

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
/** Returns status and length of the page's answer. */
async function show(
  id: string,
  size: string | null | undefined,
  of: TestAccount = account,
): Promise<[status: number, bytes: number]> {
  if (size === undefined) throw new Error('it has no picture')
  const query = size === null ? '' : `?size=${encodeURIComponent(size)}`
  const answer = await showFile(`app://media/media/${id}${query}`, of.site)
  return [answer.status, (await answer.arrayBuffer()).byteLength]
}
/** Fetches the newest picture of the demo; returns it with its list size. */
async function openPicture(): Promise<{ id: string; size: string | null | undefined; bytes: number }> {
  const [doc] = (await site.other.ask('GET', '/media?limit=1&depth=0&where[mimeType][contains]=jpeg')).docs
  if (!doc) throw new Error('the demo has no picture')
  const id = idOf(doc)
  await refreshDocument(account.site, { kind: 'collection', slug: 'media', id })
  const size = thumbnailSize(doc)
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

/** Reads the first page of media, as a list does. */
async function listMedia(of: TestAccount): Promise<ListRow[]> {
  const query = {
    slug: 'media',
    page: 1,
    limit: 10,
    sort: '-updatedAt',
    search: '',
    where: null,
    locale: 'en',
  }
  await refreshList(of.site, query, () => undefined)
  return (await of.site.store.list(query)).rows
}

test('U31 (part) a picture is shown of a document of which only its row in a list is here', async () => {
  const rows = await listMedia(account)
  const row = rows.find(({ data }) => data['mimeType'] === 'image/jpeg')
  if (row?.ref.kind !== 'collection') throw new Error('the demo has no picture')
  expect(row.complete).toBe(false)
  const size = thumbnailSize(row.data)
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
  // A refusal counts as an answer.
  answers(403)
  expect((await show(id, size))[0]).toBe(502)
  site.proxy.clearRules()
  // It is not requested again for each drawing.
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
  await expect.poll(() => account.prefetch.state().phase).toBe('done')
  const [doc] = (await site.other.ask('GET', '/media?limit=1&depth=0&where[mimeType][contains]=jpeg')).docs
  if (!doc) throw new Error('the demo has no picture')
  offline()
  expect((await show(idOf(doc), thumbnailSize(doc)))[0]).toBe(200)
  expect(existsSync(picturesOf(account.file))).toBe(true)
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'opened' })
  await account.prefetch.idle()
  await account.prefetch.forget()
  expect(existsSync(picturesOf(account.file))).toBe(false)
})

test('what the settings leave no room for is not brought', async () => {
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', megabytes: 1 })
  await expect.poll(() => ['done', 'full'].includes(account.prefetch.state().phase)).toBe(true)
  const documents = await account.site.store.documentBytes()
  // One picture may exceed it.
  expect(documents + (await account.site.files.pictures.bytes())).toBeLessThan(1_000_000 + 300_000)
})

describe('a site that names what stands for a file', () => {
  let own: Awaited<ReturnType<typeof openSiteOf>>
  let reader: TestAccount
  beforeAll(async () => {
    own = await openSiteOf('thumbnails-site.ts')
    reader = await openSignedIn(own)
  })
  afterAll(async () => {
    await reader.dispose()
    await own.dispose()
  })

  /** Uploads a new file; resolves to the server's document. */
  async function upload(name: string, type: string, bytes: Uint8Array<ArrayBuffer>, poster: string | null) {
    const { token } = await own.cms.login(EDITOR)
    const form = new FormData()
    form.set('file', new File([bytes], name, { type }))
    form.set('_payload', JSON.stringify({ poster }))
    return at(ok(await own.cms.request('POST', '/media', { token, body: form })).json, 'doc')
  }

  test('S3.25 an item of a list has the name and the type of its file, and as picture what the site names for it, else the best size of a picture, else none', async () => {
    const color = { width: 200, height: 100, channels: 3, background: 'teal' } as const
    const bytes = new Uint8Array(await sharp({ create: color }).png().toBuffer())
    const image = await upload('poster.png', 'image/png', bytes, null)
    await upload('film.mp4', 'video/mp4', new Uint8Array(20), textAt(image, 'url'))
    await upload('plain.mp4', 'video/mp4', new Uint8Array(20), null)
    const rows = await listMedia(reader)
    const byName = rows.toSorted((a, b) => (textAt(a.data, 'filename') < textAt(b.data, 'filename') ? -1 : 1))
    const items = byName.map(({ data }) => [data['filename'], data['mimeType'], thumbnailSize(data)])
    expect(items).toEqual([
      ['film.mp4', 'video/mp4', THUMBNAIL_URL],
      ['plain.mp4', 'video/mp4', undefined],
      ['poster.png', 'image/png', 'small'],
    ])
    const film = rows.find(({ data }) => data['filename'] === 'film.mp4')
    if (film?.ref.kind !== 'collection') throw new Error('no film')
    // The film's thumbnail is the picture, and stays here.
    expect(await show(film.ref.id, THUMBNAIL_URL, reader)).toEqual([200, bytes.byteLength])
    own.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await show(film.ref.id, THUMBNAIL_URL, reader)).toEqual([200, bytes.byteLength])
  })
})
