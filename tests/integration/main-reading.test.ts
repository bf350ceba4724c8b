import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refreshVersions } from '../../main/server/read/read-versions.ts'
import { pageCount, pagination, rangeLabel } from '../../shared/document/range-label.ts'
import { refId, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import {
  idOf,
  openSignedIn,
  openTestAccount,
  openTestSite,
  type TestAccount,
  type TestSite,
} from './main-site.ts'

let site: TestSite
let account: TestAccount
let proxy: TestSite['proxy']
let other: TestSite['other']

beforeAll(async () => {
  site = await openTestSite()
  ;({ proxy, other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  proxy.clearRules()
  proxy.seen.length = 0
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

const post = (id: unknown): DocRef => ({ kind: 'collection', slug: 'posts', id: String(id) })
const names = () => account.events.map((event) => event.name)

async function newPost(title: string, status: 'draft' | 'published'): Promise<string> {
  const [author] = (await other.ask('GET', '/authors?limit=1&depth=0')).docs
  const { doc } = await other.ask(
    'POST',
    `/posts?${status === 'draft' ? 'draft=true&' : ''}locale=en&depth=0`,
    {
      title,
      standfirst: 'Two sentences.',
      authors: [author?.['id'] ?? null],
      _status: status,
    },
  )
  return idOf(doc)
}

const listQuery = (parts: Partial<ListQuery>): ListQuery => ({
  slug: 'posts',
  page: 1,
  limit: 10,
  sort: '-updatedAt',
  search: '',
  where: null,
  locale: 'en',
  ...parts,
})

test('a list that is only counted brings no document to this computer (U43 count)', async () => {
  const bring = account.backgroundFetch
  const counted = listQuery({ limit: 1, isCount: true })
  expect(await refreshList(account.site, counted, bring.add)).toEqual({ outcome: 'updated' })
  await bring.idle()
  const { coverage } = await account.site.store.list(counted)
  expect(coverage.here).toBe(0)
  expect(coverage.total).toBeGreaterThan(0)
  await refreshList(account.site, listQuery({ limit: 1 }), bring.add)
  await bring.idle()
  expect((await account.site.store.list(counted)).coverage.here).toBe(1)
})

describe('the schema', () => {
  test('is kept with its ETag, and asked for again without a body', async () => {
    expect(account.schema()?.collections.map(({ slug }) => slug)).toContain('posts')
    expect(names()).toContain('schema.changed')
    proxy.seen.length = 0
    expect(await account.refreshSchema()).toEqual({ outcome: 'unchanged' })
    expect(proxy.seen[0]?.headers['if-none-match']).toBeDefined()
  })

  test('M.03 (part) U7 (last contact) and the permissions, and when the server last answered, are there at the next start without network', async () => {
    const { file } = account
    await account.close()
    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    const again = await openTestAccount({
      url: proxy.url,
      token: 'a.b.c',
      userId: account.account.userId,
      file,
    })
    expect(again.schema()?.siteName).toBe('Nordlys Travel')
    expect(again.session()?.visible.collections).toContain('posts')
    expect(again.connection.state()).toMatchObject({ status: 'checking', lastContact: expect.any(String) })
    await again.dispose()
  })
})

describe('a document', () => {
  test('M.03 (part) is read whole, in all locales, and opened from this computer afterwards', async () => {
    const id = await newPost('Two languages', 'draft')
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=de`, {
      title: 'Zwei Sprachen',
      _status: 'draft',
    })
    expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'updated' })
    expect(names()).toContain('documents.changed')
    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    const view = await account.site.store.getDocument(post(id))
    expect(view?.base.data['title']).toEqual({ en: 'Two languages', de: 'Zwei Sprachen' })
    expect(view?.base).toMatchObject({ status: 'draft', hasPublished: false })
    expect(view?.state).toEqual({ kind: 'saved' })
  })

  test('says whether a published version stands beside the draft', async () => {
    const id = await newPost('Published first', 'published')
    await refreshDocument(account.site, post(id))
    expect((await account.site.store.getDocument(post(id)))?.base).toMatchObject({
      status: 'published',
      hasPublished: true,
    })
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, {
      title: 'Draft over it',
      _status: 'draft',
    })
    expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'updated' })
    expect((await account.site.store.getDocument(post(id)))?.base).toMatchObject({
      status: 'draft',
      hasPublished: true,
    })
    expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'unchanged' })
  })

  test('that was deleted on the server is gone', async () => {
    const id = await newPost('Soon gone', 'draft')
    await refreshDocument(account.site, post(id))
    await other.ask('DELETE', `/posts/${id}`)
    expect(await refreshDocument(account.site, post(id))).toMatchObject({ outcome: 'gone' })
    expect(await account.site.store.getDocument(post(id))).toBeNull()
  })

  test('SY11 stays as it is when a portal, an outage or half an answer comes instead', async () => {
    const id = await newPost('Still here', 'draft')
    await refreshDocument(account.site, post(id))
    for (const fault of [{ kind: 'portal' }, { kind: 'drop-before' }, { kind: 'truncate' }] as const) {
      const remove = proxy.addRule({ match: () => true, fault })
      expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'offline' })
      expect(account.connection.state().status).toBe('offline')
      remove()
    }
    const remove = proxy.addRule({
      match: ({ path }) => path.includes('/posts/'),
      fault: { kind: 'status', status: 500 },
    })
    await account.connection.check()
    expect(await refreshDocument(account.site, post(id))).toMatchObject({ outcome: 'failed' })
    remove()
    expect((await account.site.store.getDocument(post(id)))?.base.data['title']).toEqual({ en: 'Still here' })
  })

  test('SY9 is asked in vain when the session has ended, which is not "denied"', async () => {
    const id = await newPost('Behind the login', 'draft')
    await other.ask('GET', `/posts/${id}`)
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    expect(await refreshDocument(account.site, post(id))).toEqual({ outcome: 'signed-out' })
    expect(account.connection.state().status).toBe('signed-out')
  })

  test('a global is read like a document', async () => {
    const ref: DocRef = { kind: 'global', slug: 'header' }
    expect(await refreshDocument(account.site, ref)).toEqual({ outcome: 'updated' })
    expect((await account.site.store.getDocument(ref))?.base.updatedAt).not.toBeNull()
  })

  test('that was begun on this computer is not asked for', async () => {
    const ref = await account.site.store.createDocument({ slug: 'posts', id: 'tmp_x', data: {} })
    proxy.seen.length = 0
    expect(await refreshDocument(account.site, ref)).toEqual({ outcome: 'unchanged' })
    expect(proxy.seen).toEqual([])
  })
})

describe('a list', () => {
  test.each(['en', 'de'])(
    'is in the order of the server in %s, with the values of all locales',
    async (locale) => {
      const query = listQuery({ sort: 'title', locale, limit: 5 })
      expect(await refreshList(account.site, query, account.backgroundFetch.add)).toEqual({
        outcome: 'updated',
      })
      const page = await account.site.store.list(query)
      const expected = await other.ask('GET', `/posts?draft=true&depth=0&limit=5&sort=title&locale=${locale}`)
      expect(page.source).toBe('server')
      expect(page.rows.map((row) => row.ref)).toEqual(expected.docs.map(({ id }) => post(id)))
      expect(page.totalDocs).toBe(expected['totalDocs'])
      expect(page.rows.some((row) => JSON.stringify(row.data['title']).includes('"de"'))).toBe(true)
    },
  )

  test('is searched by the server in its searchable fields', async () => {
    await newPost('The cartographer of Ushuaia', 'draft')
    const query = listQuery({ search: 'cartographer' })
    await refreshList(account.site, query, account.backgroundFetch.add)
    const page = await account.site.store.list(query)
    expect(page.rows.map((row) => row.data['title'])).toEqual([{ en: 'The cartographer of Ushuaia' }])
  })

  test('tells drafts, published documents and published ones with a newer draft apart', async () => {
    await newPost('Kinds: draft', 'draft')
    await newPost('Kinds: published', 'published')
    const id = await newPost('Kinds: changed', 'published')
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'New', _status: 'draft' })
    const query = listQuery({ search: 'Kinds:', sort: 'title' })
    await refreshList(account.site, query, account.backgroundFetch.add)
    const page = await account.site.store.list(query)
    expect(page.rows.map((row) => row.status)).toEqual(['changed', 'draft', 'published'])
  })

  test('M.03 (part) brings its whole documents to this computer in the background, and only those that moved again', async () => {
    const query = listQuery({ limit: 50 })
    await refreshList(account.site, query, account.backgroundFetch.add)
    await account.backgroundFetch.idle()
    const page = await account.site.store.list(query)
    expect(page.rows.every((row) => row.complete)).toBe(true)
    expect(page.coverage.here).toBe(page.totalDocs)
    const newest = page.rows[0]
    await other.ask('PATCH', `/posts/${newest ? refId(newest.ref) : ''}?draft=true&locale=en`, {
      kicker: 'Moved',
      _status: 'draft',
    })
    proxy.seen.length = 0
    await refreshList(account.site, query, account.backgroundFetch.add)
    await account.backgroundFetch.idle()
    const whole = proxy.seen.filter(
      ({ path }) => path.includes('pagination=false') && !path.includes('select'),
    )
    expect(whole).toHaveLength(1)
    expect(whole[0]?.path.match(/\[in\]|%5Bin%5D/g)).toHaveLength(1)
  })

  test('asks only for short fields', async () => {
    await refreshList(account.site, listQuery({}), () => undefined)
    const { path } = proxy.seen.findLast((request) => request.path.startsWith('/api/posts')) ?? { path: '' }
    const list = proxy.seen.map((request) => decodeURIComponent(request.path)).join('\n')
    expect(path).not.toBe('')
    expect(list).toContain('select[title]=true')
    expect(list).not.toContain('select[layout]')
    expect(list).not.toContain('select[body]')
  })

  test('SY11 offline keeps the page of the last time', async () => {
    const query = listQuery({})
    await refreshList(account.site, query, () => undefined)
    proxy.addRule({ match: () => true, fault: { kind: 'portal' } })
    expect(await refreshList(account.site, query, () => undefined)).toEqual({ outcome: 'offline' })
    expect((await account.site.store.list(query)).rows).not.toEqual([])
  })
})

test('S4.02 (part) S4.04 (part) versions come with the latest draft and the one that is published now', async () => {
  const id = await newPost('Versions', 'published')
  await other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { kicker: 'One', _status: 'draft' })
  const query = { ref: post(id), page: 1, limit: 10, sort: '-updatedAt' as const }
  await refreshDocument(account.site, post(id))
  expect(await refreshVersions(account.site, query)).toEqual({ outcome: 'updated' })
  const page = await account.site.store.listVersions(query)
  expect(page.rows.map((row) => row.status)).toEqual(['draft', 'published'])
  expect(page.latestDraft?.id).toBe(page.rows[0]?.id)
  expect(page.currentlyPublished?.id).toBe(page.rows[1]?.id)

  await other.ask('PATCH', `/posts/${id}?locale=en`, { _status: 'draft' })
  await refreshVersions(account.site, query)
  expect((await account.site.store.listVersions(query)).currentlyPublished).toBeNull()
})

test('SY11 the connection goes offline with the reason and comes back by itself', async () => {
  expect(account.connection.state()).toMatchObject({ status: 'online', problem: null })
  const remove = proxy.addRule({ match: () => true, fault: { kind: 'portal' } })
  expect(await account.connection.check()).toMatchObject({ status: 'offline', problem: { code: 'portal' } })
  remove()
  await expect.poll(() => account.connection.state().status).toBe('online')
  const reported = account.events
    .filter((event) => event.name === 'connection.changed')
    .map((event) => event.payload)
  expect(reported.map((state) => (state as { status: string }).status)).toEqual([
    'online',
    'offline',
    'online',
  ])
})

test('F88 the schema is in the language of the window, also where that changed while it was on its way', async () => {
  let language = 'en'
  const reader = await openSignedIn(site, undefined, { language: () => language })
  try {
    proxy.seen.length = 0
    const isConfig = ({ path }: { path: string }) => path.startsWith('/api/desktop/config')
    const meanwhile = async () => {
      language = 'de'
      await Promise.resolve()
    }
    proxy.addRule({ match: isConfig, fault: { kind: 'late', meanwhile }, times: 1 })
    await reader.refreshSchema()
    const asked = proxy.seen.filter(isConfig).map(({ headers }) => headers['accept-language'])
    expect(asked.at(-1)).toBe('de')
  } finally {
    await reader.dispose()
  }
})

test('S3.19 a page of a list says what the server’s paginated answer says, in all of its ten parts', async () => {
  const { store } = account.site
  const numbers: number[] = []
  for (const limit of [2, 100])
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await other.ask('GET', `/categories?limit=${limit}&page=${page}&depth=0&sort=id`)
      const { docs, ...said } = answer
      pages = Number(said['totalPages'])
      const query = { slug: 'categories', page, limit, sort: 'id', search: '', where: null, locale: 'en' }
      expect(await refreshList(account.site, query, () => undefined)).toEqual({ outcome: 'updated' })
      const shown = await store.list(query)
      expect(shown.rows.map(({ ref }) => refId(ref))).toEqual(docs.map(idOf))
      const { totalDocs } = shown
      const ways = pagination({ page, limit, totalDocs })
      expect({
        totalDocs,
        limit,
        page,
        totalPages: pageCount({ limit, totalDocs }),
        hasNextPage: (ways?.next ?? null) !== null,
        hasPrevPage: (ways?.previous ?? null) !== null,
        nextPage: ways?.next ?? null,
        prevPage: ways?.previous ?? null,
        pagingCounter: rangeLabel({ page, limit, totalDocs })?.from,
      }).toEqual(said)
      numbers.push(page)
    }
  // Several short pages, and one with all.
  expect(numbers.length).toBeGreaterThan(3)
  expect(numbers.at(-1)).toBe(1)
})
