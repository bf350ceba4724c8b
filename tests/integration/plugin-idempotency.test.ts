import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EDITOR, at, codeOf, listAt, newDataDir, startCms, textAt, ok } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

let cms: Cms
let dataDir: string
let token: string

beforeAll(async () => {
  dataDir = await newDataDir()
  cms = await startCms({ dataDir, deadAfterSeconds: 3 })
  token = (await cms.login()).token
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const keyed = (method: string, path: string, key: string, body?: unknown, as = token): Promise<CmsAnswer> =>
  cms.request(method, path, {
    token: as,
    headers: { 'idempotency-key': key },
    ...(body === undefined ? {} : { body }),
  })
const replayed = (answer: CmsAnswer): boolean => answer.headers.get('idempotency-replayed') === 'partial'
/** Returns the part of the first answer in a replay: id and revision, without content. */
const named = (document: unknown): unknown => ({
  message: '',
  doc: { id: at(document, 'id'), updatedAt: at(document, 'updatedAt') },
})
const count = async (where: string): Promise<unknown> =>
  at((await cms.request('GET', where, { token })).json, 'totalDocs')

describe('one write under one key', () => {
  it('SY4 is done once by five equal requests at the same time, which are all told the same', async () => {
    const key = randomUUID()
    const title = `Five ${key}`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => keyed('POST', '/categories?depth=0', key, { title })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => at(answer.json, 'doc', 'id'))).size).toBe(1)
    expect(answers.filter(replayed).length).toBe(4)
    expect(await count(`/categories/count?where[title][equals]=${title}`)).toBe(1)
  })

  it('SY4 is done once also when it takes a while: five equal uploads at the same time', async () => {
    const source = await fetch(`${cms.url}/api/media/file/porto-river.jpg`, {
      headers: { authorization: `JWT ${token}` },
    })
    const bytes = await source.arrayBuffer()
    const form = (): FormData => {
      const data = new FormData()
      data.append('_payload', JSON.stringify({ alt: 'The river, five times' }))
      data.append('file', new File([bytes], 'five-times.jpg', { type: 'image/jpeg' }))
      return data
    }
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => keyed('POST', '/media?depth=0', key, form())),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => at(answer.json, 'doc', 'id'))).size).toBe(1)
    expect(await count('/media/count?where[filename][like]=five-times')).toBe(1)
  })

  it('SY4 is answered again, before the base is looked at', async () => {
    const made = await cms.request('POST', '/posts?draft=true&depth=0', {
      token,
      body: { title: 'Once', slug: 'once' },
    })
    const path = `/posts/${String(at(made.json, 'doc', 'id'))}?draft=true&depth=0`
    const send = (key: string): Promise<CmsAnswer> =>
      cms.request('PATCH', path, {
        token,
        headers: { 'idempotency-key': key, 'x-galley-base': textAt(made.json, 'doc', 'updatedAt') },
        body: { kicker: 'Rail' },
      })
    const key = randomUUID()
    const first = await send(key)
    expect([first.status, replayed(first)]).toEqual([200, false])
    const again = await send(key)
    expect([again.status, replayed(again), again.json]).toEqual([200, true, named(at(first.json, 'doc'))])
    expect((await send(randomUUID())).status).toBe(409)
  })

  it('SY4 can be a delete, a bulk write, a duplicate, a restore or the save of a global', async () => {
    const note = await cms.request('POST', '/notes', { token, body: { title: 'Short lived' } })
    const post = await cms.request('POST', '/places?depth=0', {
      token,
      body: { name: 'Twice', country: 'no', _status: 'published' },
    })
    const id = String(at(post.json, 'doc', 'id'))
    const versions = await cms.request('GET', `/places/versions?where[parent][equals]=${id}`, { token })
    const calls: [method: string, path: string, body: unknown, again: (json: unknown) => unknown][] = [
      ['DELETE', `/notes/${textAt(note.json, 'doc', 'id')}`, undefined, (json) => named(at(json, 'doc'))],
      ['PATCH', '/notes?where[title][equals]=none', { done: true }, () => ({ message: '' })],
      ['DELETE', '/notes?where[title][equals]=none', undefined, () => ({ message: '' })],
      [
        'POST',
        '/globals/footer?depth=0',
        { imprint: 'Keyed' },
        (json) => ({ message: '', result: { updatedAt: at(json, 'result', 'updatedAt') } }),
      ],
      ['POST', `/places/${id}/duplicate?depth=0`, {}, (json) => named(at(json, 'doc'))],
      ['POST', `/places/versions/${String(at(versions.json, 'docs', 0, 'id'))}`, undefined, named],
    ]
    for (const [method, path, body, expected] of calls) {
      const key = randomUUID()
      const first = await keyed(method, path, key, body)
      expect(ok(first).status).toBeLessThan(300)
      const again = await keyed(method, path, key, body)
      expect([again.status, replayed(again), again.json]).toEqual([first.status, true, expected(first.json)])
    }
    expect(await count('/places/count?where[name][like]=Twice')).toBe(2)
  })

  it('SY4 SY14 can be an upload, also when the form has a new boundary the second time', async () => {
    const form = (text: string): FormData => {
      const data = new FormData()
      data.append('_payload', JSON.stringify({ alt: 'A note' }))
      data.append('file', new File([text], 'keyed-note.txt', { type: 'text/plain' }))
      return data
    }
    const key = randomUUID()
    const first = await keyed('POST', '/media?depth=0', key, form('hello'))
    expect(ok(first).status).toBe(201)
    const again = await keyed('POST', '/media?depth=0', key, form('hello'))
    expect([again.status, replayed(again), again.json]).toEqual([201, true, named(at(first.json, 'doc'))])
    expect((await keyed('POST', '/media?depth=0', key, form('other'))).status).toBe(422)
    expect(await count('/media/count?where[filename][like]=keyed-note')).toBe(1)
  })

  it('SY4 keeps what the handler reads untouched: a body of 200 KB arrives whole', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `birch ${index}`)
    const answer = await keyed('POST', '/kitchen-sink?draft=true&depth=0', randomUUID(), {
      text: 'Long',
      json: lines,
    })
    expect(listAt(answer.json, 'doc', 'json').length).toBe(lines.length)
    expect(JSON.stringify(at(answer.json, 'doc', 'json')) === JSON.stringify(lines)).toBe(true)
  })
})

describe('what a key does not do', () => {
  it('SY4 another body, path or query under the same key is 422 and nothing is done', async () => {
    const key = randomUUID()
    const title = `Mine ${key}`
    expect((await keyed('POST', '/categories', key, { title })).status).toBe(201)
    for (const [path, body] of [
      ['/categories', { title: `Other ${key}` }],
      ['/categories?depth=0', { title }],
      ['/notes', { title }],
    ] as const) {
      const answer = await keyed('POST', path, key, body)
      expect([answer.status, codeOf(answer)]).toEqual([422, 'IDEMPOTENCY_MISMATCH'])
    }
    expect(await count(`/categories/count?where[title][like]=${key}`)).toBe(1)
  })

  it('SY4 a failure is not kept: the same request may succeed later', async () => {
    const key = randomUUID()
    const body = { title: `Late ${key}`, slug: `taken-${key}` }
    const other = await cms.request('POST', '/categories', {
      token,
      body: { title: 'First', slug: `taken-${key}` },
    })
    const refused = await keyed('POST', '/categories', key, body)
    expect([refused.status, replayed(refused)]).toEqual([400, false])
    await cms.request('DELETE', `/categories/${String(at(other.json, 'doc', 'id'))}`, { token })
    const done = await keyed('POST', '/categories', key, body)
    expect([done.status, replayed(done)]).toEqual([201, false])
  })

  it('SY4 a bulk write that failed in part is not kept', async () => {
    const key = randomUUID()
    for (const name of ['one', 'two']) {
      await cms.request('POST', '/categories', { token, body: { title: `Bulk ${name} ${key}` } })
    }
    const send = (): Promise<CmsAnswer> =>
      keyed('PATCH', `/categories?where[title][like]=${key}`, key, { slug: `bulk-${key}` })
    const answers = [await send(), await send()]
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual([
      [400, false],
      [400, false],
    ])
  })

  it('SY4 several at once that all fail are each told so, and the key stays free', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 4 }, () => keyed('POST', '/categories', key, {})))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect((await keyed('POST', '/categories', key, { title: `Free ${key}` })).status).toBe(201)
  })

  it('SY2 SY4 another user’s equal key is another key', async () => {
    const editor = (await cms.login(EDITOR)).token
    const key = randomUUID()
    const mine = await keyed('POST', '/notes', key, { title: 'Same words' })
    const theirs = await keyed('POST', '/notes', key, { title: 'Same words' }, editor)
    expect([mine.status, theirs.status, replayed(theirs)]).toEqual([201, 201, false])
    expect(at(theirs.json, 'doc', 'id')).not.toBe(at(mine.json, 'doc', 'id'))
  })

  it('SY4 without a key every request counts', async () => {
    const send = (): Promise<CmsAnswer> => cms.request('POST', '/notes', { token, body: { title: 'Plain' } })
    await Promise.all([send(), send()])
    expect(await count('/notes/count?where[title][equals]=Plain')).toBe(2)
  })

  it('the store of keys cannot be read over HTTP', async () => {
    expect((await cms.request('GET', '/payload-kv', { token })).status).toBe(403)
  })
})

describe('other processes', () => {
  it('SY4 an answer survives kill -9 of the server', async () => {
    const key = randomUUID()
    const body = { title: `Survivor ${key}` }
    const first = await keyed('POST', '/categories?depth=0', key, body)
    await cms.stop('SIGKILL')
    cms = await startCms({ dataDir, deadAfterSeconds: 3 })
    const again = await keyed('POST', '/categories?depth=0', key, body)
    expect([again.status, replayed(again), again.json]).toEqual([201, true, named(at(first.json, 'doc'))])
    expect(await count(`/categories/count?where[title][like]=${key}`)).toBe(1)
  })
})
