import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, EDITOR, listAt, ok, startCms, type Cms } from './support/cms.ts'

let dataDir: string
let cms: Cms
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-schedules-'))
  cms = await startCms({ dataDir, script: path.join(import.meta.dirname, 'support/permissions-site.ts') })
  ;({ token } = await cms.login(EDITOR))
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const create = async (data: object, draft = true): Promise<string> =>
  String(
    at(ok(await cms.request('POST', `/notices?draft=${draft}`, { token, body: data })).json, 'doc', 'id'),
  )

it('F59 the schedules of a list are those of documents that the user may read and publish, by conditions and by id', async () => {
  const ids = [
    await create({ owner: 1 }),
    await create({ owner: 2 }),
    await create({ owner: 1, hiddenFrom: 1 }),
    await create({ owner: 1, _status: 'published' }, false),
    // Its id is refused by a function.
    await create({ owner: 1 }),
  ]
  const [mine = '', , , given = '', refused = ''] = ids
  expect(refused).toBe('5')
  const payloadJob = (id: string) => ({
    doc: { relationTo: 'notices', value: Number(id) },
    type: 'publish',
    date: '2031-02-01T08:00:00.000Z',
  })
  // Plans were made before their documents were given to somebody else.
  ok(await cms.request('POST', '/plan', { token, body: ids.map(payloadJob) }))
  const told = ok(
    await cms.request('POST', '/desktop/schedules', { token, body: { relationTo: 'notices', ids } }),
  )
  expect(
    listAt(told.json, 'scheduled')
      .map((one) => String(at(one, 'id')))
      .toSorted(),
  ).toEqual([mine, given])
  // Without ids it is asked of all documents, by the same rules.
  const all = ok(await cms.request('POST', '/desktop/schedules', { token, body: { relationTo: 'notices' } }))
  expect(all.json).toEqual(told.json)
  // As the one document is asked.
  for (const id of ids) {
    const body = { collectionSlug: 'notices', id }
    const { status, json } = await cms.request('POST', '/desktop/permissions', { token, body })
    expect([id, status === 200 && at(json, 'publish')]).toEqual([id, [mine, given].includes(id)])
  }
})
