import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITOR, READER, at, listAt, startCms, textAt, ok } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

/** Payload's own REST behaviour that the client depends on; a version that changes it fails here first. */
let cms: Cms
let token: string
let editor: string

beforeAll(async () => {
  cms = await startCms()
  token = (await cms.login()).token
  editor = (await cms.login(EDITOR)).token
})
afterAll(() => cms.dispose())

const get = (path: string): Promise<CmsAnswer> => cms.request('GET', path, { token })
const patch = (path: string, body: unknown): Promise<CmsAnswer> => cms.request('PATCH', path, { token, body })

async function newSink(body: Record<string, unknown>): Promise<string> {
  const answer = await cms.request('POST', '/kitchen-sink?draft=true&depth=0', {
    token,
    body: { text: 'Sink', ...body },
  })
  expect(ok(answer).status).toBe(201)
  return `/kitchen-sink/${String(at(answer.json, 'doc', 'id'))}`
}

describe('sparse writes', () => {
  it('a list of stubs is the new order, and keeps what it does not name, in every language', async () => {
    const path = await newSink({
      array: [
        { name: 'A', note: 'first', nights: 1, inner: [{ word: 'deep' }] },
        { name: 'B', note: 'second', nights: 2 },
        { name: 'C' },
      ],
    })
    const rows = listAt((await get(`${path}?draft=true&depth=0`)).json, 'array')
    const [a, b] = [textAt(rows, 0, 'id'), textAt(rows, 1, 'id')]
    await patch(`${path}?draft=true&locale=de`, {
      array: rows.map((row) => ({ id: at(row, 'id'), note: 'deutsch' })),
    })
    const fresh = 'f'.repeat(24)
    const done = await patch(`${path}?draft=true&depth=0`, {
      array: [{ id: b }, { id: a, nights: 7 }, { id: fresh, name: 'New' }],
    })
    expect(ok(done).status).toBe(200)
    const all = await get(`${path}?draft=true&depth=0&locale=all`)
    expect(listAt(all.json, 'array')).toEqual([
      { id: b, name: 'B', note: { en: 'second', de: 'deutsch' }, nights: 2, inner: [] },
      {
        id: a,
        name: 'A',
        note: { en: 'first', de: 'deutsch' },
        nights: 7,
        inner: [{ id: expect.any(String) as string, word: 'deep' }],
      },
      { id: fresh, name: 'New', note: {}, nights: 1, inner: [] },
    ])
  })

  it('blocks are the same, with their type', async () => {
    const path = await newSink({
      blocks: [
        { blockType: 'deepRows', caption: 'one', rows: [{ label: 'x', weight: 1 }] },
        { blockType: 'plain', line: 'two' },
      ],
    })
    const before = listAt((await get(`${path}?draft=true&depth=0`)).json, 'blocks')
    const stubs = [
      { id: at(before, 1, 'id'), blockType: 'plain' },
      { id: at(before, 0, 'id'), blockType: 'deepRows', caption: 'changed' },
    ]
    await patch(`${path}?draft=true`, { blocks: stubs })
    const after = listAt((await get(`${path}?draft=true&depth=0`)).json, 'blocks')
    expect(after).toMatchObject([
      { blockType: 'plain', line: 'two' },
      { blockType: 'deepRows', caption: 'changed', rows: [{ label: 'x', weight: 1 }] },
    ])
  })

  it('a stub of a row that somebody deleted comes back empty, which is why list writes carry a base', async () => {
    const path = await newSink({ array: [{ name: 'A' }, { name: 'B' }] })
    const rows = listAt((await get(`${path}?draft=true&depth=0`)).json, 'array')
    await patch(`${path}?draft=true`, { array: [{ id: at(rows, 0, 'id') }] })
    await patch(`${path}?draft=true`, { array: [{ id: at(rows, 0, 'id') }, { id: at(rows, 1, 'id') }] })
    expect(listAt((await get(`${path}?draft=true&depth=0`)).json, 'array')).toMatchObject([
      { name: 'A' },
      { name: null },
    ])
  })

  it('one key of a group keeps the others', async () => {
    const path = await newSink({ group: { inGroup: 'stays', inner: { deep: 'old' } } })
    await patch(`${path}?draft=true`, { group: { inner: { deep: 'new' } } })
    expect(at((await get(`${path}?draft=true&depth=0`)).json, 'group')).toEqual({
      inGroup: 'stays',
      inner: { deep: 'new' },
    })
  })

  it('rich text of every node type comes back byte for byte', async () => {
    const full = await get('/posts?limit=1&depth=0&draft=true&where[slug][equals]=the-night-train-to-narvik')
    const body = at(full.json, 'docs', 0, 'body')
    const path = await newSink({ richText: body })
    const once = at((await get(`${path}?draft=true&depth=0`)).json, 'richText')
    expect(JSON.stringify(once)).toBe(JSON.stringify(body))
    const types = new Set(JSON.stringify(body).match(/"type":"[a-zA-Z]+"/g))
    expect(types.size).toBe(19)
  })
})

describe('drafts and publishing', () => {
  it('required is not asked of a draft, and asked with the path when it is published', async () => {
    const made = await cms.request('POST', '/posts?draft=true&depth=0', {
      token,
      body: { title: 'Thin', slug: 'thin' },
    })
    expect(made.status).toBe(201)
    const refused = await patch(`/posts/${String(at(made.json, 'doc', 'id'))}`, { _status: 'published' })
    expect(refused.status).toBe(400)
    expect(
      listAt(refused.json, 'errors', 0, 'data', 'errors')
        .map((error) => textAt(error, 'path'))
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(['authors', 'standfirst'])
  })

  it('a draft over a published document leaves the published one alone, and its answer has the draft’s updatedAt', async () => {
    const list = await get('/posts?limit=1&depth=0&where[_status][equals]=published&sort=id')
    const id = String(at(list.json, 'docs', 0, 'id'))
    const before = await get(`/posts/${id}?depth=0`)
    const saved = await patch(`/posts/${id}?draft=true&depth=0`, { kicker: 'New' })
    expect((await get(`/posts/${id}?depth=0`)).text).toBe(before.text)
    const draft = await get(`/posts/${id}?draft=true&depth=0`)
    expect(at(draft.json, 'kicker')).toBe('New')
    expect(at(draft.json, 'updatedAt')).toBe(at(saved.json, 'doc', 'updatedAt'))
  })

  it('a partial write without draft=true over a newer draft unpublishes the document', async () => {
    const made = await cms.request('POST', '/pages?depth=0', {
      token,
      body: { title: 'Open', slug: 'open', _status: 'published' },
    })
    const path = `/pages/${String(at(made.json, 'doc', 'id'))}`
    await patch(`${path}?draft=true`, { intro: 'newer' })
    await patch(path, { folder: null })
    expect(at((await get(`${path}?depth=0`)).json, '_status')).toBe('draft')
  })

  it('a value that is taken is 400 with its path', async () => {
    const answer = await cms.request('POST', '/categories', {
      token,
      body: { title: 'Cities', slug: 'cities' },
    })
    expect([answer.status, at(answer.json, 'errors', 0, 'data', 'errors', 0, 'path')]).toEqual([400, 'slug'])
  })
})

describe('locks', () => {
  it('a document that somebody else edits is 423, unless the lock is overridden, and every save frees it', async () => {
    const made = await cms.request('POST', '/pages?depth=0', {
      token,
      body: { title: 'Locked', slug: 'locked', _status: 'published' },
    })
    const id = at(made.json, 'doc', 'id')
    const user = at((await cms.request('GET', '/users/me', { token: editor })).json, 'user', 'id')
    const lock = await cms.request('POST', '/payload-locked-documents', {
      token: editor,
      body: { document: { relationTo: 'pages', value: id }, user: { relationTo: 'users', value: user } },
    })
    expect(ok(lock).status).toBe(201)
    const headers = { 'idempotency-key': 'locked-1', 'x-galley-base': textAt(made.json, 'doc', 'updatedAt') }
    const send = (query: string): Promise<CmsAnswer> =>
      cms.request('PATCH', `/pages/${String(id)}${query}`, { token, headers, body: { intro: 'mine' } })
    expect((await send('?draft=true')).status).toBe(423)
    // The refusal was not stored under the key.
    expect((await send('?draft=true&overrideLock=true')).status).toBe(200)
    expect(at((await get('/payload-locked-documents/count')).json, 'totalDocs')).toBe(0)
  })
})

describe('access', () => {
  it('a reader reads and writes nothing; an editor does not delete and sees no other user', async () => {
    const reader = (await cms.login(READER)).token
    expect((await cms.request('GET', '/posts', { token: reader })).status).toBe(200)
    expect((await cms.request('PATCH', '/pages/1', { token: reader, body: { intro: 'x' } })).status).toBe(403)
    expect((await cms.request('DELETE', '/pages/1', { token: editor })).status).toBe(403)
    expect(at((await cms.request('GET', '/users', { token: editor })).json, 'totalDocs')).toBe(1)
  })

  it('what a user may not write of a document is dropped without a word', async () => {
    const list = await get('/posts?limit=1&depth=0&where[internalNotes][exists]=true')
    const id = String(at(list.json, 'docs', 0, 'id'))
    const before = at(list.json, 'docs', 0, 'internalNotes')
    const answer = await cms.request('PATCH', `/posts/${id}?draft=true`, {
      token: editor,
      body: { internalNotes: 'mine now' },
    })
    expect(answer.status).toBe(200)
    expect(at(answer.json, 'doc', 'internalNotes')).toBeUndefined()
    expect(at((await get(`/posts/${id}?draft=true&depth=0`)).json, 'internalNotes')).toBe(before)
  })
})
