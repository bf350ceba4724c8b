import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, listAt, startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley } from './support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs, untilStatusBarSays } from './support/screens.ts'

let cms: Cms
let proxy: FaultProxy

beforeAll(async () => {
  cms = await startCms({ seed: 'full' })
  proxy = await startFaultProxy(cms.url)
})

afterAll(async () => {
  await proxy.close()
  await cms.dispose()
})

test('M.05 (part) SY1 SY3 SY4 SY16 an editor goes offline, is killed, quits, comes back, and the server has each edit once', async () => {
  const dataFolder = newDataFolder()
  const title = 'Eleven huts between Abisko and Nikkaluokta'

  let galley = await startGalley({ server: proxy.url, dataFolder })
  await login(galley.page, 'editor@example.com')
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, title)

  // Online: edits are saved automatically.
  await titleInput(galley.page).fill('Twelve huts')
  await untilDocumentIs(galley.page, 'Saved')
  const { token } = await cms.login('admin@example.com')
  const id = await idOf('Twelve huts', token)
  const versionsBefore = await versionsOf(id, token)

  // The network fails. Editing continues.
  await cms.stop()
  await titleInput(galley.page).fill('Twelve huts, on foot')
  await untilStatusBarSays(galley.page, 'Offline')
  await untilDocumentIs(galley.page, 'Waiting to send (1)')
  const readingTime = galley.page.getByRole('textbox', { name: 'Reading time' })
  await readingTime.fill('34')
  await readingTime.blur()
  await untilDocumentIs(galley.page, /Only on this computer|Waiting to send/)

  // Power fails. The edits are there after the restart, still offline.
  await galley.kill()
  galley = await startGalley({ server: proxy.url, dataFolder })
  await openList(galley.page, 'Posts')
  await openDocument(galley.page, 'Twelve huts, on foot')
  expect(await galley.page.getByRole('textbox', { name: 'Reading time' }).inputValue()).toBe('34')

  // More edits, and the window is closed at once: they are written before the program ends.
  await galley.page.getByRole('textbox', { name: 'Kicker' }).fill('A long walk')
  await galley.close()

  // The network is back.
  cms = await startCms({ dataDir: cms.dataDir, port: cms.port })
  proxy.seen.length = 0
  galley = await startGalley({ server: proxy.url, dataFolder })
  await untilStatusBarSays(galley.page, 'Everything sent')
  await galley.close()

  const document = await read(id, token)
  expect(document).toMatchObject({ title: 'Twelve huts, on foot', readingTime: 34, kicker: 'A long walk' })
  const writes = proxy.seen.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/posts'))
  expect(writes.length).toBeGreaterThan(0)
  const keys = writes.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(keys.length)
  const changed = writes.flatMap(({ body }) => Object.keys(JSON.parse(body) as object))
  expect(changed.filter((field) => field !== '_status').toSorted()).toEqual([
    'kicker',
    'readingTime',
    'title',
  ])
  // Consecutive autosaves are one version.
  expect(await versionsOf(id, token)).toBe(versionsBefore)
})

test('M.05 queued PATCH and POST made offline leave in order, once each, as soon as the server answers again and after a restart too; one that is refused holds up its own document only', async () => {
  for (const [isRestarted, first] of [
    [false, 0],
    [true, 2],
  ] as const) {
    proxy.clearRules()
    const dataFolder = newDataFolder()
    const { token } = await cms.login('admin@example.com')
    const listed = (await cms.request('GET', '/posts?draft=true&depth=0&limit=4&sort=id', { token })).json
    const ids = listAt(listed, 'docs').map((post) => String(at(post, 'id')))
    const [refused = '', other = ''] = ids.slice(first)
    // Different notes in each run.
    const [one, two] = [`Note ${first + 1}`, `Note ${first + 2}`]
    let galley = await startGalley({ server: proxy.url, dataFolder })
    await login(galley.page, 'editor@example.com')
    await openList(galley.page, 'Posts')

    await galley.page.evaluate(
      (both) =>
        Promise.all(
          both.map((id) =>
            window.galley.call('documents.refresh', { ref: { kind: 'collection', slug: 'posts', id } }),
          ),
        ),
      [refused, other],
    )

    // The network fails. Two posts are edited twice each in turns, and a note is created and edited.
    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await galley.page.evaluate(
      async ({ posts, before, after }) => {
        const edit = async (
          mode: 'draft' | 'publish',
          id: string,
          to: readonly [path: string, from: number | null, to: string | number],
        ) => {
          const ref = { kind: 'collection', slug: 'posts', id } as const
          const view = await window.galley.call('documents.get', { ref })
          const [path, old, value] = to
          const from = old ?? view?.base.data[path] ?? null
          const change = { kind: 'set' as const, locale: null, path, from, to: value }
          await window.galley.call('drafts.commit', { ref, locale: 'en', changes: [change], mode })
        }
        const note = await window.galley.call('documents.create', { slug: 'notes' })
        const title = async (from: string | null, to: string) => {
          const change = { kind: 'set' as const, locale: null, path: 'title', from, to }
          const input = { ref: note.ref, locale: null, changes: [change], mode: 'save' as const }
          await window.galley.call('drafts.commit', input)
        }
        await edit('publish', posts[0] ?? '', ['readingTime', null, 101])
        await edit('draft', posts[1] ?? '', ['readingTime', null, 201])
        await title(null, before)
        await edit('draft', posts[0] ?? '', ['slug', null, 'behind-the-refused'])
        await edit('draft', posts[1] ?? '', ['readingTime', 201, 202])
        await title(before, after)
      },
      { posts: [refused, other], before: one, after: two },
    )
    if (isRestarted) await galley.kill()

    // The network is back. The server refuses all writes of the first post.
    proxy.clearRules()
    proxy.addRule({
      match: ({ method, path }) => method === 'PATCH' && path.startsWith(`/api/posts/${refused}`),
      fault: { kind: 'status', status: 400, body: '{"errors":[{"message":"Not today."}]}' },
    })
    proxy.seen.length = 0
    if (isRestarted) galley = await startGalley({ server: proxy.url, dataFolder })
    const said = async (path: string, key: string) =>
      at((await cms.request('GET', path, { token })).json, key)
    await eventually(() => said(`/posts/${other}?draft=true&depth=0`, 'readingTime')).toBe(202)
    await eventually(() => said(`/notes?where[title][equals]=${two}`, 'totalDocs')).toBe(1)
    // The refused entry, and the one behind it.
    const left = async () => {
      const query = { only: 'all', from: { by: 'number', number: 0 }, limit: 50 } as const
      const page = await galley.page.evaluate((asked) => window.galley.call('outbox.list', asked), query)
      return page.documents.map(({ ref, entries }) => [ref, entries.map(({ state }) => state)])
    }
    await eventually(left).toEqual([
      [{ kind: 'collection', slug: 'posts', id: refused }, ['parked', 'waiting']],
    ])
    await galley.close()

    const sent = proxy.seen.flatMap(({ method, path, body }) => {
      const [, of] = /^\/api\/(posts\/\d+|notes)/.exec(path) ?? []
      if (of === undefined || !['POST', 'PATCH'].includes(method)) return []
      const { readingTime, title } = JSON.parse(body) as { readingTime?: number; title?: string }
      return [`${method} ${of}: ${readingTime ?? title}`]
    })
    const sentOf = (of: string) => sent.filter((write) => write.includes(` ${of}: `))
    // A waiting, untried entry coalesces with later edits: each is sent once, in order, as one or two writes.
    const inOrder = (of: string, writes: readonly string[]) => {
      const went = sentOf(of)
      expect(writes.filter((write) => went.includes(write))).toEqual(went)
      return went.at(-1)
    }
    const post = `posts/${other}`
    expect(inOrder(post, [`PATCH ${post}: 201`, `PATCH ${post}: 202`])).toBe(`PATCH ${post}: 202`)
    const notes = [`POST notes: ${one}`, `POST notes: ${two}`, `PATCH notes: ${two}`]
    expect(inOrder('notes', notes)?.endsWith(two)).toBe(true)
    expect(sentOf('notes').filter((write) => write.startsWith('POST'))).toHaveLength(1)
    // It was sent once, and no later entry overtook it.
    expect(sentOf(`posts/${refused}`)).toEqual([`PATCH posts/${refused}: 101`])
    expect(sent).toHaveLength(sentOf(post).length + sentOf('notes').length + 1)
  }
})

async function read(id: string, token: string): Promise<unknown> {
  return (await cms.request('GET', `/posts/${id}?draft=true&depth=0&locale=en`, { token })).json
}

async function idOf(title: string, token: string): Promise<string> {
  const query = `/posts?draft=true&depth=0&where[title][equals]=${encodeURIComponent(title)}`
  const { json } = await cms.request('GET', query, { token })
  expect(listAt(json, 'docs')).toHaveLength(1)
  return String(at(json, 'docs', 0, 'id'))
}

async function versionsOf(id: string, token: string): Promise<number> {
  const query = `/posts/versions?where[parent][equals]=${id}&limit=0&depth=0`
  return Number(at((await cms.request('GET', query, { token })).json, 'totalDocs'))
}
