import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, ok, startCms } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

const script = path.join(import.meta.dirname, 'support/preview-site.ts')
let dataDir: string
let cms: Cms
let chief: string
let clerk: string
let outsider: string
let story: unknown
let secret: unknown

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-previews-'))
  cms = await startCms({ script, dataDir })
  chief = (await cms.login('chief@example.com')).token
  clerk = (await cms.login('clerk@example.com')).token
  outsider = (await cms.login('outsider@example.com', undefined, 'outsiders')).token
  const create = async (title: string): Promise<unknown> =>
    at(ok(await cms.request('POST', '/stories', { token: chief, body: { title } })).json, 'doc', 'id')
  story = await create('Saved')
  secret = await create('Secret')
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const ask = (what: string, body: object, token: string | null = clerk, query = ''): Promise<CmsAnswer> =>
  cms.request('POST', `/desktop/${what}${query}`, { ...(token !== null && { token }), body })
const inStory = (data: object, more: object = {}) => ({ collectionSlug: 'stories', id: story, data, ...more })
const urlOf = ({ json }: CmsAnswer) => at(json, 'url')

describe('POST /desktop/preview-url', () => {
  it('gives what the site’s function makes of the document as it is in the form, in the locale asked for', async () => {
    const answer = await ask('preview-url', inStory({ title: 'Typed' }), clerk, '?locale=de')
    expect(urlOf(answer)).toBe(`/look/${String(story)}/Typed?locale=de&token=eyJ`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(urlOf(await ask('preview-url', inStory({ plan: 'elsewhere', title: 'a' })))).toBe(
      'https://nordlys.example/a',
    )
    expect(urlOf(await ask('preview-url', { globalSlug: 'motto', data: { text: 'Slow' } }, chief))).toBe(
      '/motto/Slow?en',
    )
  })

  it('gives none where the site has none: by its function, for a document that is not saved, for a collection', async () => {
    expect(urlOf(await ask('preview-url', inStory({ plan: 'none' })))).toBeNull()
    expect(urlOf(await ask('preview-url', { collectionSlug: 'stories', data: {} }))).toBeNull()
    expect(urlOf(await ask('preview-url', { collectionSlug: 'plain', data: {} }))).toBeNull()
  })

  it('says that a function failed without its words, and refuses what is no address of the web', async () => {
    for (const plan of ['throw', 'script']) {
      const answer = await ask('preview-url', inStory({ plan }))
      expect([answer.status, codeOf(answer)]).toEqual([422, 'SITE_FAILED'])
      expect(answer.text).not.toMatch(/secret words|preview\.ts|javascript/)
    }
    const { json } = await ask('preview-url', inStory({ plan: 'throw' }))
    expect(at(json, 'errors', 0, 'message')).toBe('There was a problem previewing this document.')
  })

  it('is asked about what its user may read, and by users of the admin panel alone', async () => {
    const hidden = { collectionSlug: 'stories', id: secret, data: {} }
    expect((await ask('preview-url', hidden, chief)).status).toBe(200)
    expect((await ask('preview-url', hidden)).status).toBe(404)
    expect((await ask('preview-url', { globalSlug: 'motto', data: {} })).status).toBe(404)
    expect((await ask('preview-url', inStory({}), null)).status).toBe(401)
    expect((await ask('preview-url', inStory({}), outsider)).status).toBe(403)
    for (const body of [{ data: {} }, { collectionSlug: 'nothing' }, { ...inStory({}), globalSlug: 'motto' }])
      expect((await ask('preview-url', body)).status).toBe(404)
    expect((await ask('preview-url', inStory({ title: 'a' }, { data: 'text' }))).status).toBe(400)
  })
})

describe('POST /desktop/live-preview-url', () => {
  it('gives what the collection’s function makes, or the site’s own address', async () => {
    expect(urlOf(await ask('live-preview-url', inStory({ title: 'Typed' }), clerk, '?locale=de'))).toBe(
      `/look/${String(story)}/Typed?locale=de&who=clerk%40example.com&in=stories`,
    )
    expect(urlOf(await ask('live-preview-url', { collectionSlug: 'plain', data: {} }))).toBe(
      'https://site.example/plain',
    )
    expect(urlOf(await ask('live-preview-url', { globalSlug: 'motto', data: {} }, chief))).toBeNull()
  })

  it('says that a function failed, and is asked about what its user may read', async () => {
    const failed = await ask('live-preview-url', inStory({ plan: 'throw' }))
    expect([failed.status, codeOf(failed)]).toEqual([422, 'SITE_FAILED'])
    expect(failed.text).not.toContain('secret words')
    expect((await ask('live-preview-url', inStory({ plan: 'script' }))).status).toBe(422)
    expect((await ask('live-preview-url', { collectionSlug: 'stories', id: secret, data: {} })).status).toBe(
      404,
    )
    expect((await ask('live-preview-url', inStory({}), null)).status).toBe(401)
  })
})

describe('POST /desktop/slug', () => {
  const slug = (schemaPath: string, body: object, token: string | null = clerk) =>
    ask('slug', { schemaPath, text: 'Night train', data: {}, ...body }, token)
  const inStories = { collectionSlug: 'stories' }

  it('makes the part of an address in the site’s own way, and in Payload’s where it has none', async () => {
    expect((await slug('stories._index-2.slug', inStories)).json).toEqual({ slug: '~NIGHT TRAIN~' })
    expect((await slug('stories._index-2.slug', inStory({ plan: 'none' }))).json).toEqual({ slug: null })
    expect((await slug('plain._index-1.slug', { collectionSlug: 'plain' })).json).toEqual({
      slug: 'night-train',
    })
  })

  it('says that the function failed, and answers for fields that there are alone', async () => {
    const failed = await slug('stories._index-2.slug', inStory({ plan: 'throw' }))
    expect([failed.status, codeOf(failed)]).toEqual([422, 'SITE_FAILED'])
    expect(failed.text).not.toContain('secret words')
    for (const none of ['stories.nothing', 'stories', 'stories._index-2.generateSlug', ''])
      expect((await slug(none, inStories)).status).toBe(404)
    expect((await slug('x'.repeat(2_000), inStories)).status).toBe(413)
    expect((await slug('stories._index-2.slug', { collectionSlug: 'plain' })).status).toBe(404)
    expect((await slug('stories._index-2.slug', inStories, outsider)).status).toBe(403)
  })
})

it('GET /desktop/config says what of it a collection has, and nothing of how', async () => {
  const { json, text } = await cms.request('GET', '/desktop/config', { token: chief })
  expect(at(json, 'extras', 'stories')).toMatchObject({
    hasPreview: true,
    livePreview: {
      breakpoints: [
        { name: 'phone', label: 'Phone', width: 375, height: 667 },
        { name: 'wall', label: 'Wall', width: '100%', height: '50%' },
      ],
      // The site's default for all, merged as Payload does.
      openByDefault: true,
    },
  })
  expect(at(json, 'extras', 'plain')).toEqual({ livePreview: { breakpoints: [], openByDefault: true } })
  expect(at(json, 'extras', 'motto')).toEqual({ hasPreview: true })
  expect(at(json, 'extras', 'stories._index-2.slug', 'hasSlugify')).toBe(true)
  expect(at(json, 'extras', 'plain._index-1.slug', 'hasSlugify')).toBeUndefined()
  expect(at(json, 'galley', 'capabilities', 'previews')).toBe(true)
  expect(text).not.toContain('site.example/plain')
})

it('S2.13 (own tabs) GET /desktop/config says which tabs the site has over its documents, to whom it shows them', async () => {
  const tabsOf = async (token: string, language = 'en') => {
    const headers = { 'accept-language': language }
    return at(
      (await cms.request('GET', '/desktop/config', { token, headers })).json,
      'extras',
      'stories',
      'tabs',
    )
  }
  const all = [
    { view: 'default', label: 'Edit it' },
    { view: 'versions' },
    { view: 'proofs', label: 'Proofs', order: 200, path: '/proofs' },
    // Only the site knows its path and label.
    { view: 'pressRoom' },
    { view: 'secret', label: 'Secret' },
  ]
  expect(await tabsOf(chief)).toEqual(all)
  expect(await tabsOf(clerk)).toEqual([all[0], { view: 'versions', hidden: true }, all[2], all[3]])
  const { json, text } = await cms.request('GET', '/desktop/config', { token: clerk })
  expect(at(json, 'extras', 'plain', 'tabs')).toBeUndefined()
  expect(text).not.toMatch(/secret words|Broken|Secret/)
  const collections = at(json, 'config', 'collections')
  expect(JSON.stringify(collections)).toContain('"hideAPIURL":true')
})
