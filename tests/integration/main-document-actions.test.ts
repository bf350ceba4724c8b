import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editManyAs } from '../../main/ipc/document-calls.ts'
import { refreshDocument, readPublished } from '../../main/server/read/read-documents.ts'
import { listSchedules } from '../../main/server/read/list-schedules.ts'
import { schedule } from '../../main/server/at-once/schedule.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import {
  emptyTrash,
  emptyWholeTrash,
  listTrash,
  readTrashed,
  restoreFromTrash,
} from '../../main/server/at-once/trash.ts'
import type { CallInput } from '../../shared/ipc.ts'
import {
  commitOn,
  idOf,
  openSignedIn,
  openTestSite,
  post,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { wholeOutbox } from '../support/whole-outbox.ts'
import { ADMIN } from './support/cms.ts'

let site: TestSite
let account: TestAccount
let other: TestSite['other']

beforeAll(async () => {
  site = await openTestSite()
  ;({ other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

/** Creates a published post with a title in two locales, fetched here. */
async function publishedPost(title: string): Promise<string> {
  const body = { title, standfirst: 'Two sentences.', authors: [site.author], _status: 'published' }
  const { doc } = await other.ask('POST', '/posts?locale=en&depth=0', body)
  const id = idOf(doc)
  await other.ask('PATCH', `/posts/${id}?locale=de&depth=0`, {
    title: `${title} (de)`,
    standfirst: 'Zwei Sätze.',
    _status: 'published',
  })
  await refreshDocument(account.site, post(id))
  return id
}

const published = (id: string) => other.ask('GET', `/posts/${id}?depth=0&locale=all`)

describe('publishing one locale', () => {
  test('SY9 puts that locale on the site and leaves the other one as it is published, with its draft', async () => {
    const id = await publishedPost('Ferry')
    await commitOn(account, post(id), 'draft', [set('title', 'Ferry (de)', 'Fähre', 'de')], 'de')
    const key = await commitOn(
      account,
      post(id),
      'publish-locale',
      [set('title', 'Ferry', 'Night ferry', 'en')],
      'en',
    )
    for (const head of await account.site.store.outboxHeads({ after: 0, limit: 5 }))
      await account.sender.send(head.key)
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })

    expect(await published(id)).toMatchObject({ title: { en: 'Night ferry', de: 'Ferry (de)' } })
    const here = await account.site.store.getDocument(post(id))
    expect(here?.base.data['title']).toEqual({ en: 'Night ferry', de: 'Fähre' })
    expect(here?.base).toMatchObject({ status: 'draft', hasPublished: true })
    expect(here?.state).toEqual({ kind: 'saved' })
    await refreshDocument(account.site, post(id))
    const again = await account.site.store.getDocument(post(id))
    expect(again?.base.data['title']).toEqual({ en: 'Night ferry', de: 'Fähre' })
    expect(again?.base).toMatchObject({ status: 'draft', hasPublished: true })
  })
})

describe('what only the server can do', () => {
  test('M.08 (part scheduling) a publish is planned, listed and cancelled; without the server it says so', async () => {
    const id = await publishedPost('Plan')
    const ref = post(id)
    expect(await schedule(account.site, { what: 'list', ref })).toEqual({ outcome: 'done', plans: [] })
    const planned = await schedule(account.site, {
      what: 'plan',
      ref,
      type: 'unpublish',
      at: '2031-05-01T08:00:00.000Z',
      locale: null,
      timeZone: 'Europe/Oslo',
    })
    expect(planned).toMatchObject({
      outcome: 'done',
      plans: [
        {
          type: 'unpublish',
          locale: null,
          timeZone: 'Europe/Oslo',
          at: expect.stringMatching(/^2031-05-01/),
        },
      ],
    })
    const planId = planned.outcome === 'done' ? (planned.plans[0]?.id ?? '') : ''
    expect(await schedule(account.site, { what: 'cancel', ref, id: planId })).toEqual({
      outcome: 'done',
      plans: [],
    })
    expect(await schedule(account.site, { what: 'cancel', ref, id: planId })).toMatchObject({
      outcome: 'refused',
      message: 'There is no such plan for this document.',
    })
    site.proxy.addRule({ match: ({ method }) => method === 'POST', fault: { kind: 'drop-after' }, times: 1 })
    const lost = { what: 'plan', ref, type: 'unpublish', locale: null, timeZone: null } as const
    expect(await schedule(account.site, { ...lost, at: '2031-06-01T08:00:00.000Z' })).toEqual({
      outcome: 'unknown',
      message: '',
    })
    // The schedule exists all the same.
    expect(await schedule(account.site, { what: 'list', ref })).toMatchObject({ plans: [{ timeZone: null }] })
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await schedule(account.site, { what: 'list', ref })).toEqual({ outcome: 'offline' })
  })

  test('U29 the schedules of a page of a list come with one question, and are kept for when there is no connection', async () => {
    const planned = await publishedPost('Planned')
    const unplanned = await publishedPost('Unplanned')
    const at = '2031-05-01T08:00:00.000Z'
    const plan = { what: 'plan', type: 'publish', locale: null, timeZone: null } as const
    await schedule(account.site, { ...plan, ref: post(planned), at })
    const before = site.proxy.seen.length
    const page = { slug: 'posts', ids: [planned, unplanned] }
    const told = await listSchedules(account.site, page, true)
    expect(told).toMatchObject([{ id: planned, plans: [{ type: 'publish', at }] }])
    expect(site.proxy.seen.length - before).toBe(1)
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await listSchedules(account.site, page, true)).toEqual(told)
    expect(await listSchedules(account.site, page, false)).toEqual(told)
    site.proxy.clearRules()
    // A cancelled schedule is not stored.
    const id = told[0]?.plans[0]?.id ?? ''
    await schedule(account.site, { what: 'cancel', ref: post(planned), id })
    expect(await listSchedules(account.site, page, false)).toEqual([])
    expect(await listSchedules(account.site, page, true)).toEqual([])
    // One made in the document is stored.
    await schedule(account.site, { ...plan, ref: post(unplanned), at })
    expect(await listSchedules(account.site, page, false)).toMatchObject([{ id: unplanned, plans: [{ at }] }])
  })

  test('the published document is read in all locales beside a newer draft; one that is not published is refused', async () => {
    const id = await publishedPost('Shown')
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en&depth=0`, {
      title: 'Hidden',
      _status: 'draft',
    })
    expect(await readPublished(account.site, post(id))).toMatchObject({
      outcome: 'done',
      data: { title: { en: 'Shown', de: 'Shown (de)' } },
    })
    const body = { title: 'Never', standfirst: 'Two.', authors: [site.author] }
    const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', body)
    expect(await readPublished(account.site, post(idOf(doc)))).toMatchObject({ outcome: 'refused' })
  })
})

describe('the trash', () => {
  test('has what was deleted here; it is put back as a draft or as it was published, or deleted for good', async () => {
    const admin = await openSignedIn(site, ADMIN)
    try {
      const ids = [await publishedPost('First'), await publishedPost('Second'), await publishedPost('Third')]
      for (const id of ids) {
        await refreshDocument(admin.site, post(id))
        const key = await commitOn(admin, post(id), 'delete', [])
        expect(await admin.sender.send(key)).toMatchObject({ type: 'sent' })
      }
      const [first = '', second = '', third = ''] = ids
      // The columns of the list; long ones only if chosen.
      const query: ListQuery = {
        slug: 'posts',
        page: 1,
        limit: 50,
        sort: '-deletedAt',
        search: '',
        where: null,
        locale: 'en',
      }
      const listed = async (columns: string[]) => {
        const page = await listTrash(admin.site, { ...query, columns })
        return page.outcome === 'done' ? page.rows.map(({ data }) => 'layout' in data) : page
      }
      const trash = async (parts: Partial<ListQuery> = {}) => {
        const page = await listTrash(admin.site, { ...query, ...parts })
        return page.outcome === 'done' ? page.rows.map(({ ref, data }) => [ref, data['title']]) : page
      }
      const row = (id: string, title: string) => [post(id), { en: title, de: `${title} (de)` }]
      expect(await trash()).toEqual([row(third, 'Third'), row(second, 'Second'), row(first, 'First')])

      expect([await listed([]), await listed(['layout'])]).toEqual([
        [false, false, false],
        [true, true, true],
      ])

      // The trash is searched, filtered, sorted and paged like the list, in the current locale.
      const [one, two, three] = [row(first, 'First'), row(second, 'Second'), row(third, 'Third')]
      expect(await trash({ sort: 'title' })).toEqual([one, two, three])
      expect(await trash({ sort: 'title', limit: 2, page: 2 })).toEqual([three])
      expect(await trash({ search: 'Second' })).toEqual([two])
      expect(await trash({ search: '(de)', locale: 'de', sort: '-title' })).toEqual([three, two, one])
      expect(await trash({ search: '(de)' })).toEqual([])
      // A list of values and a search together reach the server's query depth.
      const where = {
        or: [{ and: [{ slug: { in: ['first', 'third'] } }] }, { and: [{ id: { in: [first, third] } }] }],
      }
      expect(await trash({ where })).toEqual([three, one])
      expect(await trash({ where, search: 'r' })).toEqual([three, one])

      // Each document can be read, as in the trash and as it was here.
      const inTrash = await readTrashed(admin.site, { ref: post(third) })
      expect(inTrash).toMatchObject({ outcome: 'done', data: { title: { en: 'Third', de: 'Third (de)' } } })
      const [last] = await admin.site.store.deletedVersions({ ref: post(third) })
      const kept = await admin.site.store.versionContent({
        ref: post(third),
        versionId: last?.id ?? '',
        deleted: true,
      })
      expect(kept?.data['title']).toEqual({ en: 'Third', de: 'Third (de)' })

      const restored = { outcome: 'done', refused: [] }
      expect(await restoreFromTrash(admin.site, { slug: 'posts', ids: [first], publish: false })).toEqual({
        ...restored,
        done: [first],
      })
      expect(await readTrashed(admin.site, { ref: post(first) })).toEqual({ outcome: 'restored' })
      expect(await readTrashed(admin.site, { ref: post('99999') })).toEqual({ outcome: 'gone' })
      expect(await restoreFromTrash(admin.site, { slug: 'posts', ids: [second], publish: true })).toEqual({
        ...restored,
        done: [second],
      })
      // Deleted for good, and again: a missing document counts as done.
      expect(await emptyTrash(admin.site, { slug: 'posts', ids: [third] })).toEqual({
        ...restored,
        done: [third],
      })
      expect(await emptyTrash(admin.site, { slug: 'posts', ids: [third] })).toEqual({
        ...restored,
        done: [third],
      })

      // Another user has restored these before: the published one stays on the site.
      expect(await emptyTrash(admin.site, { slug: 'posts', ids: [first, second] })).toEqual({
        outcome: 'done',
        done: [],
        refused: [first, second].map((id) => ({ id, why: 'restored', message: '' })),
      })
      expect(await restoreFromTrash(admin.site, { slug: 'posts', ids: [second], publish: false })).toEqual({
        outcome: 'done',
        done: [],
        refused: [{ id: second, why: 'restored', message: '' }],
      })

      expect(await trash()).toEqual([])
      expect(await other.ask('GET', `/posts/${first}?draft=true&depth=0`)).toMatchObject({ _status: 'draft' })
      expect(await published(second)).toMatchObject({ _status: 'published', title: { en: 'Second' } })
      await expect(other.ask('GET', `/posts/${third}?trash=true&depth=0`)).rejects.toThrow('404')
    } finally {
      await admin.dispose()
    }
  })

  test('what was just moved there is taken back with the status that it had, and is here again', async () => {
    const admin = await openSignedIn(site, ADMIN)
    try {
      const live = await publishedPost('Live')
      const body = { title: 'Draft', standfirst: 'Two.', authors: [site.author] }
      const draft = idOf((await other.ask('POST', '/posts?draft=true&locale=en&depth=0', body)).doc)
      for (const id of [live, draft]) {
        await refreshDocument(admin.site, post(id))
        await admin.sender.send(await commitOn(admin, post(id), 'delete', []))
        expect(await admin.site.store.getDocument(post(id))).toBeNull()
      }
      expect(
        await restoreFromTrash(admin.site, { slug: 'posts', ids: [live, draft], publish: null }),
      ).toEqual({ outcome: 'done', done: [live, draft], refused: [] })
      expect(await published(live)).toMatchObject({ _status: 'published', title: { en: 'Live' } })
      expect(await other.ask('GET', `/posts/${draft}?draft=true&depth=0`)).toMatchObject({ _status: 'draft' })
      const here = async (id: string) => (await admin.site.store.getDocument(post(id)))?.base.status
      expect([await here(live), await here(draft)]).toEqual(['published', 'draft'])
    } finally {
      await admin.dispose()
    }
  })
})

test('emptying the trash deletes what was in it when it was counted, and nothing else', async () => {
  const admin = await openSignedIn(site, ADMIN)
  try {
    const living = await publishedPost('Living')
    const trashed = async (title: string): Promise<string> => {
      const id = await publishedPost(title)
      await other.ask('PATCH', `/posts/${id}?depth=0`, { deletedAt: new Date().toISOString() })
      return id
    }
    const counted = [await trashed('Counted'), await trashed('Counted too')]
    const page = await listTrash(admin.site, {
      slug: 'posts',
      page: 1,
      limit: 1,
      sort: '-deletedAt',
      search: '',
      where: null,
      locale: null,
      columns: [],
    })
    if (page.outcome !== 'done') throw new Error(page.outcome)
    expect(page.totalDocs).toBe(2)
    const until = page.rows[0]?.data['deletedAt']
    if (typeof until !== 'string') throw new Error('nothing tells when it was deleted')
    // One is deleted after the question, later than the last counted one.
    const later = await publishedPost('Later')
    const after = new Date(Date.parse(until) + 1000).toISOString()
    await other.ask('PATCH', `/posts/${later}?depth=0`, { deletedAt: after })

    // More documents than counted, as with a wrong clock, were never agreed to.
    expect(await emptyWholeTrash(admin.site, { slug: 'posts', until: after, count: 2 })).toMatchObject({
      outcome: 'refused',
    })
    const answer = await emptyWholeTrash(admin.site, { slug: 'posts', until, count: 2 })
    expect(answer).toEqual({ outcome: 'done', done: expect.arrayContaining(counted), refused: [] })
    const left = await other.ask('GET', '/posts?trash=true&depth=0&limit=0&where[deletedAt][exists]=true')
    expect(left['docs']).toEqual([expect.objectContaining({ id: Number(later) })])
    expect(await published(living)).toMatchObject({ title: { en: 'Living' } })
    await other.ask('DELETE', `/posts/${later}?trash=true&depth=0`)
    // A collection without a trash has nothing to delete for good.
    expect(await emptyWholeTrash(admin.site, { slug: 'authors', until: after, count: 1 })).toEqual({
      outcome: 'refused',
      message: '',
    })
  } finally {
    await admin.dispose()
  }
})

describe('many documents at once', () => {
  const many = (input: Partial<CallInput<'documents.editMany'>>) =>
    editManyAs(account, { slug: 'posts', ids: [], mode: 'draft', locale: 'en', values: [], ...input })
  const drain = async () => {
    for (;;) {
      const heads = await account.site.store.outboxHeads({ after: 0, limit: 50 })
      if (heads.length === 0) return
      for (const { key } of heads) await account.sender.send(key)
    }
  }

  test('the same edit is queued for each document and arrives; what cannot take it is left out with its reason', async () => {
    const [one, two, typed] = [
      await publishedPost('One'),
      await publishedPost('Two'),
      await publishedPost('Typed'),
    ]
    await account.site.store.putDraft({ ref: post(typed), changes: [set('title', 'Typed', 'Typing')] })
    const values = [
      { path: 'season', locale: 'en', value: 'winter' },
      { path: 'kicker', locale: 'de', value: 'Bahn' },
    ]
    const result = await many({ ids: [one, two, typed, '99999'], mode: 'publish', values })
    expect(result).toMatchObject({
      queued: [one, two],
      leftOut: [
        { id: typed, why: 'unsaved' },
        { id: '99999', why: 'not-here' },
      ],
    })
    await drain()
    for (const id of [one, two])
      expect(await published(id)).toMatchObject({
        season: 'winter',
        kicker: { de: 'Bahn' },
        _status: 'published',
      })
    expect(await published(typed)).toMatchObject({ title: { en: 'Typed' } })
    // Values that are equal already are not sent.
    expect(await many({ ids: [one], mode: 'publish', values })).toMatchObject({
      queued: [],
      leftOut: [{ id: one, why: 'nothing' }],
    })
  })

  test('S5.27 (part many) nothing is queued for documents or fields that this user may not change', async () => {
    const id = await publishedPost('Kept')
    // Only administrators delete posts and see the internal notes.
    const denied = { queued: [], keys: [], leftOut: [{ id, why: 'denied' }] }
    expect(await many({ ids: [id], mode: 'delete' })).toEqual(denied)
    const values = [{ path: 'internalNotes', locale: null, value: 'x' }]
    expect(await many({ ids: [id], values })).toEqual(denied)
    const where = { title: { equals: 'Another' } }
    const input = { slug: 'posts', ids: [id], mode: 'unpublish' as const, locale: 'en', values: [] }
    expect(await account.site.store.editMany({ ...input, where, mayCreate: true })).toEqual(denied)
    expect(await wholeOutbox(account.site.store.outboxPage)).toEqual([])
  })

  test('many are published, and taken back', async () => {
    const id = await publishedPost('Both')
    expect((await many({ ids: [id], mode: 'publish' })).leftOut).toEqual([{ id, why: 'nothing' }])
    expect((await many({ ids: [id], mode: 'unpublish' })).queued).toEqual([id])
    await drain()
    expect(await other.ask('GET', `/posts/${id}?depth=0&draft=false`)).toMatchObject({ _status: 'draft' })
  })

  test('the documents here that point at one are known', async () => {
    const id = await publishedPost('Target')
    const pointing = await publishedPost('Pointing')
    expect(await account.site.store.referrers(post(id))).toEqual([])
    await other.ask('PATCH', `/posts/${pointing}?draft=true&depth=0`, { related: [Number(id)] })
    await refreshDocument(account.site, post(pointing))
    expect(await account.site.store.referrers(post(id))).toEqual([post(pointing)])
  })
})
