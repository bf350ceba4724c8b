import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN, EDITOR, READER, at, codeOf, listAt, newDataDir, ok, startCms, textAt } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

let cms: Cms
let dataDir: string
let admin: string
let editor: string
let reader: string
let member: string
/** Ids of two published posts and of a draft. */
let first: number
let second: number
let draft: number

beforeAll(async () => {
  dataDir = await newDataDir()
  cms = await startCms({ dataDir })
  admin = (await cms.login(ADMIN)).token
  editor = (await cms.login(EDITOR)).token
  reader = (await cms.login(READER)).token
  member = (await cms.login('demo', undefined, 'members')).token
  const make = async (title: string, status: string): Promise<number> => {
    const [author] = listAt(
      (await cms.request('GET', '/authors?limit=1&depth=0', { token: admin })).json,
      'docs',
    )
    const body = { title, standfirst: 'Two sentences.', authors: [at(author, 'id')], _status: status }
    const query = status === 'draft' ? '?draft=true' : ''
    const answer = ok(await cms.request('POST', `/posts${query}`, { token: admin, body }))
    return Number(at(answer.json, 'doc', 'id'))
  }
  first = await make('Unsent one', 'published')
  second = await make('Unsent two', 'published')
  draft = await make('Unsent three', 'draft')
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const post = (id: number) => ({ relationTo: 'posts', value: id })
const tell = (documents: unknown, token = editor, app = 'laptop'): Promise<CmsAnswer> =>
  cms.request('POST', '/desktop/unsent', { token, body: { app, documents } })
const ask = (query: string, token = admin): Promise<CmsAnswer> =>
  cms.request('GET', `/desktop/unsent?${query}`, { token })
const of = (id: number, token = admin) => ask(`relationTo=posts&value=${id}`, token)
const names = (answer: CmsAnswer): unknown[] =>
  listAt(ok(answer).json, 'unsent').map((one) => at(one, 'name'))
const editorName = async () => textAt((await cms.login(EDITOR)).user, 'name')

describe('who has edits that have not arrived', () => {
  test('is told to others by name, with since when, until they are taken back', async () => {
    const before = Date.now()
    expect(ok(await tell([post(first), { global: 'header' }])).json).toEqual({ kept: 2 })
    const answer = ok(await of(first))
    expect(names(answer)).toEqual([await editorName()])
    const since = Date.parse(textAt(answer.json, 'unsent', 0, 'since'))
    expect(since).toBeGreaterThanOrEqual(before - 1000)
    expect(names(await ask('global=header'))).toEqual([await editorName()])
    expect(names(await of(second))).toEqual([])

    // One more, and the one before stays as old as it is.
    ok(await tell([post(first), post(second)]))
    expect(Date.parse(textAt((await of(first)).json, 'unsent', 0, 'since'))).toBe(since)
    expect(names(await of(second))).toEqual([await editorName()])
    expect(names(await ask('global=header'))).toEqual([])

    ok(await tell([]))
    expect(names(await of(first))).toEqual([])
    expect(names(await of(second))).toEqual([])
  })

  test('is nothing that they hear of themselves, and each of their computers counts', async () => {
    ok(await tell([post(first)], editor, 'laptop'))
    ok(await tell([post(first)], editor, 'desk'))
    expect(names(await of(first, editor))).toEqual([])
    expect(names(await of(first))).toEqual([await editorName()])
    ok(await tell([], editor, 'laptop'))
    expect(names(await of(first))).toEqual([await editorName()])
    ok(await tell([], editor, 'desk'))
    expect(names(await of(first))).toEqual([])
  })

  test('has no name for whoever may not read the user', async () => {
    ok(await tell([post(first)], admin))
    expect(names(await of(first, editor))).toEqual([null])
    ok(await tell([], admin))
  })
})

describe('who may ask and tell', () => {
  test('nobody without a session, and no document that one may not read or that there is not', async () => {
    expect((await cms.request('GET', `/desktop/unsent?relationTo=posts&value=${first}`)).status).toBe(401)
    expect((await cms.request('POST', '/desktop/unsent', { body: { app: 'a', documents: [] } })).status).toBe(
      401,
    )
    // Members read what is published.
    ok(await tell([post(draft)]))
    expect(names(await of(draft, reader))).toEqual([null])
    expect((await of(draft, member)).status).toBe(404)
    expect((await of(999_999)).status).toBe(404)
    expect((await ask('global=nothing')).status).toBe(404)
    expect((await ask('relationTo=nothing&value=1')).status).toBe(404)
    expect((await ask('')).status).toBe(404)
    expect(ok(await tell([post(draft), post(first), post(999_999)], member)).json).toEqual({ kept: 1 })
    ok(await tell([], member))
    ok(await tell([]))
  })

  test('what is no list of documents is refused, and what names none is left out', async () => {
    for (const body of [
      {},
      { app: '', documents: [] },
      { app: 'a' },
      { app: 'a'.repeat(101), documents: [] },
    ]) {
      const answer = await cms.request('POST', '/desktop/unsent', { token: editor, body })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_REQUEST'])
    }
    expect(ok(await tell([null, 'posts', {}, { relationTo: 'posts' }, post(first)])).json).toEqual({
      kept: 1,
    })
    ok(await tell([]))
  })

  test('a document that is deleted meanwhile says nothing any more', async () => {
    ok(await tell([post(second)]))
    ok(await cms.request('DELETE', `/posts/${second}`, { token: admin }))
    expect((await of(second)).status).toBe(404)
    expect(ok(await tell([post(second)])).json).toEqual({ kept: 0 })
  })
})

describe('what is kept of it', () => {
  const database = () => new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
  const rows = (): { key: string; data: string }[] => {
    const opened = database()
    const found = opened.prepare("SELECT key, data FROM payload_kv WHERE key LIKE 'galley-unsent%'").all()
    opened.close()
    return found.map((row) => ({ key: String(row['key']), data: String(row['data']) }))
  }

  /** When it goes: the rows that say so. */
  const ends = (): string[] => {
    const opened = database()
    const found = opened.prepare("SELECT key FROM payload_kv WHERE key LIKE 'galley-expiry:%:unsent'").all()
    opened.close()
    return found.map((row) => String(row['key']))
  }

  test('is whose it is and when, and not for others to read', async () => {
    ok(await tell([post(first)]))
    const told = rows().filter(({ key }) => key.startsWith('galley-unsent:'))
    expect(told.map(({ data }) => Object.keys(JSON.parse(data) as object))).toEqual([
      ['at', 'collection', 'id'],
    ])
    expect((await cms.request('GET', '/payload-kv', { token: admin })).status).toBe(403)
    ok(await tell([]))
    expect(rows()).toEqual([])
  })

  test('is of so many documents and installations of one user and no more', async () => {
    const nothing = Array.from({ length: 199 }, (_, index) => post(500_000 + index))
    expect(ok(await tell([...nothing, post(first)])).json).toEqual({ kept: 1 })
    expect(ok(await tell([...nothing, post(999_998), post(first)])).json).toEqual({ kept: 0 })
    for (let app = 0; app < 12; app += 1) ok(await tell([post(first)], editor, `computer ${app}`))
    expect(rows().filter(({ key }) => key.startsWith('galley-unsent:'))).toHaveLength(10)
    expect(names(await of(first))).toHaveLength(1)
    ok(await tell([post(first), post(second)], editor, 'computer 11'))
    expect(ends()).toHaveLength(10)
    for (let app = 0; app < 12; app += 1) ok(await tell([], editor, `computer ${app}`))
    expect(rows()).toEqual([])
    expect(ends()).toEqual([])
  })

  test('goes after two weeks in which that installation has said nothing', async () => {
    ok(await tell([post(first)], editor, 'lost'))
    const opened = database()
    // As if it had been told long ago, and nothing had been removed in this hour.
    opened.exec("DELETE FROM payload_kv WHERE key LIKE 'galley-expiry:%:purge'")
    opened.exec(
      "UPDATE payload_kv SET key = 'galley-expiry:2020010100:' || substr(key, 26) WHERE key LIKE 'galley-expiry:%:unsent'",
    )
    opened.close()
    await cms.stop()
    cms = await startCms({ dataDir })
    expect(names(await of(first))).toHaveLength(1)
    // Whoever tells something next has it removed.
    ok(await tell([post(first)], reader, 'other'))
    await expect.poll(async () => names(await of(first, editor))).toEqual([null])
    await expect.poll(() => rows().filter(({ key }) => key.startsWith('galley-unsent:')).length).toBe(1)
    ok(await tell([], reader, 'other'))
  })
})

test('the site says that it can', async () => {
  const hello = await cms.request('GET', '/desktop')
  expect(at(hello.json, 'galley', 'capabilities', 'unsent')).toBe(true)
})
