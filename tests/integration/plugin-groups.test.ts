import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, EDITOR, listAt, ok, startCms, type Cms } from './support/cms.ts'

let dataDir: string
let cms: Cms
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-groups-'))
  cms = await startCms({ dataDir, script: path.join(import.meta.dirname, 'support/permissions-site.ts') })
  ;({ token } = await cms.login(EDITOR))
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const ask = (body: object, as: string | null = token) =>
  cms.request('POST', '/desktop/groups', { body, ...(as !== null && { token: as }) })

it('counts what the user may read, in its latest version, and nothing else', async () => {
  const create = async (data: object) =>
    String(at(ok(await cms.request('POST', '/notices?draft=true', { token, body: data })).json, 'doc', 'id'))
  const drafted = await create({ owner: 1, kind: 'one', _status: 'published' })
  // Its draft is what a list shows.
  ok(await cms.request('PATCH', `/notices/${drafted}?draft=true`, { token, body: { kind: 'two' } }))
  for (const data of [{ kind: 'one', hiddenFrom: 1 }, { owner: 2, kind: 'two' }, { hiddenFrom: 2 }])
    await create(data)
  const counts = async (body: object) =>
    new Map(
      listAt(ok(await ask({ collection: 'notices', ...body })).json, 'groups').map((one) => [
        at(one, 'key'),
        at(one, 'count'),
      ]),
    )
  const { json } = await cms.request('GET', '/notices?draft=true&limit=0&depth=0', { token })
  const readable = listAt(json, 'docs').map((doc) => at(doc, 'kind'))
  const expected = new Map<unknown, number>()
  for (const kind of readable) {
    const key = typeof kind === 'string' ? kind : null
    expected.set(key, (expected.get(key) ?? 0) + 1)
  }
  // One is hidden from this user, and was not counted.
  expect(readable.length).toBe(3)
  expect(await counts({ path: 'kind' })).toEqual(expected)
  expect(await counts({ path: 'kind', where: { owner: { equals: 2 } } })).toEqual(new Map([['two', 1]]))
  const month = new Date().toISOString().slice(0, 7)
  expect(await counts({ path: 'createdAt', timeZone: 'UTC' })).toEqual(new Map([[month, 3]]))
})

it('answers nobody who is not signed in, and says what it cannot read', async () => {
  expect((await ask({ collection: 'notices', path: 'kind' }, null)).status).toBe(401)
  const bad = [
    { collection: 'constructor', path: 'owner' },
    { collection: 'notices', path: 'owner; drop' },
    { collection: 'notices', path: 'id' },
    { collection: 'notices', path: 'hiddenFrom' },
    { collection: 'notices', path: 'createdAt', timeZone: 'Mars/Olympus' },
    { collection: 'notices', path: 'kind', where: { nothing: { equals: 1 } } },
  ]
  for (const body of bad) expect([body, (await ask(body)).status]).toEqual([body, 400])
})
