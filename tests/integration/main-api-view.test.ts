import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askApi, nextApiPiece, stopApi } from '../../main/server/read/read-api.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { Json } from '../../shared/json.ts'
import { joinJson } from '../../shared/json-pieces.ts'
import { WITHHELD } from '../../shared/cms/api-view.ts'
import { ADMIN } from './support/cms.ts'
import { idOf, openSignedIn, openTestSite, type TestAccount, type TestSite } from './main-site.ts'

let site: TestSite
let account: TestAccount
let post: DocRef & { id: string }

beforeAll(async () => {
  site = await openTestSite()
  account = await openSignedIn(site, ADMIN)
  // A draft is visible only with a session.
  const { doc } = await site.other.ask('POST', '/posts?draft=true', {
    title: 'Only a draft',
    authors: [site.author],
  })
  post = { kind: 'collection', slug: 'posts', id: idOf(doc) }
})
afterAll(async () => {
  await account.dispose()
  await site.dispose()
})
beforeEach(() => {
  site.proxy.clearRules()
  site.proxy.seen.length = 0
})

const question = { depth: 2, draft: false, locale: 'en' }
const ask = (id: string, ref: DocRef, more: { authenticated?: boolean; question?: object } = {}) =>
  askApi(account.site, {
    id,
    ref,
    authenticated: more.authenticated ?? true,
    question: { ...question, ...more.question },
  })

async function taken(id: string): Promise<Json | undefined> {
  const joined = joinJson()
  for (;;) {
    const piece = await nextApiPiece(account.site, id)
    if (piece === null) return joined.value()
    joined.add(piece)
  }
}

/** Returns the server's requests for documents, without background requests. */
const seen = (start: string) => site.proxy.seen.filter(({ path }) => path.startsWith(start))

describe('looking at what the API answers', () => {
  it('S7.06 S6.04 (signed in) is one GET with the token, depth, draft and locale in that order, and the language of the window', async () => {
    expect(await ask('1', post, { question: { depth: 1, draft: true, locale: 'de' } })).toMatchObject({
      outcome: 'answered',
      status: 200,
      isJson: true,
    })
    expect(await taken('1')).toMatchObject({ title: 'Only a draft', authors: [{ id: site.author }] })
    const [request, ...others] = seen(`/api/posts/${post.id}`)
    expect(others).toEqual([])
    expect(request).toMatchObject({
      method: 'GET',
      path: `/api/posts/${post.id}?depth=1&draft=true&locale=de`,
    })
    expect(request?.headers).toMatchObject({
      'accept-language': 'en',
      authorization: expect.stringMatching(/^JWT /) as unknown,
    })
    const header: DocRef = { kind: 'global', slug: 'header' }
    expect(await ask('2', header)).toMatchObject({ outcome: 'answered', status: 200 })
    expect(await taken('2')).toMatchObject({ globalType: 'header' })
    expect(seen('/api/globals/header')[0]?.path).toBe('/api/globals/header?depth=2&draft=false&locale=en')
  })

  it('S6.04 (nobody) without the session sends neither cookie nor token, and gets what everybody gets', async () => {
    const answer = await ask('1', post, { authenticated: false })
    expect(answer).toMatchObject({ outcome: 'answered', status: 403, isJson: true })
    expect(JSON.stringify(await taken('1'))).toContain('errors')
    const [request] = seen(`/api/posts/${post.id}`)
    expect(request?.headers.authorization).toBeUndefined()
    expect(request?.headers.cookie).toBeUndefined()
    // The site's id is no secret, and does not identify the user.
    const own = Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-galley'))
    expect(own).toEqual(['x-galley-site'])
    expect(account.connection.state().status).toBe('online')
  })

  it('SY2 (API view) keeps what lets somebody in, also of users that relations lead to', async () => {
    const { docs } = await site.other.ask('GET', '/users?limit=1')
    const user = idOf(docs[0] ?? {})
    await site.other.ask('PATCH', `/users/${user}`, { enableAPIKey: true, apiKey: 'a-very-secret-key' })
    await ask('1', { kind: 'collection', slug: 'users', id: user })
    const shown = await taken('1')
    expect(JSON.stringify(shown)).not.toContain('a-very-secret-key')
    expect(shown).toMatchObject({ id: Number(user), sessions: WITHHELD })
  })

  it('tells an answer that is no JSON from none, and lets both be asked again', async () => {
    const match = ({ path }: { path: string }) => path.startsWith('/api/posts/')
    site.proxy.addRule({ match, fault: { kind: 'portal' }, times: 1 })
    expect(await ask('1', post)).toMatchObject({ outcome: 'answered', status: 200, isJson: false })
    expect(await nextApiPiece(account.site, '1')).toBeNull()
    site.proxy.addRule({ match, fault: { kind: 'drop-before' }, times: 1 })
    expect(await ask('2', post)).toEqual({ outcome: 'failed' })
    expect(await ask('3', post)).toMatchObject({ outcome: 'answered', status: 200 })
  })

  it('S2.58 (order) an older question ends with a newer one, and nothing more of its answer is given', async () => {
    const match = ({ path }: { path: string }) => path.includes('depth=0')
    site.proxy.addRule({ match, fault: { kind: 'hold' }, times: 1 })
    const older = ask('1', post, { question: { depth: 0, draft: true } })
    const newer = ask('2', post, { question: { draft: true } })
    expect(await older).toEqual({ outcome: 'superseded' })
    expect(await newer).toMatchObject({ outcome: 'answered', status: 200 })
    expect(await nextApiPiece(account.site, '1')).toBeNull()
    expect(await taken('2')).toMatchObject({ title: 'Only a draft' })
  })

  it('gives no more of an answer that nobody looks at', async () => {
    await ask('1', post, { question: { draft: true } })
    stopApi(account.site, '1')
    expect(await nextApiPiece(account.site, '1')).toBeNull()
  })
})
