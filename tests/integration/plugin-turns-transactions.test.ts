import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, DEMO_PASSWORD, EDITOR, newDataDir, ok, startCms, statuses } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'
import { turnPosts, turnSite as script } from './support/turn-posts.ts'
import type { TurnPosts } from './support/turn-posts.ts'

const env = { TURN_SITE: JSON.stringify({ transactions: true }) }

describe('two processes of a site on one SQLite database with transactions', () => {
  let dataDir: string
  let one: Cms
  let two: Cms
  let posts: TurnPosts

  beforeAll(async () => {
    dataDir = await newDataDir()
    const start = (): Promise<Cms> => startCms({ script, dataDir, env, deadAfterSeconds: 3 })
    one = await start()
    two = await start()
    posts = await turnPosts(one)
  })
  afterAll(async () => {
    await Promise.all([one.dispose(), two.dispose()])
    await rm(dataDir, { recursive: true, force: true })
  })

  const ask = (cms: Cms, method: string, target: string, body: unknown, headers = {}): Promise<CmsAnswer> =>
    cms.request(method, target, { token: posts.token, body, headers })
  const patch = (cms: Cms, target: string, base: string | null, body: unknown): Promise<CmsAnswer> =>
    posts.write(cms, 'PATCH', target, base, body)

  it('SY3 of two writes on one base at the same time exactly one is done, in one process and in two', async () => {
    for (let pair = 0; pair < 20; pair += 1) {
      const post = await posts.newPost()
      const other = pair % 2 === 0 ? one : two
      const answers = await Promise.all([
        patch(one, post.path, post.base, { kicker: `one ${pair}` }),
        patch(other, post.path, post.base, { kicker: `two ${pair}` }),
      ])
      expect(statuses(answers)).toEqual([200, 409])
      expect(answers.map(codeOf)).toContain('STALE')
      const done = answers.find(({ status }) => status === 200)
      expect(await posts.kickerOf(post)).toBe(at(done?.json, 'doc', 'kicker'))
    }
  })

  it('writes of different documents, creations and writes under keys wait for each other', async () => {
    const several = [
      await posts.newPost(),
      await posts.newPost(),
      await posts.newPost(),
      await posts.newPost(),
    ]
    const answers = await Promise.all([
      ...several.map((post, index) =>
        ask(
          index % 2 === 0 ? one : two,
          'PATCH',
          post.path,
          { kicker: 'a' },
          { 'idempotency-key': `k-${index}` },
        ),
      ),
      ...[one, two].map((cms, index) =>
        ask(cms, 'POST', '/categories', { title: `C ${index}` }, { 'idempotency-key': `c-${index}` }),
      ),
      ask(two, 'POST', '/globals/footer?depth=0', { imprint: 'a' }),
      ask(two, 'POST', `/local/${several[0]?.id}`, { standfirst: 'Local.' }),
    ])
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 200, 201, 201])
    await Promise.all([one.login(), two.login()])
  })

  it('a hook that writes the document it was called for, with the request, does not wait for itself', async () => {
    const post = await posts.newPost()
    ok(await patch(one, post.path, post.base, { kicker: 'nest' }))
    expect(await posts.kickerOf(post)).toBe('nested')
  })

  it('a hook that writes apart from the transaction fails as without the plugin, and nothing of it is there', async () => {
    const post = await posts.newPost()
    const answer = await patch(one, post.path, post.base, { kicker: 'nest apart' })
    expect([answer.status, codeOf(answer)]).toEqual([500, undefined])
    ok(await patch(two, post.path, post.base, { kicker: 'two' }))
  })

  it('so does one whose operation is a creation, a copy or a login, and keeps nobody waiting', async () => {
    const words = expect.stringContaining('a hook writes without the request')
    const said = (answer: CmsAnswer): unknown[] => [answer.status, at(answer.json, 'errors', 0, 'message')]
    const post = await posts.newPost()
    ok(await patch(one, post.path, post.base, { kicker: 'before' }))
    const body = { title: 'Apart', slug: 'nest-apart', standfirst: 'One.', kicker: 'nest apart' }
    const authors = at(await posts.read(post.path), 'authors')
    const made = ask(one, 'POST', '/posts?depth=0&draft=true', { ...body, authors })
    const other = ask(one, 'POST', '/categories', { title: 'Meanwhile' })
    expect(said(await made)).toEqual([500, words])
    expect((await other).status).toBe(201)
    const found = await posts.read('/posts?depth=0&draft=true&where[slug][equals]=nest-apart')
    expect(at(found, 'totalDocs')).toBe(0)
    const copy = await ask(one, 'POST', `/posts/${post.id}/duplicate?draft=true`, { kicker: 'nest apart' })
    expect(said(copy)).toEqual([500, words])
    const login = await one.request('POST', '/users/login', {
      body: { email: EDITOR, password: DEMO_PASSWORD },
      headers: { 'x-turn': 'nest apart' },
    })
    expect(said(login)).toEqual([500, words])
    ok(await patch(two, post.path, null, { kicker: 'after' }))
  })

  it('a write waits within limits for one that takes long, and is told when to try again', async () => {
    const post = await posts.newPost()
    const held = await posts.heldWrite(one, post.path, post.base, 'long')
    const answers = await Promise.all(
      [one, two].map((cms) => patch(cms, post.path, post.base, { kicker: 'a' })),
    )
    expect(
      answers.map((answer) => [answer.status, codeOf(answer), answer.headers.get('retry-after')]),
    ).toEqual([
      [503, 'BUSY', '2'],
      [503, 'BUSY', '2'],
    ])
    await held.go()
    ok(await held.answer)
    expect(await posts.kickerOf(post)).toBe('wait long')
  })

  it('a process that is killed in the middle of a write keeps nobody from writing', async () => {
    const post = await posts.newPost()
    const victim = await startCms({ script, dataDir, env, deadAfterSeconds: 3 })
    await posts.heldWrite(victim, post.path, post.base, 'killed')
    await victim.stop('SIGKILL')
    ok(await patch(two, post.path, post.base, { kicker: 'two' }))
    expect(await posts.kickerOf(post)).toBe('two')
  })
})
