import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, codeOf, ok, startCms } from './support/cms.ts'
import type { Cms, CmsAnswer } from './support/cms.ts'
import { startPostgres } from './support/postgres.ts'
import type { Postgres } from './support/postgres.ts'
import { turnPosts, turnSite as script } from './support/turn-posts.ts'

/** Connections: Payload keeps one; an update takes two for a moment. */
const POOL = 4
let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.dispose())

const start = (settings: object): Promise<Cms> =>
  startCms({
    script,
    dataDir: postgres.dataDir,
    args: [`--db=${postgres.url}`],
    env: { TURN_SITE: JSON.stringify(settings) },
  })
const said = (answer: CmsAnswer): unknown[] => [
  answer.status,
  codeOf(answer),
  answer.headers.get('retry-after'),
]
const BUSY = [503, 'BUSY', '2']

describe.each(['repeatable read', 'serializable'])(
  'two processes of a site whose transactions are %s',
  (isolation) => {
    let one: Cms
    let two: Cms
    beforeAll(async () => {
      ;[one, two] = await Promise.all([start({ isolation }), start({ isolation })])
    })
    afterAll(() => Promise.all([one.dispose(), two.dispose()]))

    it('SY3 SY5 of two writes on one base at the same time one is done, and the other one learns of it in the end', async () => {
      const posts = await turnPosts(one)
      for (let pair = 0; pair < 20; pair += 1) {
        const post = await posts.newPost()
        const other = pair % 2 === 0 ? one : two
        const send = async (cms: Cms, kicker: string): Promise<CmsAnswer> => {
          for (;;) {
            const answer = await posts.write(cms, 'PATCH', post.path, post.base, { kicker })
            if (answer.status !== 503) return answer
            expect(said(answer)).toEqual(BUSY)
          }
        }
        const answers = await Promise.all([send(one, 'one'), send(other, 'two')])
        const done = answers.findIndex(({ status }) => status === 200)
        expect(answers.map(codeOf)).toEqual(done === 0 ? [undefined, 'STALE'] : ['STALE', undefined])
        expect(await posts.kickerOf(post)).toBe(['one', 'two'][done])
      }
    })

    it('SY16 what PostgreSQL refuses at the commit is not called saved', async () => {
      const posts = await turnPosts(one)
      const seen = new Set<unknown>()
      for (let pair = 0; pair < 5; pair += 1) {
        const both = [await posts.newPost(), await posts.newPost()]
        const names = both.map(({ id }) => `${isolation.replace(' ', '-')}-${id}`)
        const kickers = both.map((_post, index) => `read ${both[1 - index]?.id} ${names[index]}`)
        const answers = both.map(({ path }, index) =>
          posts.write(index === 0 ? one : two, 'PATCH', path, null, { kicker: kickers[index] }),
        )
        await Promise.all(names.map(posts.untilWaiting))
        await Promise.all(names.map(posts.letGo))
        for (const [index, answer] of (await Promise.all(answers)).entries()) {
          seen.add(answer.status)
          const isDone = answer.status === 200
          expect(said(answer)).toEqual(isDone ? [200, undefined, null] : BUSY)
          const now = at(await posts.read(both[index]?.path ?? ''), 'kicker')
          expect(now).toBe(isDone ? kickers[index] : null)
        }
      }
      // Serialized, the two writes of a pair cannot both succeed.
      expect(seen).toEqual(new Set(isolation === 'serializable' ? [200, 503] : [200]))
    })
  },
)

describe('a site with few connections to PostgreSQL', () => {
  it('a commit that is refused gives its connection back, also where the site does nothing about it', async () => {
    const cms = await start({ pool: POOL })
    const posts = await turnPosts(cms)
    for (let round = 0; round < POOL; round += 1) {
      const answer = ok(await cms.request('POST', '/commit-failed', { token: posts.token }))
      expect(answer.json).toEqual({ refused: true, open: false })
    }
    const post = await posts.newPost()
    ok(await posts.write(cms, 'PATCH', post.path, post.base, { kicker: 'after' }))
    await cms.dispose()
  })

  it('writers who wait for one document leave connections to the others', async () => {
    const cms = await start({ pool: POOL })
    const posts = await turnPosts(cms)
    const [post, other] = [await posts.newPost(), await posts.newPost()]
    const held = await posts.heldWrite(cms, post.path, post.base, 'pool')
    let answered = 0
    const waiters = Array.from({ length: POOL * 2 }, async (_none, index) => {
      const answer = await posts.write(cms, 'PATCH', post.path, null, { kicker: `waiter ${index}` })
      answered += 1
      return answer
    })
    for (let round = 0; round < 5; round += 1)
      ok(await posts.write(cms, 'PATCH', other.path, null, { kicker: `other ${round}` }))
    expect(answered).toBe(0)
    await held.go()
    for (const answer of [await held.answer, ...(await Promise.all(waiters))]) ok(answer)
    expect(await posts.kickerOf(post)).toMatch(/^waiter/)
    await cms.dispose()
  })
})
