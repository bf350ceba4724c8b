import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { editManyAs } from '../../main/ipc/document-calls.ts'
import { exportedDocuments } from '../../main/exports/exported-documents.ts'
import { emptyTrash, listTrash } from '../../main/server/at-once/trash.ts'
import { listGroups } from '../../main/server/read/list-groups.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { entityOf } from '../../main/server/site-context.ts'
import { makeRef, makeTempId } from '../../shared/cms/doc-ref.ts'
import { dataField } from '../../shared/cms/fields.ts'
import { firstLocale } from '../../shared/cms/locales.ts'
import { choiceOf } from '../../shared/fields/choices.ts'
import { listQuery, type ListQuery } from '../../shared/ipc.ts'
import { commitOn, idOf, openSignedIn, openSiteOf, set, type TestAccount } from './main-site.ts'

/* A site that narrows what its admin shows by base filters, as the multi-tenant plugin does (F94). */

let site: Awaited<ReturnType<typeof openSiteOf>>
let account: TestAccount

beforeAll(async () => {
  site = await openSiteOf('narrowed-site.ts')
})
afterAll(() => site.dispose())
beforeEach(async () => {
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

const OWN = ['Apples', 'Apricots', 'Bananas']

const query = (slug: string, more: Partial<ListQuery> = {}): ListQuery => ({
  slug,
  page: 1,
  limit: 10,
  sort: 'title',
  search: '',
  where: null,
  locale: null,
  ...more,
})
const titled = (rows: readonly { data: { [name: string]: unknown } }[]) =>
  rows.map(({ data }) => data['title'])

async function ask(asked: ListQuery): Promise<void> {
  const result = await refreshList(account.site, asked, account.backgroundFetch.add)
  expect(result).toEqual({ outcome: 'updated' })
  await account.backgroundFetch.idle()
}
async function seen(asked: ListQuery): Promise<{ titles: unknown[]; total: number; source: string }> {
  const { rows, totalDocs, source } = await account.site.store.list(asked)
  return { titles: titled(rows), total: totalDocs, source }
}
/** Has all documents of the collection on this computer, those outside of the filter as well. */
const keepAll = (slug: string) => ask(query(slug, { isWhole: true, sort: '-title' }))

test.each(['notes', 'memos'])(
  "narrows list, count and search of %s to the site's base filter (F94)",
  async (slug) => {
    await ask(query(slug))
    expect(await seen(query(slug))).toEqual({ titles: OWN, total: 3, source: 'server' })
    const searched = query(slug, { search: 'Ap' })
    await ask(searched)
    expect(await seen(searched)).toEqual({ titles: ['Apples', 'Apricots'], total: 2, source: 'server' })
    const { coverage } = await account.site.store.list(searched)
    expect(coverage).toEqual({ here: 3, total: 3 })
  },
)

test('narrows what is on this computer as the server does, by words, filter and title (F94)', async () => {
  await keepAll('notes')
  const here = { source: 'computer' }
  expect(await seen(query('notes'))).toEqual({ titles: OWN, total: 3, ...here })
  expect(await seen(query('notes', { search: 'Ap' }))).toMatchObject({
    titles: ['Apples', 'Apricots'],
    ...here,
  })
  const where = { or: [{ and: [{ title: { like: 'es' } }] }] }
  expect(await seen(query('notes', { where }))).toMatchObject({ titles: ['Apples'], ...here })
  const found = await account.site.store.findDocuments({
    words: 'ap',
    slugs: ['notes'],
    limit: 9,
    locale: null,
  })
  expect(new Set(titled(found))).toEqual(new Set(['Apples', 'Apricots']))
  const asked = { ...query('notes'), page: 1, limit: 1 }
  expect((await account.site.store.matching(asked)).here).toHaveLength(3)
})

test('counts groups, exports and lists the trash within the base filter (F94)', async () => {
  await keepAll('notes')
  const asked = query('notes')
  for (const from of ['computer', 'server'] as const) {
    const { groups } = await listGroups(account.site, { query: asked, path: 'team', from })
    expect([from, groups?.toSorted((a, b) => String(a.key).localeCompare(String(b.key)))]).toEqual([
      from,
      [
        { key: 'north', count: 2 },
        { key: 'west', count: 1 },
      ],
    ])
  }
  const { docs } = await site.other.ask('GET', '/notes?limit=0&sort=title&depth=0')
  for (const doc of docs.filter(({ title }) => title === 'Apples' || title === 'Ants'))
    await site.other.ask('PATCH', `/notes/${idOf(doc)}`, { deletedAt: new Date().toISOString() })
  const trash = await listTrash(account.site, { ...asked, page: 1, limit: 10 })
  expect(trash.outcome === 'done' && titled(trash.rows)).toEqual(['Apples'])

  const collection = entityOf(account.schema(), { kind: 'collection', slug: 'notes' })
  if (collection?.kind !== 'collection') throw new Error('no notes')
  const exported = async (from: 'list' | 'trash') => {
    const titles: unknown[] = []
    const input = {
      id: 'one',
      name: 'notes',
      format: 'json',
      columns: null,
      ids: null,
      query: asked,
      from,
    } as const
    const signal = new AbortController().signal
    for await (const piece of exportedDocuments(account.site, collection, input, { isOnline: true, signal }))
      titles.push(...titled(piece.documents))
    return titles
  }
  expect(await exported('list')).toEqual(['Apricots', 'Bananas'])
  expect(await exported('trash')).toEqual(['Apples'])
  for (const doc of docs) await site.other.ask('PATCH', `/notes/${idOf(doc)}?trash=true`, { deletedAt: null })
})

test('shows nothing where the base filter names no value, and only empty ones where it names null (F94)', async () => {
  for (const [slug, titles] of [
    ['letters', []],
    ['parcels', []],
    ['strays', ['Stray']],
  ] as const) {
    await keepAll(slug)
    expect([slug, await seen(query(slug))]).toMatchObject([slug, { titles, source: 'computer' }])
    await ask(query(slug))
    expect([slug, await seen(query(slug))]).toMatchObject([slug, { titles, source: 'server' }])
  }
})

test.each(['crates', 'tales'])(
  'finds in %s what the server has listed where nothing here tells what the base filter lets through (F94)',
  async (slug) => {
    const asked = query(slug, { locale: 'en' })
    await ask({ ...asked, isWhole: true, sort: '-title' })
    // A localized field can be looked at in the locale of the list.
    const before = slug === 'tales' ? ['Own'] : []
    expect(await seen(asked)).toEqual({ titles: before, total: before.length, source: 'computer' })
    await ask(asked)
    expect(await seen(asked)).toEqual({ titles: ['Own'], total: 1, source: 'server' })
    const searched = query(slug, { locale: 'en', search: 'o' })
    expect(await seen(searched)).toEqual({ titles: ['Own'], total: 1, source: 'computer' })
    expect((await account.site.store.list(searched)).coverage).toEqual({ here: 1, total: 1 })
    for (const locale of ['en', null]) {
      const found = await account.site.store.findDocuments({ words: 'o', slugs: [slug], limit: 9, locale })
      expect(titled(found)).toEqual(['Own'])
    }
  },
)

test('keeps lists and schema when a base filter names another time than before (F94)', async () => {
  await ask(query('events'))
  const listed = { titles: ['Past'], total: 1, source: 'server' }
  expect(await seen(query('events'))).toEqual(listed)
  const before = account.session()?.baseFilters['events']
  const events = account.events.length
  await account.connection.check()
  expect(account.session()?.baseFilters['events']).not.toEqual(before)
  const names = account.events.slice(events).map(({ name }) => name)
  expect(names).not.toContain('session.changed')
  expect(await seen(query('events'))).toEqual(listed)
  expect((await account.site.store.list(query('events'))).coverage.total).toBe(1)
})

test('shows nothing of a collection whose base filter fails, and all others (F94)', async () => {
  await ask(query('broken'))
  expect(await seen(query('broken'))).toMatchObject({ titles: [], total: 0 })
  expect(account.session()?.visible.collections).toContain('notes')
})

test('shows a document made here before it is sent, wherever the base filter puts it (F94)', async () => {
  await ask(query('notes'))
  const ref = await account.site.store.createDocument({
    slug: 'notes',
    id: makeTempId(randomUUID()),
    data: {},
  })
  await commitOn(account, ref, 'save', [set('title', null, 'New', null)])
  const { rows } = await account.site.store.list(query('notes'))
  expect(titled(rows)).toEqual(['New', ...OWN])
})

test('shows a document that was just sent until the server is asked again (F94)', async () => {
  await ask(query('notes'))
  const ref = await account.site.store.createDocument({
    slug: 'notes',
    id: makeTempId(randomUUID()),
    data: {},
  })
  const edits = [set('title', null, 'Avocados', null), set('team', null, 'north', null)]
  const key = await commitOn(account, ref, 'save', edits)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  const { rows, totalDocs, source } = await account.site.store.list(query('notes'))
  expect([titled(rows), totalDocs, source]).toEqual([['Avocados', ...OWN], 4, 'server'])
  await ask(query('notes'))
  expect((await seen(query('notes'))).titles).toEqual(['Apples', 'Apricots', 'Avocados', 'Bananas'])
  const id = rows[0]?.ref.kind === 'collection' ? rows[0].ref.id : ''
  await site.other.ask('DELETE', `/notes/${id}`)
})

test('finds by its id what the base filter leaves out, for fields that point at it (F94)', async () => {
  const where = { or: [{ and: [{ title: { equals: 'Ants' } }] }] }
  const asked = query('notes', { where, isWhole: true })
  await ask(asked)
  expect((await seen(asked)).titles).toEqual(['Ants'])
})

test('knows which collections take no edit and no deletion of many, and deletes one out of their trash (F92)', async () => {
  const { doc } = await site.other.ask('POST', '/ledgers', { title: 'May' })
  const id = idOf(doc)
  const ledgers = entityOf(account.schema(), { kind: 'collection', slug: 'ledgers' })
  expect(ledgers).toMatchObject({ editsMany: false, deletesMany: false })
  expect(await emptyTrash(account.site, { slug: 'ledgers', ids: [id] })).toMatchObject({
    done: [],
    refused: [{ id, why: 'restored' }],
  })
  await site.other.ask('PATCH', `/ledgers/${id}`, { deletedAt: new Date().toISOString() })
  expect(await emptyTrash(account.site, { slug: 'ledgers', ids: [id] })).toMatchObject({
    done: [id],
    refused: [],
  })
  expect(await site.other.ask('GET', '/ledgers?trash=true')).toMatchObject({ totalDocs: 0 })
})

test('whoever may only trash documents moves those of a selection that the site lets them, and deletes none for good', async () => {
  const make = async (title: string, team: string) => {
    const { doc } = await site.other.ask('POST', '/papers', { title, team })
    const id = idOf(doc)
    await refreshDocument(account.site, makeRef('collection', 'papers', id))
    return id
  }
  const [mine, theirs] = [await make('Mine', 'north'), await make('Theirs', 'south')]
  expect(account.session()?.permissions).toMatchObject({
    collections: { papers: { trash: { permission: true, where: { team: { equals: 'north' } } } } },
  })
  const { queued, leftOut } = await editManyAs(account, {
    slug: 'papers',
    locale: null,
    mode: 'delete',
    ids: [mine, theirs],
    values: [],
  })
  expect({ queued, leftOut }).toEqual({ queued: [mine], leftOut: [{ id: theirs, why: 'denied' }] })
  const [head] = await account.site.store.outboxHeads({ after: 0, limit: 10 })
  expect(await account.sender.send(head?.key ?? '')).toMatchObject({ type: 'sent' })
  const inTrash = await listTrash(account.site, { ...query('papers'), page: 1, limit: 10 })
  expect(inTrash).toMatchObject({ outcome: 'done', rows: [{ data: { title: 'Mine' } }] })
  const emptied = await emptyTrash(account.site, { slug: 'papers', ids: [mine] })
  expect(emptied).toMatchObject({ outcome: 'done', done: [] })
})

test('offers somebody the locales that the site has for them, and keeps and merges all (F93)', async () => {
  expect(account.schema()?.localization?.locales.map(({ hidden }) => hidden ?? false)).toEqual([
    false,
    false,
    false,
  ])
  const german = await openSignedIn(site, 'german@example.com')
  const localization = german.schema()?.localization ?? null
  expect(localization?.locales.map(({ code, hidden }) => [code, hidden ?? false])).toEqual([
    ['en', true],
    ['de', false],
    ['fr', true],
  ])
  expect(firstLocale(localization)).toBe('de')

  const { doc } = await site.other.ask('POST', '/stories?draft=true&locale=en', { title: 'Ferry' })
  const story = makeRef('collection', 'stories', idOf(doc))
  await refreshDocument(german.site, story)
  await site.other.ask('PATCH', `/stories/${idOf(doc)}?draft=true&locale=en`, { title: 'Night ferry' })
  const key = await commitOn(german, story, 'draft', [set('title', null, 'Fähre', 'de')], 'de')
  expect(await german.sender.send(key)).toMatchObject({ type: 'merged' })
  expect(await german.sender.send(key)).toMatchObject({ type: 'sent' })
  const title = { en: 'Night ferry', de: 'Fähre' }
  expect(await site.other.ask('GET', `/stories/${idOf(doc)}?draft=true&locale=all`)).toMatchObject({ title })
  expect((await german.site.store.getDocument(story))?.base).toMatchObject({ data: { title } })
  await german.dispose()
})

test.each([0, 1000])(
  'lists all rows on one page of %i, as a join may want them, from the server and here (F96)',
  async (limit) => {
    const asked = query('notes', { isWhole: true, limit })
    expect(v.is(listQuery, asked)).toBe(true)
    await ask({ ...asked, limit: 10, sort: '-title' })
    const titles = ['Ants', 'Apes', ...OWN]
    expect(await seen(asked)).toEqual({ titles, total: 5, source: 'computer' })
    await ask(asked)
    expect(await seen(asked)).toEqual({ titles, total: 5, source: 'server' })
  },
)

test('sorts by a virtual field that shows another document’s, and offers no order by one that has no value (F103)', async () => {
  const stories = entityOf(account.schema(), { kind: 'collection', slug: 'stories' })
  if (stories?.kind !== 'collection') throw new Error('no stories')
  const canSort = (name: string) => {
    const node = dataField(stories.fields, name)
    return node !== null && node.type !== 'nested' && node.canSort
  }
  expect(['title', 'ownerMail', 'shout'].map(canSort)).toEqual([true, true, false])
  const { docs: users } = await site.other.ask('GET', '/users?sort=email')
  for (const [at, user] of users.entries())
    await site.other.ask('POST', '/stories?draft=true', { title: `Of ${at}`, owner: user['id'] ?? null })
  const where = { or: [{ and: [{ owner: { exists: 'true' } }] }] }
  const asked = query('stories', { sort: '-ownerMail', where })
  expect(await seen(asked)).toMatchObject({ source: 'computer', titles: [] })
  await ask({ ...asked, sort: 'title' })
  const titles = [{ en: 'Of 1' }, { en: 'Of 0' }]
  expect(await seen(asked)).toMatchObject({ titles, source: 'computer' })
  await ask(asked)
  expect(await seen(asked)).toMatchObject({ titles, source: 'server' })
})

test('sends the option of a select or radio that is a number as the number that the site checks it against (F103)', async () => {
  const ratings = entityOf(account.schema(), { kind: 'collection', slug: 'ratings' })
  if (ratings?.kind !== 'collection') throw new Error('no ratings')
  const stored = (name: string, code: string) => {
    const node = dataField(ratings.fields, name)
    if (node?.type !== 'select' && node?.type !== 'radio') throw new Error(`no ${name}`)
    return choiceOf(node.options, code)
  }
  const ref = await account.site.store.createDocument({
    slug: 'ratings',
    id: makeTempId(randomUUID()),
    data: {},
  })
  const key = await commitOn(account, ref, 'save', [
    set('stars', null, stored('stars', '1'), null),
    set('rank', null, stored('rank', '2'), null),
    set('marks', null, [stored('marks', '1'), stored('marks', '2')], null),
  ])
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
  // Its database keeps texts; the site took them.
  const { docs } = await site.other.ask('GET', '/ratings')
  expect(docs).toMatchObject([{ stars: '1.0', rank: '2.0', marks: ['1.0', '2.0'] }])
})
