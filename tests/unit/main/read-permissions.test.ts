import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiRequest } from '../../../main/server/http/api-client.ts'
import { refreshPermissions } from '../../../main/server/read/read-permissions.ts'
import type { SiteContext } from '../../../main/server/site-context.ts'
import { makeRef } from '../../../shared/cms/doc-ref.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { site as schema } from '../store/support/site.ts'

const answer = {
  edit: true,
  update: true,
  publish: false,
  unpublish: true,
  delete: false,
  create: true,
  byData: true,
  hiddenFields: [],
  fixedFields: ['slug'],
}

let requests: ApiRequest[]
let kept: unknown[]
let view: JsonObject
beforeEach(() => {
  requests = []
  kept = []
  view = {
    isNew: false,
    isGone: false,
    base: { data: { slug: 'a' }, updatedAt: 'r1' },
    entries: [],
    draft: null,
  }
})

type Answer = { status: number; json: Json }

function siteWith(
  permissions: boolean,
  answerTo: (request: ApiRequest) => Answer | Promise<Answer>,
): SiteContext {
  return {
    schema: () => ({ ...schema, capabilities: { ...schema.capabilities, permissions } }),
    closed: new AbortController().signal,
    store: {
      resolveId: async (ref: unknown) => ref,
      getDocument: async (ref: unknown) => ({ ...view, ref }),
      putPermissions: async (input: unknown) => void kept.push(input),
    },
    client: {
      request: async (request: ApiRequest) => {
        requests.push(request)
        return { kind: 'http', ...(await answerTo(request)) }
      },
    },
  } as unknown as SiteContext
}

const post = makeRef('collection', 'posts', '7')
const asked = () => requests.map(({ path, body }) => [path, body])

test('F59 (part) the companion is asked about one document, with what is typed in that locale, and its answer is kept', async () => {
  const site = siteWith(true, () => ({ status: 200, json: answer }))
  await refreshPermissions(site, { ref: post, locale: 'de' })
  view['draft'] = { changes: [{ kind: 'set', path: 'slug', locale: null, from: 'a', to: 'b' }], lost: {} }
  await refreshPermissions(site, { ref: post, locale: 'de' })
  await refreshPermissions(site, { ref: makeRef('global', 'header', ''), locale: null })
  expect(asked().slice(0, 2)).toEqual([
    ['/desktop/permissions?locale=de', { collectionSlug: 'posts', id: '7' }],
    ['/desktop/permissions?locale=de', { collectionSlug: 'posts', id: '7', sent: { slug: 'b' } }],
  ])
  expect(requests[2]).toMatchObject({ path: '/desktop/permissions', body: { globalSlug: 'header' } })
  expect(kept[0]).toEqual({ ref: post, revision: 'r1', locale: 'de', answer })
})

test.each([
  ['a refusal', 403, { errors: [] }],
  ['a document that is not there', 404, { errors: [] }],
  ['another answer', 200, { ...answer, edit: 'yes' }],
])('F59 (part) after %s the last answer stands', async (_, status, json) => {
  await refreshPermissions(
    siteWith(true, () => ({ status, json })),
    { ref: post, locale: null },
  )
  expect(requests).toHaveLength(1)
  expect(kept).toEqual([])
})

/** Asks twice about what is given; the answers come the other way round, the second question's first. */
async function askTwice(first: Answer, second: Answer, other = post): Promise<void> {
  const waiting: (() => void)[] = []
  const answers = [first, second]
  const site = siteWith(true, async () => {
    const given = answers[waiting.length] ?? first
    await new Promise<void>((resolve) => void waiting.push(resolve))
    return given
  })
  const one = refreshPermissions(site, { ref: post, locale: null })
  await vi.waitFor(() => expect(waiting).toHaveLength(1), { interval: 1 })
  const two = refreshPermissions(site, { ref: other, locale: null })
  await vi.waitFor(() => expect(waiting).toHaveLength(2), { interval: 1 })
  waiting[1]?.()
  await two
  waiting[0]?.()
  await one
}
const yes = { status: 200, json: answer }
const no = { status: 200, json: { ...answer, update: false } }

test('F59 (part) an answer that comes after that to a later question about the document is not kept', async () => {
  await askTwice(no, yes)
  expect(kept).toMatchObject([{ answer: { update: true } }])
})

test('F59 (part) an answer is kept although another question was asked since, of which nothing came or which was about another document', async () => {
  await askTwice(no, { status: 502, json: null })
  expect(kept).toMatchObject([{ answer: { update: false } }])
  await askTwice(no, yes, makeRef('collection', 'posts', '8'))
  expect(kept.slice(1)).toMatchObject([{ answer: { update: true } }, { answer: { update: false } }])
})

test('F59 (part) nobody asks about a document that the server does not have', async () => {
  const site = siteWith(true, () => ({ status: 200, json: answer }))
  view['isNew'] = true
  await refreshPermissions(site, { ref: post, locale: null })
  view = { ...view, isNew: false, isGone: true }
  await refreshPermissions(site, { ref: post, locale: null })
  expect(requests).toEqual([])
})

test('F59 (part) a server without it is asked as the web admin does: about the document, and about publishing it', async () => {
  const site = siteWith(false, ({ body }) => ({
    status: 200,
    json:
      body?.['_status'] === 'published'
        ? { read: true }
        : {
            read: true,
            update: { permission: true, where: {} },
            fields: {
              title: true,
              slug: { read: true },
              layout: { read: true, update: true, blocks: { hero: { fields: { size: true } } } },
            },
          },
  }))
  await refreshPermissions(site, { ref: post, locale: 'en' })
  expect(asked()).toEqual([
    ['/posts/access/7?locale=en', {}],
    ['/posts/access/7?locale=en', { _status: 'published' }],
  ])
  const [{ answer: said }] = kept as [{ answer: typeof answer }]
  expect(said).toMatchObject({ edit: true, update: true, publish: false, unpublish: true, delete: false })
  expect(said.hiddenFields).toEqual(expect.arrayContaining(['views', 'meta']))
  expect(said.fixedFields).toEqual(expect.arrayContaining(['views', 'slug', 'layout.hero.heading']))
  for (const path of ['title', 'layout', 'layout.hero.size']) expect(said.fixedFields).not.toContain(path)
  await refreshPermissions(site, { ref: makeRef('global', 'header', ''), locale: null })
  expect(requests[2]?.path).toBe('/globals/header/access')
})
