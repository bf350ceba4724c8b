import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, newDataDir, ok, startCms } from './support/cms.ts'
import type { Cms } from './support/cms.ts'
import { turnPosts, turnSite as script } from './support/turn-posts.ts'
import type { TurnPosts } from './support/turn-posts.ts'

/* SQLite without transactions, Payload's default: a write is many statements, and a read in between gets a document
   without rows under its new revision. */

let dataDir: string
let one: Cms
let two: Cms
let posts: TurnPosts

beforeAll(async () => {
  dataDir = await newDataDir()
  const start = (): Promise<Cms> => startCms({ script, dataDir })
  ;[one, two] = await Promise.all([start(), start()])
  posts = await turnPosts(one)
})

afterAll(async () => {
  await Promise.all([one.dispose(), two.dispose()])
  await rm(dataDir, { recursive: true, force: true })
})

const sources = [
  { title: 'First', url: 'https://first.example' },
  { title: 'Second', url: 'https://second.example' },
]
const titlesIn = (doc: unknown): unknown => {
  const rows = at(doc, 'sources')
  return Array.isArray(rows) ? rows.map((row) => at(row, 'title')) : null
}
/** Reads as Galley does. */
const readBy = async (cms: Cms, target: string): Promise<unknown> =>
  ok(await cms.request('GET', target, { token: posts.token, headers: { 'x-galley-schema': '*' } })).json

/** Starts a write that stops before the rows of its sources. */
async function halfWritten(name: string): Promise<{ id: string; path: string; ended: Promise<unknown> }> {
  const post = await posts.newPost()
  ok(await posts.write(one, 'PATCH', post.path, null, { sources }))
  const ended = posts.write(one, 'PATCH', post.path, null, { kicker: `half ${name}` })
  await posts.untilWaiting(name)
  return { ...post, ended }
}

test.each([
  ['the process that writes it', 'document', () => one],
  ['another one', 'document', () => two],
  ['the process that writes it', 'list', () => one],
  ['another one', 'list', () => two],
] as const)(
  'SY7 (part) who asks %s for a %s gets no document that is half written',
  async (where, what, by) => {
    const name = `${where} ${what}`.replaceAll(' ', '-')
    const post = await halfWritten(name)
    // The half-written state, visible now.
    expect(titlesIn(await posts.read(post.path))).toEqual([])
    const target = what === 'document' ? post.path : `/posts?draft=true&depth=0&where[id][in][0]=${post.id}`
    const asked = readBy(by(), target)
    // Other clients still get that state.
    const plain = ok(await by().request('GET', post.path, { token: posts.token })).json
    expect(titlesIn(plain)).toEqual([])
    await posts.letGo(name)
    const answer = await asked
    const doc = what === 'document' ? answer : at(answer, 'docs', 0)
    expect(titlesIn(doc)).toEqual(['First', 'Second'])
    expect(at(doc, 'kicker')).toBe(`half ${name}`)
    await post.ended
  },
)

test('what waits in a hook after it was written is answered as it is', async () => {
  const [post, other] = [await posts.newPost(), await posts.newPost()]
  const ended = posts.write(one, 'PATCH', post.path, null, { sources, kicker: `write ${other.id} long-hook` })
  await posts.untilWaiting('long-hook')
  expect(titlesIn(await readBy(two, post.path))).toEqual(['First', 'Second'])
  await posts.letGo('long-hook')
  await ended
})

test('a document that is being created is answered when it is whole', async () => {
  const authors = at(await posts.read('/posts?limit=1&depth=0'), 'docs', 0, 'authors')
  const body = { title: 'New', standfirst: 'One.', authors, sources, kicker: 'half created' }
  const made = one.request('POST', '/posts?depth=0', { token: posts.token, body })
  await posts.untilWaiting('created')
  const list = '/posts?depth=0&sort=-createdAt&limit=1'
  expect(titlesIn(at(await posts.read(list), 'docs', 0))).toEqual([])
  const asked = readBy(one, list)
  await posts.letGo('created')
  expect(titlesIn(at(await asked, 'docs', 0))).toEqual(['First', 'Second'])
  ok(await made)
})
