import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openTestAccount,
  otherEditor,
  set,
  signIn,
  type TestAccount,
} from './main-site.ts'
import { EDITOR, startCms, type Cms } from './support/cms.ts'
import type { MovingSchema } from './support/moving-site.ts'

/* A site with a changed schema that cannot be fetched, while its writes work. */

const script = path.join(import.meta.dirname, 'support/moving-site.ts')

let cms: Cms
let proxy: FaultProxy
let account: TestAccount
let other: ReturnType<typeof otherEditor>
let dataDir = ''
let editor: Awaited<ReturnType<typeof signIn>>
let ref: DocRef

async function start(schema: MovingSchema, port = 0): Promise<Cms> {
  await writeFile(path.join(dataDir, 'schema.json'), JSON.stringify(schema))
  return startCms({ dataDir, script, port })
}

/** Restarts the app with the data on disk. */
async function startAgain(): Promise<void> {
  await account.close()
  account = await openTestAccount({ url: proxy.url, ...editor, file: account.file })
}

const withoutConfig = (fault: Fault) =>
  proxy.addRule({ match: ({ path: at }) => at.startsWith('/api/desktop/config'), fault })
const writes = () =>
  proxy.seen.filter(({ method, path: at }) => method !== 'GET' && at.startsWith('/api/pages'))
const title = async () => {
  const id = ref.kind === 'collection' ? ref.id : ''
  return (await other.ask('GET', `/pages/${id}?locale=all&depth=0&fallback-locale=none`))['title']
}
/** The changed schema: the title is shared by all locales. */
const SHARED: MovingSchema = { locales: ['en', 'de'], sharedTitle: true }

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-due-'))
  cms = await start({ locales: ['en', 'de'] })
  proxy = await startFaultProxy(cms.url)
  editor = await signIn(cms.url, EDITOR)
  other = otherEditor(cms.url, editor.token)
  account = await openTestAccount({ url: proxy.url, ...editor })
  await account.connection.check()
  await account.refreshSchema()
  const { doc } = await other.ask('POST', '/pages?locale=en&depth=0', { title: 'North' })
  ref = makeRef('collection', 'pages', idOf(doc))
  await refreshDocument(account.site, ref)
})
afterEach(async () => {
  await account.dispose()
  await proxy.close()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const failing: [string, Fault][] = [
  ['answers 500', { kind: 'status', status: 500, body: '{"errors":[{"message":"Something went wrong."}]}' }],
  ['cannot be parsed', { kind: 'rewrite', body: () => '{"config":{}}' }],
  ['breaks off', { kind: 'truncate' }],
]

describe('F80 F81 a schema that is due and does not come', () => {
  test.each(failing)(
    'F80 after a start from the disk nothing leaves while the schema %s',
    async (_, fault) => {
      const key = await commitOn(account, ref, 'save', [set('title', null, 'Im Norden', 'de')], 'de')
      await account.close()
      await cms.stop()
      cms = await start(SHARED, cms.port)
      const before = await title()
      const restored = withoutConfig(fault)
      await startAgain()
      await account.connection.check()
      for (let tries = 1; tries <= 5; tries += 1) {
        expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
        const problem = tries < 5 ? null : { code: 'schema-unread' }
        expect(await entryIn(account, key)).toMatchObject({ state: 'waiting', attempts: tries, problem })
      }
      expect(writes()).toEqual([])
      expect(await title()).toEqual(before)
      restored()
      // It no longer fits the fetched schema.
      expect(await account.sender.send(key)).toMatchObject({
        type: 'parked',
        problem: { code: 'field-changed' },
      })
      expect(await title()).toEqual(before)
    },
  )

  test('F81 within a session a new schema that cannot be read is told, and what waits goes when it can be', async () => {
    const key = await commitOn(account, ref, 'save', [set('title', 'North', 'Far north')])
    await cms.stop()
    cms = await start({ locales: ['en', 'de'], quotes: true }, cms.port)
    const restored = withoutConfig({ kind: 'rewrite', body: () => '{"config":{}}' })
    // The first tries use the old schema, and are refused.
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await account.sender.send(key)).toMatchObject({ type: 'retry' })
    expect(await entryIn(account, key)).toMatchObject({
      state: 'waiting',
      problem: { code: 'schema-unread' },
    })
    expect(writes().length).toBeLessThan(2)
    expect(await title()).toEqual({ en: 'North' })
    restored()
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(await title()).toEqual({ en: 'Far north' })
  })

  test('F80 a schema from the disk is known by its name: a write names it, and goes without another question', async () => {
    const key = await commitOn(account, ref, 'save', [set('title', 'North', 'Far north')])
    const known = account.site.companion.schema()
    expect(known).toMatch(/^[\w-]{27}$/)
    withoutConfig({ kind: 'status', status: 500 })
    await startAgain()
    await account.connection.check()
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    expect(writes().map(({ headers }) => headers['x-galley-schema'])).toEqual([known])
  })
})
