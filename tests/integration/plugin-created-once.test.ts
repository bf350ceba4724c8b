import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, ok, startCms } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'

const script = path.join(import.meta.dirname, 'support/hook-site.ts')
const MONTH_MS = 30 * 24 * 60 * 60 * 1000

let dataDir: string
let cms: Cms
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-hooks-'))
  cms = await startCms({ dataDir, script, deadAfterSeconds: 3 })
  token = (await cms.login('users@example.com')).token
})
afterAll(async () => {
  await cms.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const keyed = (method: string, where: string, key: string, body?: unknown, to = cms): Promise<CmsAnswer> =>
  to.request(method, where, { token, headers: { 'idempotency-key': key }, body: body ?? {} })
const create = (key: string, plan: string, collection = 'things', to = cms): Promise<CmsAnswer> =>
  keyed('POST', `/${collection}`, key, { title: key, plan }, to)
const lookUp = async (key: string, as = token): Promise<unknown> =>
  (await cms.request('GET', `/desktop/writes/${key}`, { token: as })).json
const count = async (key: string, collection = 'things'): Promise<unknown> =>
  at(
    (await cms.request('GET', `/${collection}/count?where[title][equals]=${key}`, { token })).json,
    'totalDocs',
  )
const replayed = (answer: CmsAnswer): string | null => answer.headers.get('idempotency-replayed')
const mended = (): Promise<void> => writeFile(path.join(dataDir, 'calm'), '')
const broken = (): Promise<void> => rm(path.join(dataDir, 'calm'), { force: true })
const restart = async (): Promise<void> => {
  await cms.stop()
  cms = await startCms({ dataDir, script, deadAfterSeconds: 3 })
}
/** Sends a request that kills the server, and restarts it. */
async function killedBy(send: () => Promise<CmsAnswer>): Promise<void> {
  await expect(send()).rejects.toThrow('fetch failed')
  await restart()
}

describe('a creation whose hook throws', () => {
  it.each(['afterChange', 'fieldAfterChange'])(
    'F1 SY4 is stored once, says so with the server’s words, and again the same to who asks again: %s',
    async (point) => {
      const key = randomUUID()
      const first = await create(key, `refuse ${point}`)
      const id = at(first.json, 'errors', 0, 'data', 'id')
      expect([first.status, at(first.json, 'errors', 0)]).toEqual([
        418,
        expect.objectContaining({
          message: `Refused in ${point}.`,
          data: { code: 'STORED', collection: 'things', id: expect.any(Number) },
        }),
      ])
      const answers = [await create(key, `refuse ${point}`), await create(key, `refuse ${point}`)]
      for (const again of answers) {
        expect([again.status, replayed(again), again.headers.get('x-galley-applied')]).toEqual([
          418,
          'true',
          'key',
        ])
        expect(at(again.json, 'errors', 0)).toEqual({
          message: `Refused in ${point}.`,
          data: { code: 'STORED', collection: 'things', id },
        })
      }
      expect(await count(key)).toBe(1)
      expect(await lookUp(key)).toEqual({
        state: 'done',
        status: 418,
        id,
        updatedAt: expect.any(String),
        keepsForMs: MONTH_MS,
      })
    },
  )

  it('F1 is stored with its version, and words that are not for clients stay with the server', async () => {
    const key = randomUUID()
    const first = await create(key, 'throw afterChange', 'drafts')
    expect([first.status, codeOf(first)]).toEqual([500, 'STORED'])
    expect(first.text).not.toContain('secret')
    const again = await create(key, 'throw afterChange', 'drafts')
    expect([again.status, at(again.json, 'errors', 0, 'data')]).toEqual([
      500,
      at(first.json, 'errors', 0, 'data'),
    ])
    expect(await count(key, 'drafts')).toBe(1)
  })

  it.each(['beforeOperation', 'beforeChange', 'fieldBeforeChange', 'row'])(
    'F1 is not stored where it throws before the row, and may succeed later: %s',
    async (point) => {
      await broken()
      const key = randomUUID()
      for (let round = 0; round < 2; round += 1) {
        const refused = await create(key, `refuse ${point}`)
        expect([refused.status, codeOf(refused), replayed(refused)]).toEqual([418, undefined, null])
      }
      expect([await count(key), at(await lookUp(key), 'state')]).toEqual([0, 'absent'])
      await mended()
      const done = await create(key, `refuse ${point}`)
      expect([done.status, replayed(done)]).toEqual([201, null])
      expect(await count(key)).toBe(1)
      await broken()
    },
  )

  it('F1 what its hooks create is not taken for it, before and after it', async () => {
    for (const point of ['beforeChange', 'afterChange', 'fieldBeforeChange']) {
      const key = randomUUID()
      const first = ok(await create(key, `nest ${point}`))
      const again = await create(key, `nest ${point}`)
      expect([replayed(again), at(again.json, 'doc', 'id')]).toEqual(['partial', at(first.json, 'doc', 'id')])
      expect([await count(key), await count(`nested in ${key}`)]).toEqual([1, 1])
    }
  })

  it('F1 what its hooks create does not make it stored', async () => {
    const key = randomUUID()
    const refused = await create(key, 'nest and refuse beforeChange')
    expect([refused.status, codeOf(refused)]).toEqual([418, undefined])
    expect([await count(key), await count(`nested in ${key}`)]).toEqual([0, 1])
    expect(at(await lookUp(key), 'state')).toBe('absent')
  })

  it('F1 is not made again where a row of its list could not be written', async () => {
    const parts = [{ id: 'aaaaaaaaaaaaaaaaaaaaaaaa', name: 'One' }]
    ok(await keyed('POST', '/things', randomUUID(), { title: 'has the part', parts }))
    const key = randomUUID()
    const send = (): Promise<CmsAnswer> => keyed('POST', '/things', key, { title: key, parts })
    expect((await send()).status).toBeGreaterThanOrEqual(400)
    expect([codeOf(await send()), codeOf(await send())]).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'])
    expect(await lookUp(key)).toMatchObject({ state: 'lost' })
    expect(await count(key)).toBe(1)
  })

  it('F1 SY8 keeps its status and words where its id is the client’s, with a key and without', async () => {
    const [id, other] = [randomUUID(), randomUUID()]
    const body = { id, plan: 'throw afterChange' }
    const first = await keyed('POST', '/named', id, body)
    const data = { code: 'STORED', collection: 'named', id }
    expect([first.status, at(first.json, 'errors', 0)]).toEqual([
      500,
      expect.objectContaining({ message: 'Something went wrong.', data }),
    ])
    const plain = await cms.request('POST', '/named', { token, body: { ...body, id: other } })
    expect([plain.status, codeOf(plain)]).toEqual([500, undefined])
    const taken = await cms.request('POST', '/named', { token, body: { id: other } })
    expect([taken.status, codeOf(taken)]).toEqual([409, 'EXISTS'])
  })

  it('F1 a duplicate is as a creation', async () => {
    const title = randomUUID()
    await cms.request('POST', '/things', { token, body: { title, plan: 'refuse afterChange' } })
    const { json } = await cms.request('GET', `/things?where[title][equals]=${title}`, { token })
    const id = String(at(json, 'docs', 0, 'id'))
    const key = randomUUID()
    const answers = [
      await keyed('POST', `/things/${id}/duplicate`, key),
      await keyed('POST', `/things/${id}/duplicate`, key),
    ]
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [418, 'STORED'],
      [418, 'STORED'],
    ])
    expect(await count(title)).toBe(2)
  })
})

describe('a creation whose server is killed', () => {
  it('SY4 F1 behind its row is done: who asks again is told which one it is', async () => {
    const key = randomUUID()
    await killedBy(() => create(key, 'kill afterChange'))
    const known = await lookUp(key)
    expect(known).toMatchObject({ state: 'done', status: 201, id: expect.any(Number) })
    const again = await create(key, 'kill afterChange')
    expect([again.status, replayed(again), at(again.json, 'doc', 'id')]).toEqual([
      201,
      'partial',
      at(known, 'id'),
    ])
    expect(await count(key)).toBe(1)
  })

  it('F23 SY4 before its row is made by the next who asks, also where that one was killed in turn; where nobody can tell whether there is a row it is not made again', async () => {
    const [twice, between, behind, edit] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const made = ok(await create(randomUUID(), ''))
    const where = `/things/${String(at(made.json, 'doc', 'id'))}`
    const change = { long: 'changed', plan: 'kill afterChange' }
    await killedBy(() => create(twice, 'kill beforeChange'))
    await killedBy(() => create(between, 'kill row'))
    await killedBy(() => create(behind, 'kill afterRow'))
    await killedBy(() => keyed('PATCH', where, edit, change))
    expect(at(await lookUp(twice), 'state')).toBe('running')
    // The successor is killed as well, right after it has taken over.
    await killedBy(() => create(twice, 'kill beforeChange'))

    await mended()
    const answers = await Promise.all([
      create(twice, 'kill beforeChange'),
      create(between, 'kill row'),
      create(behind, 'kill afterRow'),
      keyed('PATCH', where, edit, change),
    ])
    await broken()
    expect(answers.map((answer) => [answer.status, codeOf(answer), replayed(answer)])).toEqual([
      [201, undefined, null],
      [409, 'OUTCOME_UNKNOWN', null],
      [409, 'OUTCOME_UNKNOWN', null],
      [200, undefined, null],
    ])
    expect(await Promise.all([twice, between, behind].map((key) => count(key)))).toEqual([1, 0, 1])
    expect(at(await lookUp(between), 'state')).toBe('lost')
  })
})

describe('GET /desktop/writes', () => {
  it.each([
    ['POST', '/things?depth=0', true],
    ['POST', '/things', true],
    ['PATCH', '/things/12?draft=true', true],
    ['DELETE', '/things/12', true],
    ['POST', '/things/12/duplicate', true],
    ['POST', '/things/versions/12', true],
    ['GET', '/things', false],
    ['POST', '/users/login', false],
    ['POST', '/things/12', false],
    ['POST', '/nowhere', false],
    ['POST', '/payload-preferences', false],
    ['POST', '/reorder', false],
  ])('F82 SY4 says whether it would have kept %s %s: %s', async (method, where, wouldKeep) => {
    const query = new URLSearchParams({ method, path: where }).toString()
    const answer = await cms.request('GET', `/desktop/writes/${randomUUID()}?${query}`, { token })
    expect(answer.json).toMatchObject({ state: 'absent', wouldKeep })
  })

  it('tells a user of their own writes, and nobody else', async () => {
    const key = randomUUID()
    expect(await lookUp(key)).toEqual({ state: 'absent', wouldKeep: false, keepsForMs: MONTH_MS })
    const made = ok(await create(key, ''))
    const answer = await cms.request('GET', `/desktop/writes/${key}`, { token })
    expect(answer.json).toEqual({
      state: 'done',
      status: 201,
      id: at(made.json, 'doc', 'id'),
      updatedAt: at(made.json, 'doc', 'updatedAt'),
      keepsForMs: MONTH_MS,
    })
    expect(Date.parse(answer.headers.get('date') ?? '')).not.toBeNaN()
    const clerk = (await cms.login('clerk@example.com')).token
    expect(at(await lookUp(key, clerk), 'state')).toBe('absent')
    const outsider = (await cms.login('outsiders@example.com', undefined, 'outsiders')).token
    const refused = await cms.request('GET', `/desktop/writes/${key}`, { token: outsider })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'NO_ADMIN_ACCESS'])
    expect((await cms.request('GET', `/desktop/writes/${key}`)).status).toBe(401)
  })

  it('tells the revision of an edit and of a global, and the status of a deletion', async () => {
    const made = ok(await create(randomUUID(), ''))
    const id = at(made.json, 'doc', 'id')
    const [edit, motto, deletion] = [randomUUID(), randomUUID(), randomUUID()]
    const edited = ok(await keyed('PATCH', `/things/${String(id)}`, edit, { long: 'x' }))
    expect(await lookUp(edit)).toMatchObject({
      state: 'done',
      status: 200,
      id,
      updatedAt: at(edited.json, 'doc', 'updatedAt'),
    })
    const said = ok(await keyed('POST', '/globals/motto', motto, { text: 'Slowly' }))
    const updatedAt = at(said.json, 'result', 'updatedAt')
    expect(await lookUp(motto)).toMatchObject({ state: 'done', status: 200, updatedAt })
    const again = await keyed('POST', '/globals/motto', motto, { text: 'Slowly' })
    expect([replayed(again), again.json]).toEqual(['partial', { message: '', result: { updatedAt } }])
    ok(await keyed('DELETE', `/things/${String(id)}`, deletion))
    expect(await lookUp(deletion)).toMatchObject({ state: 'done', status: 200, id })
  })
})

describe('what is kept', () => {
  const rows = (): { key: string; data: string }[] => {
    const database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
    const found = database.prepare('SELECT key, data FROM payload_kv').all()
    database.close()
    return found.map((row) => ({ key: String(row['key']), data: String(row['data']) }))
  }

  it('F22 is nothing of a document but its id and revision', async () => {
    const secret = `secret ${randomUUID()}`
    const made = ok(await keyed('POST', '/things', randomUUID(), { title: 'Kept', long: secret }))
    const where = `/things/${String(at(made.json, 'doc', 'id'))}`
    ok(await keyed('PATCH', where, randomUUID(), { plan: secret }))
    ok(await keyed('DELETE', where, randomUUID()))
    expect(rows().filter(({ data }) => data.includes(secret))).toEqual([])
  })

  it('F22 is nothing of users who may not enter the admin panel: their writes are carried out as without a key', async () => {
    const outsider = (await cms.login('outsiders@example.com', undefined, 'outsiders')).token
    const key = randomUUID()
    const headers = { 'idempotency-key': key }
    const send = (): Promise<CmsAnswer> =>
      cms.request('POST', '/things', { token: outsider, headers, body: { title: key } })
    const answers = [await send(), await send()]
    expect(answers.map((answer) => [answer.status, answer.headers.get('x-galley-applied')])).toEqual([
      [201, null],
      [201, null],
    ])
    expect(await count(key)).toBe(2)
  })

  it('F82 is of a body of any size, whether its size is said or not', async () => {
    const headers = { authorization: `JWT ${token}`, 'content-type': 'application/json' }
    const url = `${cms.url}/api/things`
    for (const isSaid of [true, false]) {
      const key = randomUUID()
      const body = JSON.stringify({ title: key, unknown: 'x'.repeat(300_000) })
      const send = () => {
        const sent = isSaid ? { body } : { body: new Blob([body]).stream(), duplex: 'half' as const }
        return fetch(url, { method: 'POST', headers: { ...headers, 'idempotency-key': key }, ...sent })
      }
      const answers = [await send(), await send()]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers.map((answer) => answer.headers.get('idempotency-replayed'))).toEqual([null, 'partial'])
      expect(await count(key)).toBe(1)
    }
  })

  it('F22 goes when its time is over, found by the hour in its key and removed by one server only', async () => {
    const key = randomUUID()
    ok(await create(key, ''))
    const kept = rows().findLast(({ key: one }) => one.startsWith('galley-write:'))?.key ?? ''
    const database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
    // Simulates an old write, without a purge in this hour.
    database.exec("DELETE FROM payload_kv WHERE key LIKE 'galley-expiry:%:purge'")
    database
      .prepare("UPDATE payload_kv SET key = 'galley-expiry:2020010100:' || substr(key, 26) WHERE key LIKE ?")
      .run(`galley-expiry:%${kept.slice('galley-write:'.length)}`)
    database.exec(
      `INSERT INTO payload_kv (key, data) VALUES ('galley', '{"at":1}'), ('site:own', '{"at":1}')`,
    )
    database.close()
    await restart()
    expect(at(await lookUp(key), 'state')).toBe('done')
    ok(await create(randomUUID(), ''))
    const old = (): string[] =>
      rows().flatMap(({ key: one }) => (one === kept || one.startsWith('galley-expiry:2020') ? [one] : []))
    await expect.poll(old).toEqual([])
    expect(at(await lookUp(key), 'state')).toBe('absent')
    expect(rows().filter(({ key: one }) => one.endsWith(':purge')).length).toBe(1)
    expect(rows().filter(({ data }) => data === '{"at":1}').length).toBe(2)
  })

  it('F22 is nothing of a write that failed, not even when it would have gone', async () => {
    const refusals = Array.from({ length: 5 }, () => randomUUID())
    const before = rows().length
    for (const key of refusals) expect((await keyed('PATCH', '/things/999999', key, {})).status).toBe(404)
    for (const key of refusals) expect((await create(key, 'refuse beforeChange')).status).toBe(418)
    expect(rows().length).toBe(before)
  })

  it('F22 SY4 stays its own time, also where an attempt long ago left that it goes', async () => {
    const key = randomUUID()
    ok(await create(key, ''))
    const kept = rows().findLast(({ key: one }) => one.startsWith('galley-write:'))?.key ?? ''
    const database = new DatabaseSync(path.join(dataDir, 'cms.sqlite'))
    database.exec("DELETE FROM payload_kv WHERE key LIKE 'galley-expiry:%:purge'")
    database
      .prepare('INSERT INTO payload_kv (key, data) VALUES (?, ?)')
      .run('galley-expiry:2020010100:long-ago', JSON.stringify({ keys: [kept], at: 1_577_836_800_000 }))
    database.close()
    await restart()
    ok(await create(randomUUID(), ''))
    await expect.poll(() => rows().filter(({ key: one }) => one.endsWith('long-ago'))).toEqual([])
    expect(at(await lookUp(key), 'state')).toBe('done')
  })

  it('F22 is of the latest writes of a user; creations stay longer than edits', async () => {
    const clerk = (await cms.login('clerk@example.com')).token
    const send = (method: string, where: string, key: string): Promise<CmsAnswer> =>
      cms.request(method, where, { token: clerk, headers: { 'idempotency-key': key }, body: { title: key } })
    const creation = randomUUID()
    const made = ok(await send('POST', '/things', creation))
    const where = `/things/${String(at(made.json, 'doc', 'id'))}`
    const edits = Array.from({ length: 149 }, () => randomUUID())
    for (const key of edits) ok(await send('PATCH', where, key))
    const state = async (key = ''): Promise<unknown> => at(await lookUp(key, clerk), 'state')
    await expect.poll(() => state(edits[0])).toBe('absent')
    expect(await state(edits.at(-1))).toBe('done')
    expect(await state(creation)).toBe('done')
    // The expiry rows are removed with their writes.
    const ends = (): number => rows().filter(({ key }) => /^galley-expiry:\d+:.*:/.test(key)).length
    await expect.poll(ends).toBe(rows().filter(({ key }) => key.startsWith('galley-write:')).length)
  })

  it('F22 SY4 of too many creations does not reach back as far as to those that are forgotten', async () => {
    const clerk = (await cms.login('clerk@example.com')).token
    const send = (key: string): Promise<CmsAnswer> =>
      cms.request('POST', '/things', { token: clerk, headers: { 'idempotency-key': key }, body: {} })
    const sentAt: [string, number][] = []
    for (let round = 0; round < 220; round += 1) {
      const key = randomUUID()
      // Before sending: a slow answer must not make the write look younger.
      sentAt.push([key, Date.now()])
      ok(await send(key))
    }
    const oldest = sentAt[0]?.[0] ?? ''
    await expect.poll(async () => at(await lookUp(oldest, clerk), 'state')).toBe('absent')
    const wrong: unknown[] = []
    for (const [key, time] of sentAt) {
      const known = await lookUp(key, clerk)
      const reachesBack = Number(at(known, 'keepsForMs')) > Date.now() - time
      if (at(known, 'state') !== 'done' && reachesBack) wrong.push(known)
    }
    expect(wrong).toEqual([])
    expect(await lookUp(sentAt.at(-1)?.[0] ?? '', clerk)).toMatchObject({ state: 'done' })
    expect(await lookUp(randomUUID())).toMatchObject({ state: 'absent', keepsForMs: MONTH_MS })
  })
})

describe('two servers on one database', () => {
  it('SY4 do a write once, which both get under one key at the same time, forty times', async () => {
    const second = await startCms({ dataDir, script, deadAfterSeconds: 3 })
    try {
      for (let round = 0; round < 40; round += 1) {
        const key = randomUUID()
        const answers = await Promise.all([create(key, ''), create(key, '', 'things', second)])
        expect(answers.map(({ status }) => status)).toEqual([201, 201])
        expect(answers.map(replayed)).toEqual(expect.arrayContaining([null, 'partial']))
        expect(new Set(answers.map(({ json }) => at(json, 'doc', 'id'))).size).toBe(1)
        expect(await count(key)).toBe(1)
      }
    } finally {
      await second.stop()
    }
  })
})

describe('a site whose key-value store is not the database', () => {
  it('F23 says that it cannot keep keys, and keeps none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-hooks-'))
    const plain = await startCms({ dataDir: folder, script, args: ['--memory-keys'] })
    try {
      const as = (await plain.login('users@example.com')).token
      const hello = await plain.request('GET', '/desktop', { token: as })
      expect(at(hello.json, 'galley', 'capabilities')).toMatchObject({ staleCheck: true, idempotency: false })
      expect(at(hello.json, 'galley', 'keepsForMs')).toBeUndefined()
      const headers = { 'idempotency-key': 'any' }
      const body = { title: 'Plain' }
      const answer = await plain.request('POST', '/things', { token: as, headers, body })
      expect([answer.status, answer.headers.get('x-galley-applied')]).toEqual([201, null])
      expect((await plain.request('GET', '/desktop/writes/any', { token: as })).status).toBe(404)
    } finally {
      await plain.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('GET /desktop', () => {
  it('F24 tells a user who may not enter the admin panel no more than anybody', async () => {
    const outsider = (await cms.login('outsiders@example.com', undefined, 'outsiders')).token
    const { json } = await cms.request('GET', '/desktop', { token: outsider })
    expect(at(json, 'galley', 'payload')).toBeNull()
    expect(at(json, 'galley', 'keepsForMs')).toBeUndefined()
  })
})

describe('GET /desktop/config', () => {
  it('F24 says nothing more of fields that the user may not read', async () => {
    const extrasFor = async (as: string): Promise<string[]> => {
      const { json } = await cms.request('GET', '/desktop/config', { token: as })
      const paths = Object.keys(at(json, 'extras') ?? {})
      return paths.filter((one) => one.startsWith('wages.')).toSorted()
    }
    expect(await extrasFor(token)).toEqual([
      'wages._index-2.boss',
      'wages.bonus.share',
      'wages.file.remark',
      'wages.name',
      'wages.rate',
    ])
    const clerk = (await cms.login('clerk@example.com')).token
    expect(await extrasFor(clerk)).toEqual(['wages.name'])
  })
})

describe('POST /desktop/form-state', () => {
  it('F24 tells by a schema path nothing of a group that the user may not read', async () => {
    const asked = async (as: string, schemaPath: string): Promise<[number, string]> => {
      const body = { collectionSlug: 'wages', schemaPath, operation: 'create', data: {} }
      const { status, text } = await cms.request('POST', '/desktop/form-state', { token: as, body })
      return [status, text]
    }
    const clerk = (await cms.login('clerk@example.com')).token
    expect(await asked(token, 'wages.file')).toEqual([200, expect.stringContaining('late')])
    for (const schemaPath of ['wages', 'wages.file', 'wages.file.remark', 'wages.rate']) {
      const [, text] = await asked(clerk, schemaPath)
      expect([schemaPath, text]).toEqual([schemaPath, expect.not.stringMatching(/late|42/)])
    }
    expect((await asked(clerk, 'wages.file'))[0]).toBe(404)
    expect(await asked(clerk, 'wages')).toEqual([200, expect.stringContaining('Nobody')])
  })
})
