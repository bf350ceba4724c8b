import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { generateSeo, stopSeo } from '../../main/server/at-once/generate-seo.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { makeRef, type DocRef } from '../../shared/cms/doc-ref.ts'
import { projectLocale } from '../../shared/document/project.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import type { CallInput, SeoWhat } from '../../shared/ipc.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { eventually } from '../e2e/support/eventually.ts'
import type { Fault } from '../support/fault-proxy.ts'
import { idOf, openSignedIn, openTestSite, post, type TestAccount, type TestSite } from './main-site.ts'
import { ADMIN, READER } from './support/cms.ts'

let site: TestSite
let account: TestAccount
let picture: Json

beforeAll(async () => {
  site = await openTestSite()
  picture = (await site.other.ask('GET', '/media?limit=1&depth=0')).docs[0]?.['id'] ?? null
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

/** A draft with a title in two locales and a picture, known here. */
async function newPost(title: string): Promise<DocRef> {
  const hero = { blockType: 'hero', image: picture, heading: 'Harbour' }
  const { doc } = await site.other.ask('POST', '/posts?draft=true&locale=en&depth=0', {
    title,
    standfirst: 'Two sentences.',
    // Each has its own.
    slug: title.toLowerCase(),
    authors: [site.author],
    layout: [hero],
  })
  const ref = post(idOf(doc))
  await site.other.ask('PATCH', `/posts/${idOf(doc)}?draft=true&locale=de&depth=0`, {
    title: `${title} (de)`,
    standfirst: 'Zwei Sätze.',
  })
  await refreshDocument(account.site, ref)
  return ref
}

/** The document in that locale as a form shows it that nobody has typed in. */
async function shown(ref: DocRef, locale: string, by = account): Promise<JsonObject> {
  const view = await by.site.store.getDocument(ref)
  const entity = by.site.schema()?.collections.find(({ slug }) => slug === ref.slug)
  return projectLocale(entity?.fields ?? [], view?.base.data ?? {}, locale)
}

const ask = (question: Omit<CallInput<'seo.generate'>, 'id'>, by = account, id: string = randomUUID()) =>
  generateSeo(by.site, fieldTypes, { id, ...question })

/** The body of the last question of that kind that reached the server. */
function sentBody(what: SeoWhat): JsonObject {
  const request = site.proxy.seen.findLast(({ path }) => path === `/api/plugin-seo/generate-${what}`)
  expect(request?.method).toBe('POST')
  expect(request?.headers['content-type']).toBe('application/json')
  return JSON.parse(request?.body ?? '{}') as JsonObject
}

const ELEVEN = [
  'collectionSlug',
  'doc',
  'docPermissions',
  'globalSlug',
  'hasPublishPermission',
  'hasSavePermission',
  'id',
  'initialData',
  'initialState',
  'locale',
  'title',
]

describe('the four questions', () => {
  test('S7.09 go to the plugin with eleven keys and the code of the locale, of the form as it is now', async () => {
    const ref = await newPost('Porto')
    const data = { ...(await shown(ref, 'en')), title: 'Porto, typed' }
    const german = { ...(await shown(ref, 'de')), title: 'Porto, getippt' }
    const all = ['title', 'description', 'url', 'image'] as const
    const results = []
    for (const what of all) results.push(await ask({ ref, what, locale: 'en', data }))
    expect(results).toEqual(
      ['Porto, typed: a slow guide', 'Two sentences.', 'https://nordlys.travel/stories/porto', picture].map(
        (result) => ({ outcome: 'done', result }),
      ),
    )
    for (const what of all) expect(Object.keys(sentBody(what)).toSorted()).toEqual(ELEVEN)
    expect(await ask({ ref, what: 'title', locale: 'de', data: german })).toEqual({
      outcome: 'done',
      result: 'Porto, getippt: a slow guide',
    })
    expect(sentBody('title')).toMatchObject({ locale: 'de', doc: { title: 'Porto, getippt' } })
  })

  test('S3.31 say which document it is, as it is in the form and as the form began', async () => {
    const ref = await newPost('Lagos')
    const before = await shown(ref, 'en')
    const data = { ...before, title: 'Lagos, typed' }
    await ask({ ref, what: 'title', locale: 'en', data })
    const body = sentBody('title')
    expect(body).toMatchObject({
      // A number, as the site has it.
      id: before['id'],
      collectionSlug: 'posts',
      globalSlug: null,
      doc: data,
      initialData: before,
      locale: 'en',
      title: 'Lagos, typed',
      initialState: {
        title: { value: 'Lagos', initialValue: 'Lagos' },
        'layout.0.heading': { value: 'Harbour', initialValue: 'Harbour' },
      },
    })
    expect(typeof body['id']).toBe('number')
    expect(JSON.stringify(body)).not.toMatch(/"(token|password|hash|salt)":/)
  })

  test('S6.03 carry what this user may do with the document', async () => {
    const ref = await newPost('Faro')
    await ask({ ref, what: 'title', locale: 'en', data: await shown(ref, 'en') })
    expect(sentBody('title')).toMatchObject({
      docPermissions: { read: true, update: true },
      hasPublishPermission: true,
      hasSavePermission: true,
    })
    const reader = await openSignedIn(site, READER)
    try {
      await site.other.ask('PATCH', `/posts/${'id' in ref ? ref.id : ''}`, { _status: 'published' })
      await refreshDocument(reader.site, ref)
      await ask({ ref, what: 'title', locale: 'en', data: {} }, reader)
      expect(sentBody('title')).toMatchObject({ hasPublishPermission: false, hasSavePermission: false })
      expect(sentBody('title')['docPermissions']).not.toHaveProperty('update')
    } finally {
      await reader.dispose()
    }
  })

  test('of a document that the server does not have carry no id of this computer', async () => {
    const data = { id: 'tmp_1', title: 'New', standfirst: 'One.' }
    const ref = await account.site.store.createDocument({ slug: 'posts', id: 'tmp_1', data })
    expect(await ask({ ref, what: 'description', locale: 'en', data })).toEqual({
      outcome: 'done',
      result: 'One.',
    })
    expect(sentBody('description')).toMatchObject({ id: null, title: 'New', hasSavePermission: true })
    expect(JSON.stringify(sentBody('description'))).not.toContain('tmp_1')
  })

  test('leave out files and other documents that wait on this computer', async () => {
    const ref = await newPost('Tomar')
    const data = {
      ...(await shown(ref, 'en')),
      authors: ['tmp_a', site.author],
      meta: { image: 'tmp_b' },
      layout: [{ id: 'r1', blockType: 'links', to: { relationTo: 'posts', value: 'tmp_c' }, label: 'Kept' }],
    }
    await ask({ ref, what: 'title', locale: 'en', data })
    expect(sentBody('title')['doc']).toMatchObject({
      title: 'Tomar',
      authors: [site.author],
      meta: {},
      layout: [{ id: 'r1', blockType: 'links', label: 'Kept' }],
    })
    expect(JSON.stringify(sentBody('title'))).not.toContain('tmp_')

    const photo = makeRef('collection', 'media', idOf({ id: picture }))
    const file = { kind: 'pending', id: 'f1', name: 'new.png' }
    await ask({ ref: photo, what: 'title', locale: 'en', data: { alt: 'A quay', file } })
    expect(sentBody('title')['doc']).toEqual({ alt: 'A quay', id: picture })
  })

  test('of a document without drafts carry that nothing of it can be published', async () => {
    const ref = makeRef('collection', 'authors', idOf({ id: site.author }))
    await ask({ ref, what: 'title', locale: 'en', data: {} })
    expect(sentBody('title')).toMatchObject({ hasPublishPermission: false, hasSavePermission: true })
  })

  test('of a document above a megabyte carry no state of its form', async () => {
    const ref = await newPost('Mafra')
    const data = await shown(ref, 'en')
    await ask({ ref, what: 'title', locale: 'en', data })
    expect(sentBody('title')['initialState']).toHaveProperty('title')
    const view = await account.site.store.getDocument(ref)
    const layout = [{ id: 'b1', blockType: 'hero', heading: { en: 'x'.repeat(1_000_000) } }]
    const large = { ...view?.base.data, layout }
    await account.site.store.putBase({
      ref,
      data: large,
      updatedAt: '2099-01-01T00:00:00.000Z',
      status: 'draft',
      hasPublished: false,
    })
    await ask({ ref, what: 'title', locale: 'en', data })
    const body = sentBody('title')
    expect(body['initialState']).toEqual({})
    expect(JSON.stringify(body['initialData']).length).toBeGreaterThan(1_000_000)
  })

  test('S7.10 (part the answers) an id, or a document with one, is the id; nothing is an empty text', async () => {
    const ref = await newPost('Tavira')
    const answered = async (what: SeoWhat, result: Json | undefined) => {
      const rule = rewritten(JSON.stringify({ result }))
      const remove = site.proxy.addRule({ match: ({ path }) => path.includes('/plugin-seo/'), fault: rule })
      const answer = await ask({ ref, what, locale: 'en', data: {} })
      remove()
      return answer.outcome === 'done' ? answer.result : answer
    }
    expect(await answered('image', { id: 42, filename: 'porto.jpg' })).toBe(42)
    expect(await answered('image', { id: '6507f' })).toBe('6507f')
    expect(await answered('image', '6507f')).toBe('6507f')
    for (const nothing of [null, undefined, '', 0, false])
      expect([await answered('image', nothing), await answered('title', nothing)]).toEqual(['', ''])
    expect(await answered('url', 'https://nordlys.travel/é')).toBe('https://nordlys.travel/é')

    const unusable = { outcome: 'unusable' }
    for (const odd of [{ a: 1 }, ['x'], 7, true, 'x'.repeat(10_001)])
      expect(await answered('title', odd)).toEqual(unusable)
    for (const odd of [{}, { id: {} }, { id: '../users/1' }, '..', 'tmp_1', { id: 'tmp_1' }, [5], 1.5, true])
      expect(await answered('image', odd)).toEqual(unusable)
  })
})

const rewritten = (body: string, status = 200): Fault => ({ kind: 'rewrite', body: () => body, status })

describe('what the site does not make', () => {
  const onSeo = ({ path }: { path: string }) => path.includes('/plugin-seo/')
  const strike = (fault: Fault) => site.proxy.addRule({ match: onSeo, fault })
  const title = async (ref: DocRef, by = account) => ask({ ref, what: 'title', locale: 'en', data: {} }, by)

  test('is said in its words: a collection without the plugin, one that may not be made, a global', async () => {
    const authors = makeRef('collection', 'authors', '1')
    const refused = { outcome: 'refused', message: 'You are not allowed to perform this action.' }
    expect(await title(authors)).toEqual(refused)
    const reader = await openSignedIn(site, READER)
    try {
      expect(await title(post('987654'), reader)).toEqual(refused)
    } finally {
      await reader.dispose()
    }
    expect(await title(makeRef('global', 'header', ''))).toEqual(refused)
  })

  test('without the plugin, or where its function fails, is said in words too', async () => {
    const ref = await newPost('Sagres')
    const words = JSON.stringify({ message: 'Route not found "/api/plugin-seo/generate-title"' })
    strike({ kind: 'status', status: 404, body: words })
    expect(await title(ref)).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/^Route/) })
    site.proxy.clearRules()
    strike({ kind: 'status', status: 500 })
    expect(await title(ref)).toEqual({ outcome: 'refused', message: 'Something went wrong.' })
    site.proxy.clearRules()
    strike(rewritten('[]'))
    expect(await title(ref)).toEqual({ outcome: 'refused', message: '' })
  })

  test('M.08 (part SEO) without the server, or signed out, it says so and is not asked again by itself', async () => {
    const ref = await newPost('Evora')
    const asked = () => site.proxy.seen.filter(onSeo).length
    const before = asked()
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await title(ref)).toEqual({ outcome: 'offline' })
    site.proxy.clearRules()
    await account.connection.check()
    expect(asked()).toBe(before + 1)
    expect((await account.site.store.outboxCounts()).waiting).toBe(0)

    const nobody = await openSignedIn(site, ADMIN)
    try {
      strike({ kind: 'status', status: 401 })
      site.proxy.addRule({
        match: ({ path }) => path.includes('/desktop/session'),
        fault: rewritten(JSON.stringify({ user: null })),
      })
      expect(await title(ref, nobody)).toEqual({ outcome: 'signed-out' })
    } finally {
      await nobody.dispose()
    }
  })

  test('is stopped when nobody waits for it any more', async () => {
    const ref = await newPost('Braga')
    strike({ kind: 'hold' })
    const id = randomUUID()
    const before = site.proxy.seen.filter(onSeo).length
    const answer = ask({ ref, what: 'title', locale: 'en', data: {} }, account, id)
    await eventually(() => site.proxy.seen.filter(onSeo).length).toBe(before + 1)
    stopSeo(account.site, 'another')
    stopSeo(account.site, id)
    expect(await answer).toEqual({ outcome: 'stopped' })
  })
})
