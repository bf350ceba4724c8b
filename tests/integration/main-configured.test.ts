import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { fillComputedDefaults } from '../../main/server/read/fill-computed-defaults.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { makeRef, refId, type DocRef } from '../../shared/cms/doc-ref.ts'
import type { Change } from '../../shared/document/change.ts'
import { initialData } from '../../shared/document/defaults.ts'
import { fieldTypes } from '../../shared/fields/registry.ts'
import { changesOfNewView, viewOfDocument, VIEWS_SLUG } from '../../shared/lists/list-view.ts'
import type { CommitMode } from '../../shared/sync/entry.ts'
import type { JsonObject } from '../../shared/json.ts'
import { commitOn, entryIn, idOf, openSignedIn, openSiteOf, set, type TestAccount } from './main-site.ts'
import { EDITOR } from './support/cms.ts'

/* Effects of options of the site's config on a document, against a real server (configured-site.ts). */

let site: Awaited<ReturnType<typeof openSiteOf>>
let account: TestAccount

beforeAll(async () => {
  site = await openSiteOf('configured-site.ts')
})
afterAll(() => site.dispose())
beforeEach(async () => {
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

let made = 0

async function begin(
  slug: string,
  changes: Change[],
  mode: CommitMode,
  data: JsonObject = {},
): Promise<DocRef> {
  const ref = await account.site.store.createDocument({ slug, id: `tmp_${(made += 1)}`, data })
  await send(ref, changes, mode)
  return account.site.store.resolveId(ref)
}

async function send(ref: DocRef, changes: Change[], mode: CommitMode): Promise<void> {
  const key = await commitOn(account, ref, mode, changes)
  expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
}

const onServer = (ref: DocRef) =>
  site.other.ask('GET', `/${ref.slug}/${'id' in ref ? ref.id : ''}?draft=true&depth=0&locale=all`)

test('the schema of a site with a block of code is served (F106)', async () => {
  const { token } = await site.cms.login(EDITOR)
  const { status, json } = await site.cms.request('GET', '/desktop/config', { token })
  expect(status).toBe(200)
  expect(JSON.stringify(json)).toContain('"Code"')
})

test('a slug follows the title of a draft that autosave created out of its first letter (F90)', async () => {
  const ref = await begin('pages', [set('title', null, 'H', null)], 'autosave', { generateSlug: true })
  await send(ref, [set('title', 'H', 'Hello world', null)], 'autosave')
  expect(await onServer(ref)).toMatchObject({ title: 'Hello world', slug: 'hello-world' })
  await send(ref, [set('slug', 'hello-world', 'own', null)], 'autosave')
  await send(ref, [set('title', 'Hello world', 'Another', null)], 'autosave')
  expect(await onServer(ref)).toMatchObject({ title: 'Another', slug: 'own' })
})

test('a slug follows the title of a draft that was saved by hand before autosave goes on (F90)', async () => {
  const ref = await begin('pages', [set('title', null, 'Hello', null)], 'draft', { generateSlug: true })
  await send(ref, [set('title', 'Hello', 'Hello world', null)], 'autosave')
  expect(await onServer(ref)).toMatchObject({ slug: 'hello-world' })
})

test('a slug that is typed before the first autosave stays (F90)', async () => {
  const changes = [set('title', null, 'H', null), set('slug', null, 'own', null)]
  const ref = await begin('pages', changes, 'autosave', { generateSlug: true })
  await send(ref, [set('title', 'H', 'Hello', null)], 'autosave')
  expect(await onServer(ref)).toMatchObject({ title: 'Hello', slug: 'own' })
})

const emptied: [string, Change[], JsonObject][] = [
  ['texts', [set('words', ['a', 'b'], null, null)], { words: [] }],
  ['numbers', [set('numbers', [1], null, null)], { numbers: [] }],
  ['texts of a locale', [set('told', ['x'], null)], { told: { de: ['y'] } }],
  ['options', [set('kinds', ['a'], null, null)], { kinds: [] }],
  ['relations', [set('writers', [1], null, null)], { writers: [] }],
  ['texts in a row', [set('rows.ROW.words', ['c'], null, null)], { rows: [{ words: [] }] }],
]

test.each(['draft', 'publish'] as const)(
  'a list that is emptied is empty on the server, by %s (F104)',
  async (mode) => {
    const row = (mode === 'draft' ? 'a' : 'b').repeat(24)
    const { doc } = await site.other.ask(
      'POST',
      `/lists?locale=en&depth=0${mode === 'draft' ? '&draft=true' : ''}`,
      {
        words: ['a', 'b'],
        numbers: [1],
        told: ['x'],
        kinds: ['a'],
        writers: [1],
        rows: [{ id: row, words: ['c'] }],
        _status: mode === 'draft' ? 'draft' : 'published',
      },
    )
    const ref = makeRef('collection', 'lists', idOf(doc))
    await site.other.ask('PATCH', `/lists/${idOf(doc)}?locale=de&draft=true`, { told: ['y'] })
    for (const [name, changes, wanted] of emptied) {
      await refreshDocument(account.site, ref)
      await send(
        ref,
        changes.map((change) => ({ ...change, path: change.path.replace('ROW', row) })),
        mode,
      )
      expect({ name, ...(await onServer(ref)) }).toMatchObject({ name, ...wanted })
      const document = await account.site.store.getDocument(ref)
      expect({ name, differences: document?.differences }).toEqual({ name, differences: [] })
    }
  },
)

test.each(['creation', 'change'])(
  'a %s that a hook of the site fails is told of after five tries, and tried on (F108)',
  async (what) => {
    const ref =
      what === 'change'
        ? await begin('failing', [set('title', null, 'Words', null)], 'save')
        : await account.site.store.createDocument({ slug: 'failing', id: 'tmp_failing', data: {} })
    const key = await commitOn(account, ref, 'save', [
      set('title', what === 'change' ? 'Words' : null, 'fails', null),
    ])
    for (let tries = 0; tries < 5; tries += 1) await account.sender.send(key)
    expect(await entryIn(account, key)).toMatchObject({
      state: 'waiting',
      problem: { code: 'server-error', message: 'Something went wrong.' },
    })
    expect(await account.site.store.getDocument(ref)).toMatchObject({ state: { kind: 'failing' } })
  },
)

test.each(['save', 'delete'] as const)(
  'what a hook refuses with a 401 of its own is told of with its words, not waited with: %s',
  async (mode) => {
    const ref = await begin('failing', [set('title', null, 'Words', null)], 'save')
    const changes = mode === 'delete' ? [] : [set('title', 'Words', 'refused', null)]
    const key = await commitOn(account, ref, mode, changes)
    expect(await account.sender.send(key)).toMatchObject({
      type: 'parked',
      problem: { code: 'denied', status: 401, message: 'Ask the desk first.' },
    })
    expect(await onServer(ref)).toMatchObject({ title: 'Words' })
  },
)

test('a document with a join in each locale is changed, by itself and as one of many', async () => {
  const ref = await begin('shelves', [set('title', null, 'Upper', null)], 'save')
  await send(ref, [set('title', 'Upper', 'Lower', null)], 'save')
  expect(await onServer(ref)).toMatchObject({ title: 'Lower' })
  const { token } = await site.cms.login(EDITOR)
  const body = { collectionSlug: 'shelves', id: idOf(await onServer(ref)) }
  const rights = await site.cms.request('POST', '/desktop/permissions', { token, body })
  expect(rights.status).toBe(200)
  const many = '/shelves?where[title][equals]=Lower'
  const bulk = await site.cms.request('PATCH', many, { token, body: { title: 'Lowest' } })
  expect([bulk.status, (await onServer(ref))['title']]).toEqual([200, 'Lowest'])
})

test('what functions of the site fill in is shown in a new document, and filled in if it cannot be asked for (F91)', async () => {
  const filled = account.schema()?.collections.find(({ slug }) => slug === 'filled')
  if (filled === undefined) throw new Error('the site has no such collection')
  const ref = await account.site.store.createDocument({ slug: 'filled', id: 'tmp_filled', data: {} })
  await fillComputedDefaults(account.site, ref, filled)
  const day = '2026-02-03T00:00:00.000Z'
  const shown = await account.site.store.getDocument(ref)
  // The function returns nothing for this user: the server is asked before anything is sent.
  expect(shown?.base.data['code']).toBeNull()
  // The server fills in rows and hidden fields.
  expect(shown?.base.data).not.toHaveProperty('first')
  expect(shown?.base.data).not.toHaveProperty('approver')
  await send(ref, [set('code', null, 'typed', null)], 'save')
  const sent = await account.site.store.resolveId(ref)
  expect(await onServer(sent)).toMatchObject({
    approver: 'the site',
    first: [{ label: 'Intro' }],
    code: 'typed',
  })
  expect(shown?.base.data).toMatchObject({ day, writer: expect.any(Number) as number })

  const row = {
    kind: 'rows',
    locale: null,
    path: 'parts',
    from: [],
    to: ['c'.repeat(24)],
    removed: {},
  } as const
  const added = { ['c'.repeat(24)]: { id: 'c'.repeat(24), name: 'First' } }
  const unasked = await begin(
    'filled',
    [
      set('title', null, 'A', null),
      set('code', null, 'own', null),
      { ...row, to: [...row.to], from: [], added },
    ],
    'save',
  )
  expect(await onServer(unasked)).toMatchObject({
    title: 'A',
    day,
    writer: shown?.base.data['writer'],
    parts: [{ name: 'First', kind: 'plain' }],
  })
  expect((await account.site.store.getDocument(unasked))?.base.data).toMatchObject({
    day,
    parts: [{ kind: 'plain' }],
  })
})

test('an id that a hook of the collection may make is not asked for (F105)', async () => {
  const idOfEntity = (slug: string) =>
    account
      .schema()
      ?.collections.find((one) => one.slug === slug)
      ?.fields.find((field) => 'name' in field && field.name === 'id')
  expect(idOfEntity('named')).toMatchObject({ required: true })
  expect(idOfEntity('hooked')).toMatchObject({ required: false })
  const ref = await begin('hooked', [set('title', null, 'A', null)], 'save')
  expect(await onServer(ref)).toMatchObject({ id: 'made-of-A', title: 'A' })
})

test('a user who has an API key alone is created without anything typed (F109)', async () => {
  const ref = await begin('programs', [], 'save')
  expect(await onServer(ref)).toMatchObject({ id: expect.any(Number) as number })
})

test('views of a list are read as the site keeps them, and kept for all who use it', async () => {
  const { token } = await site.cms.login(EDITOR)
  const where = { or: [{ and: [{ title: { equals: 'A' } }] }] }
  const body = {
    title: 'Those called A',
    relatedCollection: 'pages',
    where,
    columns: ['title', '-slug'],
    isShared: true,
    access: { read: { constraint: 'everyone' } },
  }
  await site.cms.request('POST', `/${VIEWS_SLUG}`, { token, body })
  const pages = account.schema()?.collections.find(({ slug }) => slug === 'pages')
  expect(pages?.keepsViews).toBe(true)
  const query = {
    slug: VIEWS_SLUG,
    page: 1,
    limit: 500,
    sort: 'title',
    search: '',
    where: null,
    locale: null,
    columns: ['columns', 'where'],
  }
  const views = async () => {
    const { rows } = await account.site.store.list(query)
    return rows.map(({ ref, data }) => viewOfDocument(refId(ref), data, 'pages'))
  }
  expect(await refreshList(account.site, query, account.backgroundFetch.add)).toEqual({ outcome: 'updated' })
  const columns = [
    { accessor: 'title', active: true },
    { accessor: 'slug', active: false },
  ]
  expect(await views()).toMatchObject([
    { title: 'Those called A', view: { where, columns, groupBy: null, sort: null } },
  ])

  // A new view for everybody, as the menu of views makes it.
  const entity = account.schema()?.collections.find(({ slug }) => slug === VIEWS_SLUG)
  const view = { where: null, columns, groupBy: 'title', sort: null }
  const changes = changesOfNewView({ title: 'B', slug: 'pages', view, audience: 'everyone' })
  const data = initialData(fieldTypes, entity?.fields ?? [], 'en')
  const ref = await account.site.store.createDocument({
    slug: VIEWS_SLUG,
    id: 'tmp_view',
    data,
    commit: { changes, locale: null, mode: 'save' },
  })
  const [entry] = (await account.site.store.getDocument(ref))?.entries ?? []
  expect(await account.sender.send(entry?.key ?? '')).toMatchObject({ type: 'sent' })
  expect(await onServer(await account.site.store.resolveId(ref))).toMatchObject({
    title: 'B',
    relatedCollection: 'pages',
    groupBy: 'title',
    columns,
    isShared: true,
    access: { read: { constraint: 'everyone' }, update: { constraint: 'onlyMe' } },
  })
  expect((await views()).map((one) => one?.title)).toEqual(['B', 'Those called A'])
})

test('a field named password is edited as any text where nobody logs in with one', async () => {
  const ref = await begin('machines', [set('password', null, 'of the site', null)], 'save')
  expect(await onServer(ref)).toMatchObject({ password: 'of the site' })
  await refreshDocument(account.site, ref)
  expect((await account.site.store.getDocument(ref))?.base.data).toMatchObject({ password: 'of the site' })
  await send(ref, [set('password', 'of the site', 'another', null)], 'save')
  expect(await onServer(ref)).toMatchObject({ password: 'another' })
  expect(await account.site.store.getDocument(ref)).toMatchObject({ differences: [] })
})

test('no unlocking is offered where nobody logs in with a password', () => {
  const lockOf = (slug: string) =>
    account.schema()?.collections.find((one) => one.slug === slug)?.credentials?.lock
  expect(lockOf('users')).toBe(true)
  expect(lockOf('machines')).toBe(false)
})
