import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { restoreVersion } from '../../main/server/send/restore-version.ts'
import type { DocRef } from '../../shared/cms/doc-ref.ts'
import type { CallInput } from '../../shared/ipc.ts'
import type { Json } from '../../shared/json.ts'
import {
  commitOn,
  idOf,
  openSignedIn,
  openSiteOf,
  openTestSite,
  post,
  set,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR, READER } from './support/cms.ts'

let site: TestSite
let account: TestAccount
/** Language of the window. */
let language = 'en'
let other: TestSite['other']

beforeAll(async () => {
  site = await openTestSite()
  ;({ other } = site)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  site.proxy.seen.length = 0
  language = 'en'
  account = await openSignedIn(site, EDITOR, { language: () => language })
})
afterEach(() => account.dispose())

const header: DocRef = { kind: 'global', slug: 'header' }

/** Creates a post published as "First", then as "Second", each in two locales; fetched here. */
async function published(): Promise<string> {
  const slug = `restored-${randomUUID()}`
  const body = { slug, standfirst: 'Two sentences.', authors: [site.author], _status: 'published' }
  const id = idOf((await other.ask('POST', '/posts?locale=en&depth=0', { ...body, title: 'First' })).doc)
  await other.ask('PATCH', `/posts/${id}?locale=de`, {
    title: 'Erste',
    standfirst: 'Zwei Sätze.',
    _status: 'published',
  })
  await other.ask('PATCH', `/posts/${id}?locale=en`, { title: 'Second', _status: 'published' })
  await other.ask('PATCH', `/posts/${id}?locale=de`, { title: 'Zweite', _status: 'published' })
  await refreshDocument(account.site, post(id))
  return id
}

const draft = (id: string, title: string) =>
  other.ask('PATCH', `/posts/${id}?draft=true&locale=en`, { title, _status: 'draft' })

async function versionsOf(id: string) {
  const where = `where[parent][equals]=${id}&sort=updatedAt&limit=100&depth=0&locale=all`
  return (await other.ask('GET', `/posts/versions?${where}`)).docs
}

/** Returns the version of a post with that title. */
async function versionWith(id: string, title: string, status?: string): Promise<string> {
  const fits = (await versionsOf(id)).filter(({ version }) => {
    const { title: titles, _status } = version as { title: { en: string }; _status: string }
    return titles.en === title && (status === undefined || _status === status)
  })
  const last = fits.at(-1)
  if (!last) throw new Error(`no version "${title}"`)
  return idOf(last)
}

/** The documents of visitors and of editors. */
const live = (id: string) => other.ask('GET', `/posts/${id}?locale=all&depth=0&draft=false`)
const latest = (id: string) => other.ask('GET', `/posts/${id}?locale=all&depth=0&draft=true`)

const asked = (ref: DocRef, versionId: string) => ({
  ref,
  versionId,
  madeAt: '2026-01-01T00:00:00.000Z',
  asDraft: false,
  locale: 'en',
})

async function restore(ref: DocRef, versionId: string, more: Partial<CallInput<'versions.restore'>> = {}) {
  const shown = (await account.site.store.getDocument(ref))?.base.updatedAt ?? null
  return restoreVersion(account.site, account.sender, { ...asked(ref, versionId), shown, ...more })
}

const DONE = { outcome: 'done', message: 'Restored Successfully.' }
const posted = () =>
  site.proxy.seen.filter(({ method, path }) => method === 'POST' && path.includes('/versions/'))

/** Returns the path of a request, and its draft parameter. */
function addressed(request: { path: string } | undefined): [string, string | null] {
  const { pathname, searchParams } = new URL(request?.path ?? '', 'http://cms.test')
  return [pathname, searchParams.get('draft')]
}

describe('a version of a document is restored', () => {
  test('a draft of a published document takes it off the site', async () => {
    const id = await published()
    await draft(id, 'Only a draft')
    await refreshDocument(account.site, post(id))
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'Second' } })
    expect(await restore(post(id), await versionWith(id, 'Only a draft'))).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'draft', title: { en: 'Only a draft' } })
  })

  test('a published one is on the site at once, in all locales, and here', async () => {
    const id = await published()
    const [, bothLocales] = await versionsOf(id)
    expect(await restore(post(id), idOf(bothLocales ?? {}))).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'First', de: 'Erste' } })
    const here = await account.site.store.getDocument(post(id))
    expect(here?.base.data['title']).toEqual({ en: 'First', de: 'Erste' })
    expect(here?.state).toEqual({ kind: 'saved' })
  })

  test('a published one as a draft leaves the site as it is', async () => {
    const id = await published()
    const [, bothLocales] = await versionsOf(id)
    expect(await restore(post(id), idOf(bothLocales ?? {}), { asDraft: true })).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'Second', de: 'Zweite' } })
    expect(await latest(id)).toMatchObject({ _status: 'draft', title: { en: 'First', de: 'Erste' } })
  })

  test('a draft as a draft leaves the site as it is', async () => {
    const id = await published()
    await draft(id, 'Third')
    await draft(id, 'Fourth')
    await refreshDocument(account.site, post(id))
    expect(await restore(post(id), await versionWith(id, 'Third'), { asDraft: true })).toEqual(DONE)
    expect(await live(id)).toMatchObject({ _status: 'published', title: { en: 'Second' } })
    expect(await latest(id)).toMatchObject({ _status: 'draft', title: { en: 'Third' } })
  })

  test('of a global, too, with what it was published as', async () => {
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'North', _status: 'published' })
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'South', _status: 'published' })
    await refreshDocument(account.site, header)
    const { docs } = await other.ask(
      'GET',
      '/globals/header/versions?sort=-updatedAt&depth=0&locale=all&limit=2',
    )
    expect(await restore(header, idOf(docs[1] ?? {}))).toEqual(DONE)
    expect(await other.ask('GET', '/globals/header?locale=en&draft=false')).toMatchObject({
      tagline: 'North',
    })
  })

  test('S7.03 is one POST to the version, with whether it is as a draft, in the language of the window, with its key and base and without a body', async () => {
    for (const asDraft of [false, true]) {
      site.proxy.seen.length = 0
      const id = await published()
      const shown = (await account.site.store.getDocument(post(id)))?.base.updatedAt
      const versionId = await versionWith(id, 'First')
      language = 'de'
      // The server's words are in the language of the window.
      expect(await restore(post(id), versionId, { asDraft })).toEqual({
        outcome: 'done',
        message: 'Erfolgreich wiederhergestellt.',
      })
      const [request, ...more] = posted()
      expect(more).toEqual([])
      expect(addressed(request)).toEqual([`/api/posts/versions/${versionId}`, String(asDraft)])
      expect(request?.body).toBe('')
      expect(request?.headers).toMatchObject({
        'idempotency-key': expect.stringMatching(/.{20}/),
        'x-galley-base': shown,
        'accept-language': 'de',
      })
      expect(request?.headers['content-type']).toBeUndefined()
    }
  })

  test('S7.04 of a global is one POST to the version below it, in the language of the window and without a body', async () => {
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'North', _status: 'published' })
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'South', _status: 'published' })
    await refreshDocument(account.site, header)
    const { docs } = await other.ask('GET', '/globals/header/versions?sort=-updatedAt&depth=0&limit=2')
    const versionId = idOf(docs[1] ?? {})
    site.proxy.seen.length = 0
    language = 'de'
    expect(await restore(header, versionId)).toMatchObject({ outcome: 'done' })
    const [request, ...more] = posted()
    expect(more).toEqual([])
    expect(addressed(request)).toEqual([`/api/globals/header/versions/${versionId}`, 'false'])
    expect(request?.body).toBe('')
    expect(request?.headers['accept-language']).toBe('de')
    expect(request?.headers['content-type']).toBeUndefined()
  })
})

describe('a version is not restored', () => {
  test('by who may not change the document', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    const reader = await openSignedIn(site, READER)
    await refreshDocument(reader.site, post(id))
    const shown = (await reader.site.store.getDocument(post(id)))?.base.updatedAt ?? null
    expect(
      await restoreVersion(reader.site, reader.sender, { ...asked(post(id), versionId), shown }),
    ).toMatchObject({
      outcome: 'refused',
      message: /not allowed/,
    })
    await reader.dispose()
    expect(await live(id)).toMatchObject({ title: { en: 'Second' } })
  })

  test('of a document that is in the trash', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    await other.ask('PATCH', `/posts/${id}?locale=en`, { deletedAt: new Date().toISOString() })
    expect(await restore(post(id), versionId)).toMatchObject({ outcome: 'gone' })
    expect(posted().length).toBeLessThanOrEqual(1)
  })

  test('that the server has removed since, as it does with the oldest', async () => {
    const { docs } = await other.ask('GET', '/globals/header/versions?sort=updatedAt&limit=1&depth=0')
    const oldest = docs[0] ? idOf(docs[0]) : ''
    await refreshDocument(account.site, header)
    for (let n = 0; n < 21; n += 1)
      await other.ask('POST', '/globals/header?locale=en', { tagline: `Tagline ${n}`, _status: 'published' })
    await refreshDocument(account.site, header)
    expect(await restore(header, oldest)).toEqual({ outcome: 'gone' })
  })

  test('where an edit of it waits for a person', async () => {
    const id = await published()
    const key = await commitOn(account, post(id), 'publish', [set('title', 'Second', '')])
    expect(await account.sender.send(key)).toMatchObject({ type: 'parked' })
    expect(await restore(post(id), await versionWith(id, 'First'))).toEqual({ outcome: 'unsent' })
    expect(posted()).toEqual([])
  })

  test('over what somebody else wrote since it was decided', async () => {
    const id = await published()
    await draft(id, 'Written meanwhile')
    expect(await restore(post(id), await versionWith(id, 'First'))).toEqual({ outcome: 'moved' })
    expect(await latest(id)).toMatchObject({ title: { en: 'Written meanwhile' } })
    // Read again, the replaced state is known here.
    expect((await account.site.store.getDocument(post(id)))?.base.data['title']).toMatchObject({
      en: 'Written meanwhile',
    })
  })

  test('where the server refuses what the version holds: its words are at the fields', async () => {
    const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', {
      title: 'Half',
      _status: 'draft',
    })
    const id = idOf(doc)
    await other.ask('PATCH', `/posts/${id}?locale=en`, {
      standfirst: 'Two sentences.',
      authors: [site.author],
      _status: 'published',
    })
    await refreshDocument(account.site, post(id))
    const answer = await restore(post(id), await versionWith(id, 'Half', 'draft'))
    expect(answer).toMatchObject({ outcome: 'refused' })
    expect(answer.outcome === 'refused' && answer.fields.length).toBeGreaterThan(0)
  })

  test('without the server, and nothing is kept for later', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(['offline', 'unknown']).toContain((await restore(post(id), versionId)).outcome)
    site.proxy.clearRules()
    expect((await account.site.store.getDocument(post(id)))?.entries).toEqual([])
    expect(await live(id)).toMatchObject({ title: { en: 'Second' } })
  })
})

describe('a version of a global is restored', () => {
  /** Publishes in two locales as North, then as South, with a draft over it. */
  async function withDraft(): Promise<{ first: string; draft: string }> {
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'North', _status: 'published' })
    await other.ask('POST', '/globals/header?locale=de', { tagline: 'Norden', _status: 'published' })
    const [first] = await versionsOfHeader()
    await other.ask('POST', '/globals/header?locale=en', { tagline: 'South', _status: 'published' })
    await other.ask('POST', '/globals/header?locale=de', { tagline: 'Süden', _status: 'published' })
    await other.ask('POST', '/globals/header?draft=true&locale=en', { tagline: 'Drafted', _status: 'draft' })
    const [drafted] = await versionsOfHeader()
    await refreshDocument(account.site, header)
    return { first: idOf(first ?? {}), draft: idOf(drafted ?? {}) }
  }
  const versionsOfHeader = async () =>
    (await other.ask('GET', '/globals/header/versions?sort=-updatedAt&depth=0&locale=all&limit=5')).docs
  const liveHeader = () => other.ask('GET', '/globals/header?locale=all&depth=0&draft=false')

  test('a published one is on the site at once, in all locales, and here', async () => {
    const { first } = await withDraft()
    expect(await liveHeader()).toMatchObject({ tagline: { en: 'South', de: 'Süden' } })
    expect(await restore(header, first)).toEqual(DONE)
    expect(await liveHeader()).toMatchObject({
      _status: 'published',
      tagline: { en: 'North', de: 'Norden' },
    })
    const here = await account.site.store.getDocument(header)
    expect(here?.base.data['tagline']).toEqual({ en: 'North', de: 'Norden' })
    expect(here?.state).toEqual({ kind: 'saved' })
  })

  test('a draft takes what is published off the site', async () => {
    const { draft: drafted } = await withDraft()
    expect(await restore(header, drafted)).toEqual(DONE)
    expect(await liveHeader()).toMatchObject({
      _status: 'draft',
      tagline: { en: 'Drafted', de: 'Süden' },
    })
    const here = await account.site.store.getDocument(header)
    expect(here?.base).toMatchObject({ status: 'draft', hasPublished: false })
  })

  test('never as a draft: the server would write it over what is published all the same', async () => {
    const { first } = await withDraft()
    await other.ask('POST', `/globals/header/versions/${first}?draft=true`)
    expect(await liveHeader()).toMatchObject({ _status: 'draft', tagline: { en: 'North' } })

    const again = await withDraft()
    expect(await restore(header, again.first, { asDraft: true })).toEqual(DONE)
    expect(posted().at(-1)?.path).toBe(`/api/globals/header/versions/${again.first}?depth=0&draft=false`)
    expect(await liveHeader()).toMatchObject({ _status: 'published', tagline: { en: 'North' } })
  })

  test('not over what somebody else wrote since it was decided', async () => {
    const { first } = await withDraft()
    await other.ask('POST', '/globals/header?draft=true&locale=en', {
      tagline: 'Meanwhile',
      _status: 'draft',
    })
    expect(await restore(header, first)).toEqual({ outcome: 'moved' })
    expect(await liveHeader()).toMatchObject({ tagline: { en: 'South' } })
  })
})

describe('a version of a document that people put in an order, or of a file', () => {
  let orders: Awaited<ReturnType<typeof openSiteOf>>
  let person: TestAccount
  beforeAll(async () => {
    orders = await openSiteOf('orders-site.ts')
    person = await openSignedIn(orders)
  })
  afterAll(async () => {
    await person.dispose()
    await orders.dispose()
  })

  test.each([false, true])(
    'takes it back to the place that it had then (as a draft: %s)',
    async (asDraft) => {
      const ids: string[] = []
      for (const title of ['A', 'B', 'C'])
        ids.push(idOf((await orders.other.ask('POST', '/steps', { title, _status: 'published' })).doc))
      const [a = '', , c = ''] = ids
      const inOrder = async (isDraft = false) =>
        (await orders.other.ask('GET', `/steps?depth=0&limit=0&sort=_order&draft=${isDraft}`)).docs
          .filter((doc) => ids.includes(idOf(doc)))
          .map(({ title }) => title)
      expect(await inOrder()).toEqual(['A', 'B', 'C'])
      const versions = `/steps/versions?where[parent][equals]=${a}&sort=updatedAt&depth=0`
      const [first] = (await orders.other.ask('GET', versions)).docs
      await orders.other.ask('POST', '/reorder', {
        collectionSlug: 'steps',
        orderableFieldName: '_order',
        newKeyWillBe: 'greater',
        docsToMove: [Number(a)],
        target: { id: Number(c), key: 'pending' },
      })
      expect(await inOrder()).toEqual(['B', 'C', 'A'])
      const ref: DocRef = { kind: 'collection', slug: 'steps', id: a }
      await refreshDocument(person.site, ref)
      const shown = (await person.site.store.getDocument(ref))?.base.updatedAt ?? null
      const versionId = idOf(first ?? {})
      expect(
        await restoreVersion(person.site, person.sender, { ...asked(ref, versionId), asDraft, shown }),
      ).toEqual(DONE)
      expect(await inOrder(true)).toEqual(['A', 'B', 'C'])
      expect(await inOrder()).toEqual(asDraft ? ['B', 'C', 'A'] : ['A', 'B', 'C'])
    },
  )

  test('of a file brings back what was said of it, and keeps the file', async () => {
    const form = new FormData()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    form.set('file', new Blob([svg], { type: 'image/svg+xml' }), 'lake.svg')
    form.set('_payload', JSON.stringify({ alt: 'A lake' }))
    const { token } = await signIn(orders.cms.url, EDITOR)
    const headers = { Authorization: `JWT ${token}` }
    const url = `${orders.cms.url}/api/pictures`
    const answer = await fetch(url, { method: 'POST', body: form, headers })
    const id = idOf(((await answer.json()) as { doc: { id: Json } }).doc)
    await orders.other.ask('PATCH', `/pictures/${id}`, { alt: 'A river' })
    const ref: DocRef = { kind: 'collection', slug: 'pictures', id }
    await refreshDocument(person.site, ref)
    const shown = (await person.site.store.getDocument(ref))?.base.updatedAt ?? null
    const versions = `/pictures/versions?where[parent][equals]=${id}&sort=updatedAt&depth=0`
    const [first] = (await orders.other.ask('GET', versions)).docs
    expect(
      await restoreVersion(person.site, person.sender, { ...asked(ref, idOf(first ?? {})), shown }),
    ).toEqual(DONE)
    expect(await orders.other.ask('GET', `/pictures/${id}?depth=0`)).toMatchObject({
      alt: 'A lake',
      filename: 'lake.svg',
      filesize: svg.length,
    })
    expect((await person.site.store.getDocument(ref))?.base.data).toMatchObject({ alt: 'A lake' })
  })
})

describe('it is an entry of the queue of its document', () => {
  const entries = async (id: string) =>
    ((await account.site.store.getDocument(post(id)))?.entries ?? []).map(({ mode, state }) => [mode, state])

  test('what is unsent leaves before, also what is only typed, and the version replaces it', async () => {
    const id = await published()
    await commitOn(account, post(id), 'draft', [set('title', 'Second', 'Queued')])
    await account.site.store.putDraft({ ref: post(id), changes: [set('title', 'Queued', 'Typed')] })
    const versionId = await versionWith(id, 'First')
    const before = (await versionsOf(id)).length
    expect(await restore(post(id), versionId)).toEqual(DONE)
    expect(await latest(id)).toMatchObject({ title: { en: 'First' } })
    const after = (await versionsOf(id)).slice(before)
    expect(after.map(({ version }) => (version as { title: { en: string } }).title.en)).toEqual([
      'Typed',
      'First',
    ])
    expect(await account.site.store.getDocument(post(id))).toMatchObject({ draft: null, entries: [] })
  })

  test('an answer that was lost is asked for by its key, also by the next start, and it is done once', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    site.proxy.addRule({ match: ({ path }) => path.includes('/versions/'), fault: { kind: 'drop-after' } })
    expect(await restore(post(id), versionId)).toMatchObject({ outcome: 'unknown' })
    site.proxy.clearRules()
    expect(await entries(id)).toEqual([['restore', 'unknown']])
    const before = (await versionsOf(id)).length
    const [entry] = (await account.site.store.getDocument(post(id)))?.entries ?? []
    expect(entry?.restores).toEqual({ versionId, madeAt: '2026-01-01T00:00:00.000Z', asDraft: false })
    expect(await account.sender.send(entry?.key ?? '')).toMatchObject({ type: 'sent' })
    expect((await versionsOf(id)).length).toBe(before)
    expect(await live(id)).toMatchObject({ title: { en: 'First' } })
    const here = await account.site.store.getDocument(post(id))
    expect(here?.base.data['title']).toEqual({ en: 'First', de: 'Erste' })
    expect(here?.state).toEqual({ kind: 'saved' })
  })

  test('who asks again after an answer that was lost has it done once', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    site.proxy.addRule({ match: ({ path }) => path.includes('/versions/'), fault: { kind: 'drop-after' } })
    expect(await restore(post(id), versionId)).toMatchObject({ outcome: 'unknown' })
    site.proxy.clearRules()
    const before = (await versionsOf(id)).length
    expect(await restore(post(id), versionId)).toMatchObject({ outcome: 'done' })
    expect((await versionsOf(id)).length).toBe(before)
    expect((await account.site.store.getDocument(post(id)))?.entries).toEqual([])
  })

  test('given up in the outbox while something before it is sent, it is not said to be done', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    await commitOn(account, post(id), 'draft', [set('title', 'Second', 'Queued')])
    const given = Promise.withResolvers<void>()
    site.proxy.addRule({
      match: ({ method }) => method === 'PATCH',
      fault: { kind: 'late', meanwhile: () => given.promise },
      times: 1,
    })
    const restored = restore(post(id), versionId)
    await expect
      .poll(async () => (await account.site.store.getDocument(post(id)))?.entries.at(-1)?.mode)
      .toBe('restore')
    const key = (await account.site.store.getDocument(post(id)))?.entries.at(-1)?.key ?? ''
    await account.site.store.discard(key)
    given.resolve()
    expect(await restored).toEqual({ outcome: 'discarded' })
    expect(posted()).toEqual([])
  })

  test('over what somebody else wrote after an answer that was lost it asks', async () => {
    const id = await published()
    const versionId = await versionWith(id, 'First')
    site.proxy.addRule({ match: ({ path }) => path.includes('/versions/'), fault: { kind: 'drop-before' } })
    expect(await restore(post(id), versionId)).toMatchObject({ outcome: 'unknown' })
    site.proxy.clearRules()
    const [entry] = (await account.site.store.getDocument(post(id)))?.entries ?? []
    await draft(id, 'Written meanwhile')
    expect(await account.sender.send(entry?.key ?? '')).toMatchObject({
      type: 'parked',
      problem: { code: 'base-moved' },
    })
    expect(await live(id)).toMatchObject({ title: { en: 'Second' } })
  })

  test('it is told in the history of what was sent', async () => {
    const id = await published()
    await restore(post(id), await versionWith(id, 'First'))
    const [newest] = await account.site.store.sentEntries()
    expect(newest).toMatchObject({ ref: post(id), mode: 'restore', cells: [], words: null })
  })
})
