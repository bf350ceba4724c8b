import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, newDataDir, ok, startCms, statuses, textAt } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'
import { startPostgres } from './support/postgres.ts'
import { turnPosts, turnSite as script } from './support/turn-posts.ts'
import type { TurnPosts } from './support/turn-posts.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** The data that two processes of one site share. */
type Place = {
  readonly dataDir: string
  readonly args: readonly string[]
  readonly dispose: () => Promise<void>
}

async function newPlace(database: 'SQLite' | 'PostgreSQL'): Promise<Place> {
  if (database === 'SQLite') {
    const dataDir = await newDataDir()
    return { dataDir, args: [], dispose: () => rm(dataDir, { recursive: true, force: true }) }
  }
  const { dataDir, dispose, url } = await startPostgres()
  return { dataDir, args: [`--db=${url}`], dispose }
}

describe.each(['SQLite', 'PostgreSQL'] as const)('two processes of a site on one %s database', (database) => {
  let place: Place
  let one: Cms
  let two: Cms
  let token: string
  let write: TurnPosts['write']
  let newPost: TurnPosts['newPost']
  let read: TurnPosts['read']
  let heldWrite: TurnPosts['heldWrite']
  let kickerOf: TurnPosts['kickerOf']
  let untilWaiting: TurnPosts['untilWaiting']
  let letGo: TurnPosts['letGo']

  const start = (): Promise<Cms> =>
    startCms({ script, dataDir: place.dataDir, args: place.args, deadAfterSeconds: 3 })
  beforeAll(async () => {
    place = await newPlace(database)
    ;[one, two] = await Promise.all([start(), start()])
    ;({ token, write, newPost, read, heldWrite, kickerOf, untilWaiting, letGo } = await turnPosts(one))
  })
  afterAll(async () => {
    await Promise.all([one.dispose(), two.dispose()])
    await place.dispose()
  })

  it('SY3 F21 of two writes on one base at the same time exactly one is done, forty times', async () => {
    for (let pair = 0; pair < 40; pair += 1) {
      const post = await newPost()
      const answers = await Promise.all([
        write(one, 'PATCH', post.path, post.base, { kicker: `one ${pair}` }),
        write(two, 'PATCH', post.path, post.base, { kicker: `two ${pair}` }),
      ])
      expect(statuses(answers)).toEqual([200, 409])
      const done = answers.find(({ status }) => status === 200)
      expect(at(await read(post.path), 'kicker')).toBe(at(done?.json, 'doc', 'kicker'))
    }
  })

  it.each([
    ['of one document', ''],
    ['of all that a condition fits', '?bulk'],
  ])('SY3 F21 a write over the Local API %s is never lost, nor loses another', async (_which, bulk) => {
    for (let pair = 0; pair < 10; pair += 1) {
      const post = await newPost()
      const [edit, local] = await Promise.all([
        write(one, 'PATCH', post.path, post.base, { kicker: `edit ${pair}` }),
        two.request('POST', `/local/${post.id}${bulk}`, { token, body: { standfirst: `Local ${pair}.` } }),
      ])
      ok(local)
      expect([200, 409]).toContain(edit.status)
      const now = await read(post.path)
      expect(at(now, 'standfirst')).toBe(`Local ${pair}.`)
      expect(at(now, 'kicker') ?? null).toBe(edit.status === 200 ? `edit ${pair}` : null)
    }
  })

  it('SY3 of a draft, a restore, a publish and a deletion on one base exactly one is done', async () => {
    const post = await newPost()
    const versions = await read(`/posts/versions?depth=0&where[parent][equals]=${post.id}`)
    const version = String(at(versions, 'docs', 0, 'id'))
    const answers = await Promise.all([
      write(one, 'PATCH', post.path, post.base, { kicker: 'a' }),
      write(two, 'POST', `/posts/versions/${version}?draft=true`, post.base),
      write(one, 'PATCH', `/posts/${post.id}?depth=0`, post.base, { _status: 'published' }),
      write(two, 'DELETE', `/posts/${post.id}`, post.base),
    ])
    // After a deletion the others get 404.
    const refusals = answers.filter(({ status }) => status === 409 || status === 404)
    expect([answers.filter(({ status }) => status === 200).length, refusals.length]).toEqual([1, 3])
  })

  it('SY3 of two saves of a global on one base exactly one is done', async () => {
    for (let pair = 0; pair < 10; pair += 1) {
      const base = textAt(await read('/globals/footer?depth=0'), 'updatedAt')
      const answers = await Promise.all([
        write(one, 'POST', '/globals/footer?depth=0', base, { imprint: `one ${pair}` }),
        write(two, 'POST', '/globals/footer?depth=0', base, { imprint: `two ${pair}` }),
      ])
      expect(statuses(answers)).toEqual([200, 409])
    }
  })

  it('SY5 the answer says that the base was checked, also where it refuses', async () => {
    const post = await newPost()
    const applied = (answer: CmsAnswer): unknown => [answer.status, answer.headers.get('x-galley-applied')]
    expect(applied(await write(one, 'PATCH', post.path, LONG_AGO, { kicker: 'a' }))).toEqual([409, 'base'])
    expect(applied(await write(one, 'PATCH', post.path, post.base, { kicker: 'a' }))).toEqual([200, 'base'])
    expect(applied(await write(one, 'PATCH', post.path, null, { kicker: 'b' }))).toEqual([200, null])
  })

  it('a hook that writes the document it was called for does not wait for itself', async () => {
    const post = await newPost()
    ok(await write(one, 'PATCH', post.path, post.base, { kicker: 'nest' }))
    expect(at(await read(post.path), 'kicker')).toBe('nested')
    // With a transaction of its own, PostgreSQL itself would let the two wait for each other.
    if (database === 'PostgreSQL') return
    for (const kicker of ['nest apart', 'nest over REST']) {
      const next = textAt(await read(post.path), 'updatedAt')
      ok(await write(one, 'PATCH', post.path, next, { kicker }))
      expect(at(await read(post.path), 'kicker')).toBe('nested')
    }
  })

  it('a write that a hook begins and does not wait for delays no answer, and keeps no turn', async () => {
    const [post, other] = [await newPost(), await newPost()]
    const held = await heldWrite(two, other.path, other.base, `other-${database}`)
    const left = `left-${database}`
    ok(await write(one, 'PATCH', post.path, post.base, { kicker: `leave ${other.id} ${left}` }))
    await held.go()
    ok(await held.answer)
    await untilWaiting(left)
    // On PostgreSQL its open transaction holds the turn.
    if (database === 'SQLite') ok(await write(two, 'PATCH', other.path, null, { standfirst: 'Two.' }))
    await letGo(left)
    await expect.poll(() => kickerOf(other)).toBe(`wait ${left}`)
    ok(await write(two, 'PATCH', other.path, null, { kicker: 'three' }))
  })

  it('F20 a write whose body does not come holds up nobody', async () => {
    const post = await newPost()
    const trickle = connect(one.port, '127.0.0.1')
    const lines = [
      `PATCH /api/posts/${post.id}?draft=true HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      'Content-Length: 1000',
      `X-Galley-Base: ${post.base}`,
    ]
    trickle.write(`${lines.join('\r\n')}\r\n\r\n{"kicker":`)
    const answers = await Promise.all([
      write(one, 'PATCH', post.path, null, { kicker: 'a' }),
      write(two, 'PATCH', post.path, null, { kicker: 'b' }),
    ])
    expect(statuses(answers)).toEqual([200, 200])
    trickle.destroy()
  })

  it('F20 writes of somebody who may not write are refused while another write goes on', async () => {
    const post = await newPost()
    const held = await heldWrite(one, post.path, post.base, `refused-${database}`)
    const body = { kicker: 'a' }
    for (const cms of [one, two]) expect((await cms.request('PATCH', post.path, { body })).status).toBe(403)
    await held.go()
    ok(await held.answer)
  })

  // They wait for long operations, so they run concurrently.
  it.concurrent(
    'F20 F21 a write waits within limits for one that takes long, and is told when to try again',
    async () => {
      const post = await newPost()
      const held = await heldWrite(one, post.path, post.base, `long-${database}`)
      const answers = await Promise.all([
        write(one, 'PATCH', post.path, null, { kicker: 'a' }),
        write(two, 'PATCH', post.path, post.base, { kicker: 'b' }),
      ])
      expect(
        answers.map((answer) => [answer.status, codeOf(answer), answer.headers.get('retry-after')]),
      ).toEqual([
        [503, 'BUSY', '2'],
        [503, 'BUSY', '2'],
      ])
      await held.go()
      ok(await held.answer)
      expect(at(await read(post.path), 'kicker')).toBe(`wait long-${database}`)
    },
  )

  it.concurrent.each([
    ['one process', () => one],
    ['two processes', () => two],
  ])(
    'of two writes in %s whose hooks write each other’s document one is done and one is told to wait',
    async (where, other) => {
      const posts = [await newPost(), await newPost()] as const
      const names = posts.map(({ id }) => `cross-${id}-${database}`)
      const answers = [one, other()].map((cms, index) => {
        const [own, next] = index === 0 ? posts : posts.toReversed()
        return write(cms, 'PATCH', own?.path ?? where, null, { kicker: `write ${next?.id} ${names[index]}` })
      })
      await Promise.all(names.map(untilWaiting))
      await Promise.all(names.map(letGo))
      const told = await Promise.all(answers)
      expect(statuses(told)).toEqual([200, 503])
      expect(told.map(codeOf)).toContain('BUSY')
    },
  )

  it.concurrent(
    'F21 a process that is killed in the middle of a write keeps nobody from writing',
    async () => {
      const post = await newPost()
      const victim = await start()
      await heldWrite(victim, post.path, post.base, `killed-${database}`)
      await victim.stop('SIGKILL')
      ok(await write(two, 'PATCH', post.path, post.base, { kicker: 'two' }))
      expect(at(await read(post.path), 'kicker')).toBe('two')
    },
  )

  // On PostgreSQL the database holds the turn while the connection lasts.
  if (database === 'PostgreSQL') return
  it.concurrent(
    'F21 a process that stood still, and was taken for dead, does not write when it wakes up',
    async () => {
      const sleeper = await start()
      const posts = [await newPost(), await newPost()]
      const targets = posts.map(
        ({ path: target }, index) => `${target}${index === 0 ? '' : '&autosave=true'}`,
      )
      const bases = await Promise.all(
        targets.map(async (target, index) => {
          if (index === 0) return posts[0]?.base ?? ''
          return textAt(
            (await write(one, 'PATCH', target, null, { kicker: 'auto' })).json,
            'doc',
            'updatedAt',
          )
        }),
      )
      const held = await Promise.all(
        targets.map((target, index) => heldWrite(sleeper, target, bases[index] ?? '', `still-${index}`)),
      )
      process.kill(sleeper.pid, 'SIGSTOP')
      try {
        const done = await Promise.all(
          targets.map((target, index) => write(two, 'PATCH', target, bases[index] ?? '', { kicker: 'two' })),
        )
        expect(statuses(done)).toEqual([200, 200])
      } finally {
        process.kill(sleeper.pid, 'SIGCONT')
      }
      await Promise.all(held.map(({ go }) => go()))
      const late = await Promise.all(held.map(({ answer }) => answer))
      expect(late.map((answer) => [answer.status, codeOf(answer)])).toEqual([
        [503, 'BUSY'],
        [503, 'BUSY'],
      ])
      await sleeper.dispose()
      for (const target of targets) expect(at(await read(target), 'kicker')).toBe('two')
    },
  )
})
