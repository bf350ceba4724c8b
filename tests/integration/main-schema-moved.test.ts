import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { canDo } from '../../shared/cms/permissions.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { commitOn, idOf, openTestAccount, otherEditor, set, signIn, type TestAccount } from './main-site.ts'
import { EDITOR, at as valueAt, codeOf, ok, startCms, type Cms } from './support/cms.ts'
import type { MovingSchema } from './support/moving-site.ts'

/* A site whose schema changes while edits wait. The app learns it from the server's answers. */

const script = path.join(import.meta.dirname, 'support/moving-site.ts')

let cms: Cms
let account: TestAccount
let token = ''
let other: ReturnType<typeof otherEditor>
let dataDir = ''

async function start(schema: MovingSchema, port = 0): Promise<Cms> {
  await writeFile(path.join(dataDir, 'schema.json'), JSON.stringify(schema))
  return startCms({ dataDir, script, port })
}

/** Restarts the site with another schema, at the same address. */
async function becomes(schema: MovingSchema): Promise<void> {
  await cms.stop()
  cms = await start(schema, cms.port)
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-moving-'))
  cms = await start({ locales: ['en', 'de'] })
  const editor = await signIn(cms.url, EDITOR)
  token = editor.token
  other = otherEditor(cms.url, token)
  account = await openTestAccount({ url: cms.url, ...editor })
  await account.connection.check()
  await account.refreshSchema()
})
afterEach(async () => {
  await account.dispose()
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const query = '?locale=all&depth=0&fallback-locale=none'
const pageOf = async (ref: DocRef) =>
  other.ask('GET', `/pages/${ref.kind === 'collection' ? ref.id : ''}${query}`)
const entries = async (ref: DocRef) => (await account.site.store.getDocument(ref))?.entries ?? []

/** Sends entries until none can be sent: a write of an old schema is rebuilt for the new one. */
async function sendAll(ref: DocRef): Promise<void> {
  for (let times = 0; times < 5; times += 1) {
    const waiting = (await entries(ref)).filter(({ state }) => state === 'waiting')
    const [head] = waiting
    if (head === undefined) return
    await account.sender.send(head.key)
  }
}

/** Creates another user's page, in two locales, fetched here as a base. */
async function knownPage(data: { [key: string]: Json } = {}): Promise<DocRef> {
  const { doc } = await other.ask('POST', '/pages?locale=en&depth=0', {
    title: 'North',
    slug: 'north',
    ...data,
  })
  const id = idOf(doc)
  await other.ask('PATCH', `/pages/${id}?locale=de&depth=0`, { title: 'Nord' })
  const ref = makeRef('collection', 'pages', id)
  await refreshDocument(account.site, ref)
  return ref
}

describe('F80 what waits for a schema that is gone', () => {
  test('F80 SY13 an edit of a locale that was renamed goes into no other, and goes when it is back', async () => {
    const ref = await knownPage()
    const key = await commitOn(account, ref, 'save', [set('title', 'Nord', 'Im Norden', 'de')], 'de')
    await becomes({ locales: ['en', 'de-CH'] })
    await sendAll(ref)
    expect(await entries(ref)).toMatchObject([{ key, state: 'parked', problem: { code: 'locale-gone' } }])
    expect(account.schema()?.localization?.locales.map(({ code }) => code)).toEqual(['en', 'de-CH'])
    expect((await pageOf(ref))['title']).toMatchObject({ en: 'North' })
    expect(account.events.some(({ name }) => name === 'schema.changed')).toBe(true)
    // Edits in another locale do not wait for it.
    await commitOn(account, ref, 'save', [set('title', 'North', 'Far north')], 'en')
    await sendAll(ref)
    expect((await pageOf(ref))['title']).toMatchObject({ en: 'Far north' })
    expect((await entries(ref)).map(({ problem }) => problem?.code)).toEqual(['locale-gone'])
    await becomes({ locales: ['en', 'de'] })
    await account.refreshSchema()
    const [back] = await entries(ref)
    expect(back).toMatchObject({ state: 'waiting', locale: 'de' })
    expect(await account.sender.send(back?.key ?? '')).toMatchObject({ type: 'sent' })
    expect((await pageOf(ref))['title']).toEqual({ en: 'Far north', de: 'Im Norden' })
  })

  test('F80 SY13 an edit of one language does not become that of all, where a field is the same in all by now', async () => {
    const ref = await knownPage()
    const changes = [set('title', 'Nord', 'Im Norden', 'de'), set('slug', 'north', 'far-north', null)]
    await commitOn(account, ref, 'save', changes, 'de')
    await becomes({ locales: ['en', 'de'], sharedTitle: true })
    const { title } = await pageOf(ref)
    await sendAll(ref)
    expect(await entries(ref)).toMatchObject([
      { state: 'parked', changes: [{ path: 'title', to: 'Im Norden' }] },
    ])
    expect(await pageOf(ref)).toMatchObject({ title: title ?? null, slug: 'far-north' })
  })

  test('F80 the companion refuses a locale that the site does not have, of Galley’s writes alone', async () => {
    const ref = await knownPage()
    const id = ref.kind === 'collection' ? ref.id : ''
    const write = async (method: string, at: string, mine: boolean) =>
      cms.request(method, at, {
        token,
        body: { title: 'Nowhere' },
        headers: mine ? { 'x-galley-schema': '*' } : {},
      })
    const places: [string, string][] = [
      ['PATCH', `/pages/${id}?locale=xx`],
      ['PATCH', `/pages/${id}?publishSpecificLocale=xx`],
      ['POST', '/pages?locale=xx'],
      ['PATCH', `/pages?locale=xx&where[id][equals]=${id}`],
      ['POST', `/pages/${id}/duplicate?locale=xx`],
      ['POST', `/pages/${id}/duplicate?selectedLocales=en,xx`],
      ['POST', '/globals/header?locale=xx'],
      ['DELETE', `/pages/${id}?locale=xx`],
    ]
    for (const [method, at] of places) {
      const answer = await write(method, at, true)
      expect([at, answer.status, codeOf(answer)]).toEqual([at, 400, 'UNKNOWN_LOCALE'])
    }
    expect((await pageOf(ref))['title']).toEqual({ en: 'North', de: 'Nord' })
    // Other clients get Payload's own behaviour.
    expect((await write('PATCH', `/pages/${id}?locale=xx`, false)).status).toBe(200)
  })
})

describe('F81 a site whose schema is newer than the app’s', () => {
  const hero = { id: '65f0c3a1b2c3d4e5f6a7b8c1', blockType: 'hero', heading: 'Up' }

  test('F81 SY13 nothing is written by an old schema; what others wrote in a newer block stays in all languages', async () => {
    const ref = await knownPage({ layout: [hero] })
    const id = ref.kind === 'collection' ? ref.id : ''
    await becomes({ locales: ['en', 'de'], quotes: true })
    const quote = { id: '65f0c3a1b2c3d4e5f6a7b8c2', blockType: 'quote' }
    await other.ask('PATCH', `/pages/${id}?locale=en&depth=0`, {
      layout: [hero, { ...quote, text: 'Words' }],
    })
    await other.ask('PATCH', `/pages/${id}?locale=de&depth=0`, {
      layout: [
        { id: hero.id, blockType: 'hero' },
        { ...quote, text: 'Worte' },
      ],
    })
    await commitOn(account, ref, 'save', [set(`layout.${hero.id}.heading`, 'Up', 'Down')])
    await sendAll(ref)
    const { layout } = await pageOf(ref)
    expect(layout).toMatchObject([
      { id: hero.id, heading: { en: 'Down' } },
      { id: quote.id, text: { en: 'Words', de: 'Worte' } },
    ])
    expect(JSON.stringify(account.schema())).toContain('quote')
  })

  test('F81 SY13 an app that cannot hear of it writes back nothing that it does not know', async () => {
    const ref = await knownPage({ layout: [hero] })
    const id = ref.kind === 'collection' ? ref.id : ''
    await becomes({ locales: ['en', 'de'], quotes: true })
    const quote = { id: '65f0c3a1b2c3d4e5f6a7b8c2', blockType: 'quote' }
    await other.ask('PATCH', `/pages/${id}?locale=en&depth=0`, {
      subtitle: 'S',
      layout: [hero, { ...quote, text: 'Words' }],
    })
    await other.ask('PATCH', `/pages/${id}?locale=de&depth=0`, {
      subtitle: 'U',
      layout: [
        { id: hero.id, blockType: 'hero' },
        { ...quote, text: 'Worte' },
      ],
    })
    await refreshDocument(account.site, ref)
    const key = await commitOn(account, ref, 'save', [set(`layout.${hero.id}.heading`, 'Up', 'Down')])
    const prepared = await account.site.store.prepareSend(key)
    const { path: at = '', body = null, method = 'PATCH' } = prepared?.request ?? {}
    expect(JSON.stringify(body)).not.toMatch(/text|Words|subtitle/)
    await other.ask(method === 'PATCH' ? 'PATCH' : 'POST', at, body ?? {})
    expect(await pageOf(ref)).toMatchObject({
      subtitle: { en: 'S', de: 'U' },
      layout: [
        { id: hero.id, heading: { en: 'Down' } },
        { id: quote.id, text: { en: 'Words', de: 'Worte' } },
      ],
    })
  })

  test('F81 SY13 every answer to Galley names the schema, by what it is and not by who asks', async () => {
    const mark = async (at: string, headers = { 'x-galley-schema': '*' }) =>
      (await cms.request('GET', at, { token, headers })).headers.get('x-galley-schema')
    const first = await mark('/pages?limit=1')
    expect(first).toMatch(/^[\w-]{27}$/)
    for (const at of ['/desktop/session', '/desktop/config', '/globals/header', '/pages/none'])
      expect([at, await mark(at)]).toEqual([at, first])
    expect((await cms.request('GET', '/pages', { token })).headers.has('x-galley-schema')).toBe(false)
    await becomes({ locales: ['en', 'de'] })
    expect(await mark('/pages?limit=1')).toBe(first)
    await becomes({ locales: ['en', 'de'], quotes: true })
    const second = await mark('/pages?limit=1')
    expect(second).not.toBe(first)
    const stale = await cms.request('POST', '/pages?locale=en', {
      token,
      body: { title: 'Old' },
      headers: { 'x-galley-schema': first ?? '' },
    })
    expect([stale.status, codeOf(stale), stale.headers.get('x-galley-schema')]).toEqual([
      409,
      'SCHEMA_MOVED',
      second,
    ])
  })
})

test('S6.01 where a site says nothing of access, whoever is signed in may create, read, update, delete and unlock, and nobody else may', async () => {
  const all = ['create', 'delete', 'read', 'unlock', 'update'] as const
  const may = (permissions: JsonObject) => all.filter((one) => canDo(permissions, 'collection', 'users', one))
  expect(may(account.session()?.permissions ?? {})).toEqual([...all])
  const body = { email: 'second@example.com', password: 'galley-demo' }
  const made = ok(await cms.request('POST', '/users', { token, body }))
  const where = `/users/${String(valueAt(made.json, 'doc', 'id'))}`

  const asked = async (as: { token?: string }) => {
    const say = async (method: string, address: string, given?: object) =>
      (await cms.request(method, address, { ...as, ...(given && { body: given }) })).status
    return {
      create: await say('POST', '/users', { email: 'third@example.com', password: 'galley-demo' }),
      read: await say('GET', where),
      unlock: await say('POST', '/users/unlock', { email: body.email }),
      update: await say('PATCH', where, { email: body.email }),
      delete: await say('DELETE', where),
    }
  }
  expect(await asked({})).toEqual({ create: 403, read: 403, unlock: 403, update: 403, delete: 403 })
  expect(may(((await cms.request('GET', '/access')).json ?? {}) as JsonObject)).toEqual([])
  expect(await asked({ token })).toEqual({ create: 201, read: 200, unlock: 200, update: 200, delete: 200 })
})
