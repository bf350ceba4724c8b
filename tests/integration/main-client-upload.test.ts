import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { filesOf, openFileFolder } from '../../main/files/file-folder.ts'
import { fetchFile } from '../../main/server/at-once/fetch-file.ts'
import { createEntrySender } from '../../main/server/send/send-entry.ts'
import { putWhereTold } from '../../main/server/send/client-upload.ts'
import type { SiteContext } from '../../main/server/site-context.ts'
import { isPlainJson } from '../../shared/json.ts'
import { makeTempId } from '../../shared/cms/doc-ref.ts'
import {
  commitOn,
  entryIn,
  openTestSite,
  set,
  openSignedIn,
  serveAnswers,
  clientOf,
  type TestAccount,
  type TestSite,
} from './main-site.ts'

let site: TestSite
let account: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site)
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})

type Seen = { method: string; url: string; headers: { [name: string]: unknown }; body: string }
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A site with a handler that tells where to put a file, and the storage that takes it, as S3 does. */
async function storage(putStatus: number): Promise<{ seen: Seen[]; site: SiteContext }> {
  const seen: Seen[] = []
  const record = (status: number, answer: (url: string) => object) =>
    serveAnswers((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { method = '', url = '', headers } = request
        seen.push({ method, url, headers, body })
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer(url)))
      })
    })
  const bucket = await record(putStatus, () => ({}))
  const cms = await record(200, () => ({
    url: `${bucket.url}/bucket/abisko-1.txt?signature=1`,
    filename: 'abisko-1.txt',
    headers: { 'x-amz-meta-a': 'b' },
    clientUploadContext: { prefix: 'p', signedReceipt: 'r' },
  }))
  closing.push(bucket.close, cms.close)
  return { seen, site: { ...account.site, client: clientOf(cms.url, 'a-token') } }
}

async function put(target: SiteContext) {
  const id = await target.files.begin()
  await target.files.append(id, new TextEncoder().encode('All the bytes'))
  const size = await target.files.finish(id)
  const transfer = target.transfers.start('key', size)
  const file = { kind: 'here', id, name: 'abisko.txt', mimeType: 'text/plain', size } as const
  const ref = { kind: 'collection', slug: 'media', id: '1' } as const
  return putWhereTold(target, { handler: '/storage-s3-upload', ref, file, transfer })
}

test('S7.11 S7.12 a file goes where the handler says, with its headers and without a token', async () => {
  const { seen, site: target } = await storage(200)
  expect(await put(target)).toEqual({
    kind: 'put',
    isNoted: false,
    reference: {
      clientUploadContext: { prefix: 'p', signedReceipt: 'r' },
      collectionSlug: 'media',
      filename: 'abisko-1.txt',
      mimeType: 'text/plain',
      size: 13,
    },
  })
  const [asked, sent] = seen
  expect(asked).toMatchObject({ method: 'POST', url: '/api/storage-s3-upload' })
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    collectionSlug: 'media',
    filename: 'abisko.txt',
    filesize: 13,
    mimeType: 'text/plain',
  })
  expect(sent).toMatchObject({
    method: 'PUT',
    url: '/bucket/abisko-1.txt?signature=1',
    body: 'All the bytes',
    headers: { 'content-length': '13', 'content-type': 'text/plain', 'x-amz-meta-a': 'b' },
  })
  expect(sent?.headers).not.toHaveProperty('authorization')
})

test('S7.12 (part) what the storage refuses is said by its status', async () => {
  const { site: target } = await storage(403)
  expect(await put(target)).toMatchObject({
    kind: 'refused',
    problem: { code: 'rejected', message: 'Upload failed with status 403' },
  })
  const failing = await storage(503)
  expect(await put(failing.site)).toMatchObject({ kind: 'later', outcome: { type: 'retry' } })
})

/** The real account over a site whose storage takes the files of media; both answer one after another as told. */
async function sendingTo(answers: { puts: number[]; posts: number[] }) {
  const seen: string[] = []
  const serve = (statuses: number[], body: (url: string) => object) =>
    serveAnswers((request, response) => {
      request.resume().on('end', () => {
        const { method = '', url = '' } = request
        seen.push(`${method} ${url.split('?')[0]}`)
        const asksPlace = url.startsWith('/api/storage')
        const status = asksPlace ? 200 : (statuses.shift() ?? 200)
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
        response.end(JSON.stringify(body(url)))
      })
    })
  const bucket = await serve(answers.puts, () => ({}))
  const doc = { id: 4711, filename: 'abisko-1.txt', filesize: 13, updatedAt: '2026-11-22T10:00:00.000Z' }
  const cms = await serve(answers.posts, (url) =>
    url.startsWith('/api/storage') ? { url: `${bucket.url}/bucket`, filename: 'abisko-1.txt' } : { doc },
  )
  closing.push(bucket.close, cms.close)
  const schema = account.site.schema()
  if (!schema) throw new Error('no schema')
  const collections = schema.collections.map((one) =>
    one.slug === 'media' && one.upload
      ? { ...one, upload: { ...one.upload, clientUpload: '/storage-s3-upload' } }
      : one,
  )
  const target = {
    ...account.site,
    client: clientOf(cms.url, 'a-token'),
    schema: () => ({ ...schema, collections }),
  }
  return { seen, sender: createEntrySender(target), target }
}

/** A new document with a text file, queued. */
async function queueUpload(): Promise<{ key: string; file: string }> {
  const { files, store } = account.site
  const id = await files.begin()
  await files.append(id, new TextEncoder().encode('All the bytes'))
  const size = await files.finish(id)
  const ref = await store.createDocument({ slug: 'media', id: makeTempId(crypto.randomUUID()), data: {} })
  const file = { id, name: 'abisko.txt', mimeType: 'text/plain', size, width: null, height: null, crop: null }
  const to = { kind: 'set', locale: null, path: 'file', from: null, to: file } as const
  const key = await commitOn(account, ref, 'save', [to, set('alt', null, 'By way of the storage')])
  return { key, file: id }
}

test('S7.12 SY9 SY14 a storage that keeps failing is told of after five tries, and tried on', async () => {
  const { sender, seen } = await sendingTo({ puts: [503, 503, 503, 503, 503], posts: [] })
  const { key } = await queueUpload()
  for (let tries = 1; tries <= 5; tries += 1) {
    expect(await sender.send(key)).toMatchObject({ type: 'retry' })
    expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', attempts: tries })
  }
  expect((await entryIn(account, key))?.problem).toMatchObject({
    code: 'server-error',
    message: 'Upload failed with status 503',
    status: 503,
  })
  const progress = account.events.filter(({ name }) => name === 'outbox.progress')
  expect(progress.at(-1)?.payload).toEqual({ key, sent: null, total: 13 })
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  expect(seen.slice(-3)).toEqual(['POST /api/storage-s3-upload', 'PUT /bucket', 'POST /api/media'])
})

test('S7.12 SY14 a file lies in the storage once, however often its document has to be sent', async () => {
  const { sender, seen, target } = await sendingTo({ puts: [], posts: [429, 429] })
  const { key, file } = await queueUpload()
  expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  // The next start of the program knows it, too.
  const again = { ...target, files: openFileFolder(account.file) }
  expect(await createEntrySender(again).send(key)).toMatchObject({ type: 'retry' })
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  expect(seen.filter((one) => one === 'PUT /bucket')).toHaveLength(1)
  expect(readdirSync(filesOf(account.file)).filter((name) => name.startsWith(file))).toEqual([])
})

test('S7.12 (part) SY14 (part) where the server does not take what was put for an earlier try, the file is put once more, and then it is said', async () => {
  const { sender, seen } = await sendingTo({ puts: [], posts: [429, 400, 400] })
  const { key } = await queueUpload()
  expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', problem: null })
  expect(await sender.send(key)).toMatchObject({ type: 'parked' })
  expect(seen.filter((one) => one === 'PUT /bucket')).toHaveLength(2)
})

test('S7.12 (part) SY9 (part) where the document does not get through for long, the file is put anew once, as it may be for what was put', async () => {
  const { sender, seen } = await sendingTo({ puts: [], posts: [423, 423, 423, 423] })
  const { key } = await queueUpload()
  for (let tries = 1; tries <= 3; tries += 1) expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  expect((await entryIn(account, key))?.problem).toMatchObject({ code: 'locked', status: 423 })
  expect(seen.filter((one) => one === 'PUT /bucket')).toHaveLength(1)
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  expect(seen.filter((one) => one === 'PUT /bucket')).toHaveLength(2)
})

test('S7.12 (part) a reference older than five hours is not used, as the storage may not take it any more', async () => {
  const { sender, seen, target } = await sendingTo({ puts: [], posts: [429] })
  const { key, file } = await queueUpload()
  expect(await sender.send(key)).toMatchObject({ type: 'retry' })
  const note = await target.files.placeOf(file)
  if (!isPlainJson(note) || typeof note['at'] !== 'number') throw new Error('nothing was noted')
  await target.files.keepPlace(file, { ...note, at: note['at'] - 5 * 60 * 60_000 })
  expect(await sender.send(key)).toMatchObject({ type: 'sent' })
  expect(seen.filter((one) => one === 'PUT /bucket')).toHaveLength(2)
})

test('SY14 a file that is on its way to the storage can be stopped', async () => {
  let stop = (): boolean => false
  const bucket = await serveAnswers((request) => void request.once('data', () => void (stopped ||= stop())))
  let stopped = false
  closing.push(bucket.close)
  const cms = await serveAnswers((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ url: `${bucket.url}/bucket` }))
  })
  closing.push(cms.close)
  const { target } = await sendingTo({ puts: [], posts: [] })
  const { files, store } = account.site
  const id = await files.begin()
  for (let piece = 0; piece < 60; piece += 1) await files.append(id, new Uint8Array(1_000_000))
  const size = await files.finish(id)
  const ref = await store.createDocument({ slug: 'media', id: makeTempId(crypto.randomUUID()), data: {} })
  const file = { id, name: 'long.txt', mimeType: 'text/plain', size, width: null, height: null, crop: null }
  const key = await commitOn(account, ref, 'save', [
    { kind: 'set', locale: null, path: 'file', from: null, to: file },
  ])
  stop = () => target.transfers.stop(key)
  const sender = createEntrySender({ ...target, client: clientOf(cms.url, 'a-token') })
  expect(await sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'stopped' } })
})

/** A site that answers a question for a file. */
async function fetching(status: number, body: string, headers: { [name: string]: string }) {
  const asked: (string | undefined)[] = []
  const cms = await serveAnswers((request, response) => {
    asked.push(request.url, request.headers.authorization)
    response.writeHead(status, headers)
    response.end(body)
  })
  closing.push(cms.close)
  return { asked, site: { ...account.site, client: clientOf(cms.url, 'a-token') } }
}
const url = 'https://elsewhere.example/pictures/night train.jpg'

test('SY14 (part) a file from an address is fetched by the server and copied here', async () => {
  const disposition = `attachment; filename="night_train.jpg"; filename*=UTF-8''night%20train.jpg`
  const { asked, site: target } = await fetching(200, 'All the bytes', {
    'content-type': 'image/jpeg; charset=binary',
    'content-disposition': disposition,
  })
  const fetched = await fetchFile(target, { slug: 'media', id: '7', url })
  expect(fetched).toMatchObject({
    outcome: 'fetched',
    name: 'night train.jpg',
    mimeType: 'image/jpeg',
    size: 13,
  })
  expect(asked).toEqual([`/api/media/paste-url/7?src=${encodeURIComponent(url)}`, 'JWT a-token'])
})

test('SY11 (part fetched files) a page of somebody on the way is no file, and what is larger than the site takes is not kept', async () => {
  const portal = await fetching(200, '<html>Log in to the hotel</html>', { 'content-type': 'text/html' })
  expect(await fetchFile(portal.site, { slug: 'media', id: null, url })).toEqual({
    outcome: 'failed',
    message: '',
  })
  const upload = account.schema()?.collections.find(({ slug }) => slug === 'media')?.upload
  const most = (upload ? upload.maxBytes : null) ?? 0
  expect(most).toBeGreaterThan(0)
  const large = await fetching(200, 'x'.repeat(most + 1), {
    'content-type': 'image/jpeg',
    'content-disposition': 'attachment; filename="large.jpg"',
  })
  expect(await fetchFile(large.site, { slug: 'media', id: null, url })).toEqual({
    outcome: 'failed',
    message: '',
  })
})

test('SY14 (part) what the server does not fetch is said in its words', async () => {
  const words = JSON.stringify({ errors: [{ message: 'The provided URL is not allowed.' }] })
  const { site: target } = await fetching(400, words, { 'content-type': 'application/json' })
  expect(await fetchFile(target, { slug: 'media', id: null, url })).toEqual({
    outcome: 'failed',
    message: 'The provided URL is not allowed.',
  })
})
