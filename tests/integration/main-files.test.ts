import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bringServerFile, saveServerFile } from '../../main/exports/server-files.ts'
import { filesOf } from '../../main/files/file-folder.ts'
import type { HandlerContext } from '../../main/ipc/handler-context.ts'
import { decidePolicy } from '../../main/policy/policy.ts'
import { filesHandlers } from '../../main/ipc/files-handlers.ts'
import { copyServerFile } from '../../main/server/at-once/fetch-file.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import type { PendingFile } from '../../shared/fields/file/pending-file.ts'
import { makeRef, refId, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { Json } from '../../shared/json.ts'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR, textAt } from './support/cms.ts'

let site: TestSite
let account: TestAccount
/** Called when an event of the account arrives. */
let onEvent: (name: string) => void = () => undefined
let picture: { data: Buffer; mimetype: string; name: string; size: number }

beforeAll(async () => {
  site = await openTestSite()
  const [first] = pictures
  if (!first) throw new Error('no picture')
  picture = await drawPicture(first)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  onEvent = () => undefined
  account = await openSignedIn(site, EDITOR, { onEvent: (name) => onEvent(name) })
  site.proxy.seen.length = 0
})
afterEach(() => account.dispose())

const isUpload = ({ method, path }: { method: string; path: string }): boolean =>
  method !== 'GET' && path.startsWith('/api/media')
const mediaNamed = async (alt: string) =>
  (await site.other.ask('GET', `/media?depth=0&locale=en&where[alt][equals]=${encodeURIComponent(alt)}`)).docs
const waitingFiles = (): string[] =>
  existsSync(filesOf(account.file)) ? readdirSync(filesOf(account.file)) : []

/** Copies a file as a form does, in two pieces. */
async function bringIn(bytes: Uint8Array, more: Partial<PendingFile> = {}): Promise<PendingFile> {
  const { files } = account.site
  const id = await files.begin()
  await files.append(id, bytes.subarray(0, 1000))
  await files.append(id, bytes.subarray(1000))
  const size = await files.finish(id)
  return {
    id,
    name: 'abisko.jpg',
    mimeType: 'image/jpeg',
    size,
    width: 1200,
    height: 800,
    crop: null,
    ...more,
  }
}

const shared = (path: string, from: Json, to: Json): Change => ({ kind: 'set', locale: null, path, from, to })
/** Returns the server file of a document, as known here. */
const fileNow = async (ref: DocRef): Promise<Json> =>
  (await account.site.store.getDocument(ref))?.base.data['file'] ?? null

async function newMedia(alt: string, file: PendingFile): Promise<{ ref: DocRef; key: string }> {
  const id = makeTempId(crypto.randomUUID())
  const ref = await account.site.store.createDocument({ slug: 'media', id, data: {} })
  const key = await commitOn(account, ref, 'save', [shared('file', null, file), set('alt', null, alt)])
  return { ref, key }
}

test('SY14 a file goes to the server with its document, once, and is not kept here any longer', async () => {
  const file = await bringIn(picture.data)
  const { key } = await newMedia('Two people at Abisko', file)
  const outcome = await account.sender.send(key)
  expect(outcome).toMatchObject({ type: 'sent' })
  const [doc, ...others] = await mediaNamed('Two people at Abisko')
  expect(others).toEqual([])
  expect(doc).toMatchObject({ filename: 'abisko.jpg', filesize: picture.size, mimeType: 'image/jpeg' })
  expect(waitingFiles()).toEqual([])
  const ref = makeRef('collection', 'media', idOf(doc ?? {}))
  expect(await account.site.store.getDocument(ref)).toMatchObject({
    state: { kind: 'saved' },
    base: { data: { filename: 'abisko.jpg', file: { filename: 'abisko.jpg', filesize: picture.size } } },
    differences: [],
  })
  const progress = account.events.filter(({ name }) => name === 'outbox.progress')
  expect(progress.slice(-2).map(({ payload }) => payload)).toEqual([
    { key, sent: file.size, total: file.size },
    { key, sent: null, total: file.size },
  ])
})

test('SY3 SY14 what refers to a new upload waits for it', async () => {
  const { ref, key } = await newMedia('Portrait', await bringIn(picture.data))
  const author = makeRef('collection', 'authors', idOf({ id: site.author }))
  await refreshDocument(account.site, author)
  const before = (await account.site.store.getDocument(author))?.base.data['portrait'] ?? null
  const referring = await commitOn(account, author, 'save', [
    shared('portrait', before, ref.kind === 'collection' ? ref.id : ''),
  ])
  const heads = await account.site.store.outboxHeads({ after: 0, limit: 10 })
  expect(heads.map((entry) => entry.key)).toEqual([key])
  await account.sender.send(key)
  expect(await account.sender.send(referring)).toMatchObject({ type: 'sent' })
  const [doc] = await mediaNamed('Portrait')
  expect(await site.other.ask('GET', `/authors/${idOf({ id: site.author })}?depth=0`)).toMatchObject({
    portrait: doc?.['id'],
  })
})

test('SY4 SY14 an upload whose answer is lost is there once', async () => {
  site.proxy.addRule({ match: isUpload, fault: { kind: 'drop-after' }, times: 1 })
  const { key } = await newMedia('Cut off', await bringIn(picture.data))
  expect(await account.sender.send(key)).not.toMatchObject({ type: 'sent' })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await mediaNamed('Cut off')).toHaveLength(1)
  expect(waitingFiles()).toEqual([])
})

test('SY10 SY14 what the server refuses waits with its file, in the server’s words', async () => {
  const file = await bringIn(new TextEncoder().encode('a,b\n'.repeat(800)), {
    name: 'list.csv',
    mimeType: 'text/csv',
    width: null,
    height: null,
  })
  const { key } = await newMedia('Not of that kind', file)
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked' })
  const entry = await entryIn(account, key)
  expect(entry?.problem).toMatchObject({
    code: 'validation',
    fields: [{ path: 'file', message: expect.stringMatching(/type/i) as string }],
  })
  expect(waitingFiles()).toEqual([file.id])
})

test('SY14 one that is too large waits with its file', async () => {
  const big = new Uint8Array(12_500_000).fill(0x20)
  const { key } = await newMedia('Too large', await bringIn(big, { name: 'big.txt', mimeType: 'text/plain' }))
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'too-large' } })
})

test('SY14 a person stops a file on its way: nothing arrives, and it waits for them', async () => {
  const release = site.proxy.addRule({ match: isUpload, fault: { kind: 'hold' } })
  const big = new Uint8Array(9_000_000).fill(0x20)
  const { key } = await newMedia('Stopped', await bringIn(big, { name: 'long.txt', mimeType: 'text/plain' }))
  // While its bytes are sent: the connection is held, but accepts all of them.
  onEvent = (name) => {
    if (name === 'outbox.progress') account.site.transfers.stop(key)
  }
  expect(await account.sender.send(key)).toMatchObject({ type: 'parked', problem: { code: 'stopped' } })
  onEvent = () => undefined
  release()
  expect(await mediaNamed('Stopped')).toEqual([])
  await account.site.store.retry({ key, choices: {} })
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await mediaNamed('Stopped')).toHaveLength(1)
})

test('SY14 a file that is gone from this computer keeps its entry from being sent', async () => {
  const file = await bringIn(picture.data)
  const { key } = await newMedia('Gone', file)
  await account.site.files.remove([file.id ?? ''])
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: { code: 'file-missing' },
  })
  expect(site.proxy.seen.filter(isUpload)).toEqual([])
})

/** Creates and sends a picture; its answer is the base here. */
async function knownMedia(alt: string): Promise<DocRef> {
  const { ref, key } = await newMedia(alt, await bringIn(picture.data))
  await account.sender.send(key)
  return account.site.store.resolveId(ref)
}

test('SY14 another file takes the place of the one that is there', async () => {
  const ref = await knownMedia('Replaced')
  const file = await bringIn(picture.data, { name: 'other.jpg' })
  const key = await commitOn(account, ref, 'save', [shared('file', await fileNow(ref), file)])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await mediaNamed('Replaced')).toMatchObject([{ filename: 'other.jpg' }])
  expect(await account.site.store.getDocument(ref)).toMatchObject({ state: { kind: 'saved' } })
})

test('SY14 a file of the same name takes the place of the one that is there, and nothing takes it back', async () => {
  const ref = await knownMedia('The same name')
  const before = await fileNow(ref)
  const [{ filename } = {}] = await mediaNamed('The same name')
  const bytes = Buffer.from('no picture any more')
  const file = await bringIn(bytes, {
    name: typeof filename === 'string' ? filename : '',
    mimeType: 'text/plain',
    width: null,
    height: null,
  })
  const key = await commitOn(account, ref, 'save', [shared('file', before, file)])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await mediaNamed('The same name')).toMatchObject([{ filesize: bytes.byteLength }])
  const [{ filename: named } = {}] = await mediaNamed('The same name')
  // File columns are never sent, whatever an edit contains.
  const undone = await commitOn(account, ref, 'save', [
    shared('filename', named ?? null, filename ?? null),
    set('alt', 'The same name', 'Still there'),
  ])
  await account.sender.send(undone)
  expect(await mediaNamed('Still there')).toMatchObject([{ filename: named, filesize: bytes.byteLength }])
})

test('SY7 SY14 where somebody else has put another file there meanwhile, a person is asked', async () => {
  const ref = await knownMedia('Both')
  const was = await fileNow(ref)
  const theirs = await openSignedIn(site)
  const before = account
  account = theirs
  await refreshDocument(theirs.site, ref)
  const theirFile = await bringIn(picture.data, { name: 'logo.jpg' })
  const theirKey = await commitOn(theirs, ref, 'save', [shared('file', was, theirFile)])
  await theirs.sender.send(theirKey)
  await theirs.dispose()
  account = before
  // No name tells the owner of the file.
  const mine = await bringIn(picture.data, { name: 'logo.jpg' })
  const key = await commitOn(account, ref, 'save', [shared('file', was, mine)])
  expect(await account.sender.send(key)).toMatchObject({
    type: 'parked',
    problem: {
      code: 'conflict',
      conflicts: [{ path: 'file', mine: { id: mine.id }, theirs: { filename: 'logo.jpg' } }],
    },
  })
  await account.site.store.retry({ key, choices: { file: 'theirs' } })
  expect(await entryIn(account, key)).toBeUndefined()
  expect(await mediaNamed('Both')).toMatchObject([{ filename: 'logo.jpg' }])
})

test('SY14 a part is cut out of the picture that is there, and its focal point is set', async () => {
  const ref = await knownMedia('Cut out')
  const view = await account.site.store.getDocument(ref)
  const data = view?.base.data ?? {}
  const crop: PendingFile = {
    id: null,
    name: 'abisko.jpg',
    mimeType: 'image/jpeg',
    size: picture.size,
    width: 1200,
    height: 800,
    crop: { x: 25, y: 10, width: 50, height: 50 },
  }
  const key = await commitOn(account, ref, 'save', [
    shared('file', data['file'] ?? null, crop),
    shared('focalX', data['focalX'] ?? null, 20),
    shared('focalY', data['focalY'] ?? null, 70),
  ])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  expect(await mediaNamed('Cut out')).toMatchObject([{ width: 600, height: 400, focalX: 20, focalY: 70 }])
  expect(await account.site.store.getDocument(ref)).toMatchObject({
    state: { kind: 'saved' },
    differences: [],
  })
})

test('SY14 a start removes files that nothing refers to, and keeps those that something does', async () => {
  const kept = await bringIn(picture.data)
  await newMedia('Kept', kept)
  const orphan = '0f8fad5b-d9cb-469f-a165-70867728950e'
  writeFileSync(`${filesOf(account.file)}/${orphan}`, 'x')
  writeFileSync(`${filesOf(account.file)}/${orphan}.part`, 'x')
  await account.site.files.sweep(account.site.store.referredFiles)
  expect(waitingFiles()).toEqual([kept.id])
})

test('F69 (part: duplicate) a duplicate of an upload has a file of its own on the server, the same to the byte', async () => {
  const { key } = await newMedia('Twice', await bringIn(picture.data))
  await account.sender.send(key)
  const [first] = await mediaNamed('Twice')
  const ref = makeRef('collection', 'media', idOf(first ?? {}))
  await refreshDocument(account.site, ref)
  const copied = await copyServerFile(account.site, { slug: 'media', id: refId(ref) })
  if (copied.outcome !== 'fetched') throw new Error(copied.outcome)
  const { outcome: _outcome, ...file } = copied
  const id = makeTempId(crypto.randomUUID())
  await account.site.store.createAgain({ ref, id, locale: 'en', file })
  const [head] = await account.site.store.outboxHeads({ after: 0, limit: 10 })
  expect(await account.sender.send(head?.key ?? '')).toMatchObject({ type: 'sent' })
  const both = await mediaNamed('Twice')
  expect(both.map(({ filesize }) => filesize)).toEqual([picture.size, picture.size])
  expect(new Set(both.map(({ filename }) => filename)).size).toBe(2)
  const { token } = await site.cms.login(EDITOR)
  for (const doc of both) {
    const headers = { Authorization: `JWT ${token}` }
    const answer = await fetch(new URL(textAt(doc, 'url'), site.cms.url), { headers })
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), picture.data)).toBe(0)
  }
  expect(waitingFiles()).toEqual([])
})

test('SY11 (part: copied files) a page of somebody on the way is no file of a document', async () => {
  const { key } = await newMedia('Behind a portal', await bringIn(picture.data))
  await account.sender.send(key)
  const [doc] = await mediaNamed('Behind a portal')
  const ref = makeRef('collection', 'media', idOf(doc ?? {}))
  site.proxy.addRule({ match: ({ path }) => path.includes('/file/'), fault: { kind: 'portal' } })
  expect(await copyServerFile(account.site, { slug: 'media', id: refId(ref) })).toEqual({
    outcome: 'failed',
    message: '',
  })
  expect(waitingFiles()).toEqual([])
})

test('the file of a document is put where a person likes, whole or not at all; what they leave stays as it was', async () => {
  const { key } = await newMedia('To be taken out', await bringIn(picture.data))
  await account.sender.send(key)
  const [doc] = await mediaNamed('To be taken out')
  const id = idOf(doc ?? {})
  await refreshDocument(account.site, makeRef('collection', 'media', id))
  const folder = mkdtempSync(join(tmpdir(), 'galley-save-'))
  const asked: string[] = []
  const to =
    (place: string | null) =>
    async (...named: string[]): Promise<string | null> => {
      asked.push(named.join('.'))
      return Promise.resolve(place)
    }
  const save = (place: string | null) => saveServerFile(account.site, { slug: 'media', id }, to(place))
  const kept = join(folder, 'kept.jpg')
  expect(await save(kept)).toEqual({ outcome: 'saved', path: kept })
  expect(asked).toEqual([textAt(doc, 'filename')])
  expect(readFileSync(kept).equals(picture.data)).toBe(true)

  expect(await save(null)).toEqual({ outcome: 'cancelled' })
  // Without the extension it would replace a file without a question.
  expect(await save(join(folder, 'kept'))).toMatchObject({ outcome: 'failed', reason: 'there-already' })
  expect(await save(join(folder, 'no', 'x.jpg'))).toMatchObject({ outcome: 'failed' })
  site.proxy.addRule({ match: ({ path }) => path.includes('/file/'), fault: { kind: 'truncate' } })
  writeFileSync(kept, 'something else')
  expect((await save(kept)).outcome).not.toBe('saved')
  expect([readFileSync(kept, 'utf8'), readdirSync(folder), waitingFiles()]).toEqual([
    'something else',
    ['kept.jpg'],
    [],
  ])
  rmSync(folder, { recursive: true })
})

test('the file of a document that only a list has shown is brought under its own name, and dragged out as that', async () => {
  const { key } = await newMedia('To be dragged', await bringIn(picture.data))
  await account.sender.send(key)
  const [doc] = await mediaNamed('To be dragged')
  const id = idOf(doc ?? {})
  await account.site.store.removeBase(makeRef('collection', 'media', id))
  const dragged: string[] = []
  // Only Electron can drag: it gets a path.
  const context = {
    accounts: { current: () => account },
    reading: decidePolicy([], {}),
    dragFile: async (path: string) => Promise.resolve(void dragged.push(path)),
  } as unknown as HandlerContext
  const handlers = filesHandlers(context)
  const brought = await bringServerFile(account.site, { slug: 'media', id })
  if (brought.outcome !== 'here') throw new Error(brought.outcome)
  expect(await handlers['files.drag']({ id: brought.id })).toEqual({ begun: true })
  const [path = ''] = dragged
  expect(basename(path)).toBe(textAt(doc, 'filename'))
  expect(readFileSync(path).equals(picture.data)).toBe(true)

  // A file that is waiting, or not here, cannot be dragged.
  const waits = await bringIn(picture.data)
  for (const other of [waits.id ?? '', randomUUID()])
    expect(await handlers['files.drag']({ id: other })).toEqual({ begun: false })
  expect(dragged).toHaveLength(1)
  site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  expect(await bringServerFile(account.site, { slug: 'media', id })).toMatchObject({ outcome: 'offline' })
})
