import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createEntrySender } from '../../main/server/send/send-entry.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import type { PendingFile } from '../../shared/fields/file/pending-file.ts'
import type { Json } from '../../shared/json.ts'
import type { FaultProxy } from '../support/fault-proxy.ts'
import { waitUntil } from '../support/wait.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openSiteOf,
  otherEditor,
  type TestAccount,
} from './main-site.ts'
import type { Cms } from './support/cms.ts'

/* Files of more than 50 MB, whose answer is lost, or comes too late for a gateway. */

/** Bytes of a file: more than earlier versions of the companion kept keys for. */
const SIZE = 51_000_000

let site: Awaited<ReturnType<typeof openSiteOf>>
let cms: Cms
let proxy: FaultProxy
let other: ReturnType<typeof otherEditor>
let account: TestAccount

beforeAll(async () => {
  site = await openSiteOf('large-files-site.ts')
  ;({ cms, proxy, other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  proxy.clearRules()
  account = await openSignedIn({ cms, proxy })
  proxy.seen.length = 0
})
afterEach(() => account.dispose())

const isWrite = ({ method, path: at }: { method: string; path: string }) =>
  method !== 'GET' && at.startsWith('/api/films')
const isLookup = ({ path: at }: { path: string }) => at.startsWith('/api/desktop/writes/')
const films = async () => (await other.ask('GET', '/films?depth=0&limit=100')).docs
const named = async (alt: string) => (await films()).filter((doc) => doc['alt'] === alt)
const send = (key: string) => account.sender.send(key)
const shared = (at: string, from: Json, to: Json): Change => ({
  kind: 'set',
  locale: null,
  path: at,
  from,
  to,
})

async function bringIn(name: string, fill: number, size = SIZE): Promise<PendingFile> {
  const { files } = account.site
  const id = await files.begin()
  const piece = new Uint8Array(1_000_000).fill(fill)
  for (let at = 0; at < size; at += piece.length) await files.append(id, piece)
  return {
    id,
    name,
    mimeType: 'video/mp4',
    size: await files.finish(id),
    width: null,
    height: null,
    crop: null,
  }
}

async function newFilm(alt: string, size = SIZE): Promise<string> {
  const file = await bringIn(`${alt.replaceAll(' ', '-')}.mp4`, 1, size)
  const id = makeTempId(crypto.randomUUID())
  const ref = await account.site.store.createDocument({ slug: 'films', id, data: {} })
  return commitOn(account, ref, 'save', [shared('file', null, file), shared('alt', null, alt)])
}

describe('F82 SY4 SY14 a file of more than 50 MB', () => {
  test('F82 whose answer is lost is there once', async () => {
    const key = await newFilm('lost answer')
    proxy.addRule({ match: isWrite, fault: { kind: 'drop-after' }, times: 1 })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(await named('LOST ANSWER')).toHaveLength(1)
  })

  test('F82 is there once where a gateway times out and the request goes on behind it', async () => {
    const key = await newFilm('held by a hook')
    const begun = () => waitUntil(() => existsSync(path.join(cms.dataDir, 'waiting')))
    proxy.addRule({ match: isWrite, fault: { kind: 'gateway-timeout', begun }, times: 1 })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    // The gateway has given up, the server has not.
    expect(await send(key)).toMatchObject({ type: 'retry', reason: 'in progress' })
    await writeFile(path.join(cms.dataDir, 'go'), '')
    await expect.poll(async () => (await send(key)).type).toBe('sent')
    expect(await named('HELD BY A HOOK')).toHaveLength(1)
    expect(proxy.seen.filter(isWrite)).toHaveLength(1)
  })

  test('F82 that took the place of another is not sent again, whatever a hook made of the text', async () => {
    const made = await newFilm('to be replaced', 1_000_000)
    expect(await send(made)).toMatchObject({ type: 'sent' })
    const [doc] = await named('TO BE REPLACED')
    const ref: DocRef = makeRef('collection', 'films', idOf(doc ?? {}))
    await refreshDocument(account.site, ref)
    const before = (await account.site.store.getDocument(ref))?.base.data['file'] ?? null
    const file = await bringIn('another.mp4', 2)
    const key = await commitOn(account, ref, 'save', [
      shared('file', before, file),
      shared('alt', 'TO BE REPLACED', 'replaced'),
    ])
    proxy.seen.length = 0
    proxy.addRule({ match: isWrite, fault: { kind: 'drop-after' }, times: 1 })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await send(key)).toMatchObject({ type: 'sent' })
    expect(proxy.seen.filter(isWrite)).toHaveLength(1)
    expect(await named('REPLACED')).toMatchObject([{ filename: 'another.mp4', filesize: SIZE }])
  })

  test('F82 that quits after its last byte has left is there once', async () => {
    const key = await newFilm('quit at the end')
    proxy.addRule({ match: isWrite, fault: { kind: 'hold' }, times: 1 })
    void send(key).catch(() => undefined)
    await expect.poll(async () => (await named('QUIT AT THE END')).length).toBe(1)
    // A program that is ended writes nothing down: the next one finds the entry as it left.
    await account.site.store.freeSending({ underWay: [] })
    expect(await entryIn(account, key)).toMatchObject({ state: 'unknown' })
    proxy.clearRules()
    const next = createEntrySender(account.site)
    expect(await next.send(key)).toMatchObject({ type: 'sent' })
    expect(proxy.seen.filter(isWrite)).toHaveLength(1)
    expect(await named('QUIT AT THE END')).toHaveLength(1)
  })
})

describe('F82 SY4 where the companion does not say that it would have kept the key', () => {
  const MONTH_MS = 30 * 24 * 60 * 60_000
  const older = () =>
    proxy.addRule({
      match: isLookup,
      fault: {
        kind: 'rewrite',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: () => JSON.stringify({ state: 'absent', keepsForMs: MONTH_MS }),
      },
    })

  test('F82 a creation that it calls absent is not made again', async () => {
    older()
    const key = await newFilm('an older companion', 1_000_000)
    proxy.addRule({ match: isWrite, fault: { kind: 'drop-after' }, times: 1 })
    expect(await send(key)).toMatchObject({ type: 'retry' })
    expect(await send(key)).toMatchObject({ type: 'parked', problem: { code: 'outcome-unknown' } })
    expect(proxy.seen.filter(isWrite)).toHaveLength(1)
    expect(await named('AN OLDER COMPANION')).toHaveLength(1)
  })
})
