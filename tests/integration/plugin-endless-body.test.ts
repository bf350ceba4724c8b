import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitUntil } from '../support/wait.ts'
import { at, newDataDir, ok, startCms } from './support/cms.ts'
import type { Cms } from './support/cms.ts'
import { turnPosts, turnSite as script } from './support/turn-posts.ts'
import type { TurnPosts } from './support/turn-posts.ts'

/* On SQLite with transactions there is one writer at a time: who holds a transaction open keeps everybody from writing. */

let dataDir: string
let cms: Cms
let posts: TurnPosts

beforeAll(async () => {
  const env = { TURN_SITE: JSON.stringify({ transactions: true }) }
  dataDir = await newDataDir()
  cms = await startCms({ script, dataDir, env, deadAfterSeconds: 3 })
  posts = await turnPosts(cms)
})
afterAll(async () => {
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

type Begun = { readonly sent: ClientRequest; readonly answer: Promise<IncomingMessage> }

/** A write under a key of whose body the end does not come. */
function begun(target: string, key: string, contentType: string | null, start: string): Begun {
  const sent = request(`${cms.url}/api${target}`, {
    method: 'POST',
    headers: {
      authorization: `JWT ${posts.token}`,
      'idempotency-key': key,
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
  })
  const answer = once(sent, 'response').then(([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no answer')
    return response
  })
  answer.catch(() => undefined)
  sent.write(start)
  return { sent, answer }
}

const stateOf = async (key: string): Promise<unknown> =>
  at((await cms.request('GET', `/desktop/writes/${key}`, { token: posts.token })).json, 'state')

const FORM = '--b\r\ncontent-disposition: form-data; name="_payload"\r\n\r\n{}'

it.each([
  ['text/plain', ' ', ' '],
  [null, ' ', ' '],
  ['Application/JSON', '{', '}'],
  ['application/json', '{', '}'],
  ['multipart/form-data; boundary=b', FORM, '\r\n--b--\r\n'],
])('SY4 a copy whose body does not end keeps nobody from writing: %s', async (contentType, start, end) => {
  const post = await posts.newPost()
  const other = await posts.newPost()
  const key = randomUUID()
  const { sent, answer } = begun(`/posts/${post.id}/duplicate?draft=true`, key, contentType, start)
  await waitUntil(async () => (await stateOf(key)) !== 'absent')
  for (let round = 0; round < 5; round += 1) {
    ok(await posts.write(cms, 'PATCH', other.path, null, { kicker: `round ${round}` }))
  }
  sent.end(end)
  const response = await answer
  const said: unknown = await json(response)
  expect([response.statusCode, response.headers['x-galley-applied']]).toEqual([200, 'key'])
  // And once.
  const again = begun(`/posts/${post.id}/duplicate?draft=true`, key, contentType, start)
  again.sent.end(end)
  const repeated = await again.answer
  expect([at(await json(repeated), 'doc', 'id'), repeated.headers['idempotency-replayed']]).toEqual([
    at(said, 'doc', 'id'),
    expect.any(String),
  ])
})
