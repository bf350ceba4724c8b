import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import { readVersion } from '../../main/server/read/read-version.ts'

import { DEFAULT_PREFETCH, type PrefetchSettings } from '../../shared/prefetch.ts'
import {
  commitOn,
  entryIn,
  idOf,
  openSignedIn,
  openTestSite,
  post,
  set,
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
  account = await openSignedIn(site)
  proxy.seen.length = 0
})
afterEach(() => account.dispose())

const phase = () => account.prefetch.state().phase
const keepAll = async (more: Partial<PrefetchSettings> = {}): Promise<void> => {
  await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', ...more })
}
const untilDone = async (): Promise<void> => {
  await expect.poll(phase).toBe('done')
}
const coverage = async (slug: string) => {
  const query = { slug, page: 1, limit: 10, sort: '-updatedAt', search: '', where: null, locale: 'en' }
  return (await account.site.store.list(query)).coverage
}
/** Ids of whole documents that were asked for. */
const askedIds = () =>
  proxy.seen.flatMap(({ path }) => {
    const { searchParams } = new URL(path, proxy.url)
    return [...searchParams].flatMap(([name, value]) =>
      name.startsWith('where[id][in]') ? value.split(',') : [],
    )
  })
async function newPost(title: string): Promise<string> {
  const { doc } = await other.ask('POST', '/posts?draft=true&locale=en&depth=0', { title })
  return idOf(doc)
}

describe('keeping everything on this computer', () => {
  test('brings every document that the user sees, whole and in all locales, and no people', async () => {
    await keepAll()
    await untilDone()
    const visible = account.session()?.visible.collections ?? []
    const people = (account.schema()?.collections ?? []).filter(({ auth }) => auth).map(({ slug }) => slug)
    expect(visible).toEqual(expect.arrayContaining(['posts', ...people.filter((slug) => slug === 'users')]))
    for (const slug of visible.filter((one) => !people.includes(one))) {
      const { total } = await coverage(slug)
      expect([slug, (await coverage(slug)).here]).toEqual([slug, total])
    }
    for (const slug of people) expect([slug, (await coverage(slug)).here]).toEqual([slug, 0])
    // Also where the server is out of reach.
    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    const { docs } = await other.ask(
      'GET',
      '/posts?limit=1&draft=true&depth=0&locale=all&fallback-locale=none',
    )
    const [wanted] = docs
    if (!wanted) throw new Error('the demo has no posts')
    const here = await account.site.store.getDocument(post(idOf(wanted)))
    expect(here?.base.data).toMatchObject({ title: wanted['title'] })
    for (const slug of account.session()?.visible.globals ?? []) {
      expect(await account.site.store.getDocument({ kind: 'global', slug })).not.toBeNull()
    }
  })

  test('nothing is brought before somebody chose it, nor where only what is opened is kept', async () => {
    expect(account.prefetch.state()).toMatchObject({ settings: { keep: null }, phase: 'off' })
    await account.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'opened' })
    account.prefetch.look()
    await account.prefetch.idle()
    expect(proxy.seen).toEqual([])
  })

  test('asks one question at a time', async () => {
    proxy.addRule({ match: () => true, fault: { kind: 'delay', ms: 5 } })
    // Requests of the sign-in, or of the test before, may still be under way.
    await expect
      .poll(() => {
        proxy.resetPeak()
        return proxy.peak()
      })
      .toBe(0)
    await keepAll()
    await untilDone()
    expect(proxy.seen.length).toBeGreaterThan(5)
    expect(proxy.peak()).toBe(1)
  })

  test('finds what was changed, made and deleted since, and asks for nothing else again', async () => {
    // The newest is not the one that is deleted: SQLite would give its id to the next.
    const deleted = await newPost('Deleted')
    const kept = await newPost('Kept')
    const changed = await newPost('Before')
    await keepAll()
    await untilDone()
    await other.ask('PATCH', `/posts/${changed}?draft=true&locale=en&depth=0`, { title: 'After' })
    await other.ask('DELETE', `/posts/${deleted}`)
    const made = await newPost('Made')
    proxy.seen.length = 0
    account.prefetch.look()
    const title = async (id: string) => (await account.site.store.getDocument(post(id)))?.base.data['title']
    await expect.poll(() => title(changed)).toMatchObject({ en: 'After' })
    await expect.poll(() => title(made)).toMatchObject({ en: 'Made' })
    await untilDone()
    expect(await account.site.store.getDocument(post(deleted))).toBeNull()
    expect(await title(kept)).toMatchObject({ en: 'Kept' })
    expect(askedIds().toSorted()).toEqual([changed, made].toSorted())
  })

  test('a document that the sweep missed is asked for by itself, and stays where it is still there', async () => {
    const missed = await newPost('Missed')
    await keepAll()
    await untilDone()
    // The answer of a page that was read while documents moved.
    proxy.addRule({
      match: ({ method, path }) =>
        method === 'GET' &&
        path.startsWith('/api/posts?') &&
        /select%5BupdatedAt%5D|select\[updatedAt\]/.test(path),
      fault: { kind: 'rewrite', body: (answer) => withoutDoc(answer, missed) },
    })
    proxy.seen.length = 0
    account.prefetch.look()
    const asksSingly = () => proxy.seen.some(({ path }) => path.startsWith(`/api/posts/${missed}?`))
    await expect.poll(asksSingly).toBe(true)
    await untilDone()
    expect(await account.site.store.getDocument(post(missed))).not.toBeNull()
  })

  test('keeps to the newest of each collection', async () => {
    const newest = [await newPost('Third'), await newPost('Second'), await newPost('First')]
    await keepAll({ documentsPerCollection: 3 })
    await untilDone()
    expect(await coverage('posts')).toMatchObject({ here: 3 })
    for (const id of newest) expect(await account.site.store.getDocument(post(id))).not.toBeNull()
  })

  test('goes on where the network left it, and asks for nothing that is here', async () => {
    const restore = proxy.addRule({
      match: ({ path }) => path.includes('where') && !path.includes('published'),
      fault: { kind: 'drop-before' },
    })
    proxy.addRule({
      match: ({ path }) => path.startsWith('/api/desktop/session'),
      fault: { kind: 'drop-before' },
    })
    await keepAll()
    await expect.poll(phase).toBe('offline')
    restore()
    proxy.clearRules()
    await account.connection.check()
    await untilDone()
    expect((await coverage('posts')).here).toBe((await coverage('posts')).total)
    proxy.seen.length = 0
    account.prefetch.look()
    await expect.poll(() => proxy.seen.length).toBeGreaterThan(3)
    await untilDone()
    expect(askedIds()).toEqual([])
  })

  test('waits on the battery, says so, and goes on when it is plugged in or when the person does not mind', async () => {
    let isOnBattery = true
    const laptop = await openSignedIn(site, undefined, { isOnBattery: () => isOnBattery })
    try {
      const phaseThere = () => laptop.prefetch.state().phase
      const asksForDocuments = () => proxy.seen.filter(({ path }) => path.includes('where'))
      proxy.seen.length = 0
      await laptop.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all' })
      await expect.poll(phaseThere).toBe('battery')
      expect(asksForDocuments()).toEqual([])

      isOnBattery = false
      laptop.prefetch.look()
      await expect.poll(phaseThere).toBe('done')

      isOnBattery = true
      laptop.prefetch.look()
      await expect.poll(phaseThere).toBe('battery')
      await laptop.prefetch.configure({ ...DEFAULT_PREFETCH, keep: 'all', pauseOnBattery: false })
      await expect.poll(phaseThere).toBe('done')
    } finally {
      await laptop.dispose()
    }
  })

  test('leaves an edit that waits as it is, and merges what it brings under it', async () => {
    const id = await newPost('Theirs')
    await keepAll()
    await untilDone()
    await commitOn(account, post(id), 'draft', [set('title', 'Theirs', 'Mine')])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en&depth=0`, { kicker: 'New kicker' })
    account.prefetch.look()
    const kicker = async () => (await account.site.store.getDocument(post(id)))?.base.data['kicker']
    await expect.poll(kicker).toMatchObject({ en: 'New kicker' })
    const document = await account.site.store.getDocument(post(id))
    expect(document?.entries).toMatchObject([{ changes: [{ path: 'title', to: 'Mine' }], state: 'waiting' }])
  })
})

describe('versions of what was edited here', () => {
  const versionsAsked = () => proxy.seen.filter(({ path }) => path.includes('/versions'))
  async function editAndSend(id: string, from: string, to: string): Promise<void> {
    const key = await commitOn(account, post(id), 'draft', [set('title', from, to)])
    await account.sender.send(key)
    expect(await entryIn(account, key)).toBeUndefined()
  }

  test('come with everything: the newest twenty, the published one beside them, and are here without a network', async () => {
    const body = {
      title: 'Many versions',
      standfirst: 'Two sentences.',
      authors: [site.author],
      _status: 'published',
    }
    const id = idOf((await other.ask('POST', '/posts?locale=en&depth=0', body)).doc)
    for (let n = 1; n <= 24; n += 1)
      await other.ask('PATCH', `/posts/${id}?draft=true&locale=de`, {
        title: `Entwurf ${n}`,
        _status: 'draft',
      })
    const untouched = await newPost('Nobody edited this here')
    await refreshDocument(account.site, post(id))
    await editAndSend(id, 'Many versions', 'Many of mine')
    await keepAll()
    await untilDone()
    const { docs } = await other.ask(
      'GET',
      `/posts/versions?where[parent][equals]=${id}&limit=100&sort=-updatedAt&depth=0`,
    )
    const all = docs.map((doc) => idOf(doc))
    expect(all.length).toBe(26)

    proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    const isHere = async (versionId: string) =>
      (await readVersion(account.site, { ref: post(id), versionId })).outcome === 'here'
    const here = await Promise.all(all.map(isHere))
    expect(here).toEqual(all.map((_, at) => at < 20 || at === all.length - 1))
    expect(versionsAsked().filter(({ path }) => path.includes(untouched))).toEqual([])
  })

  test('are asked for again only when the document is another revision', async () => {
    const id = await newPost('Once edited')
    await refreshDocument(account.site, post(id))
    await editAndSend(id, 'Once edited', 'Edited here')
    await keepAll()
    await untilDone()
    expect(versionsAsked().length).toBeGreaterThan(0)
    proxy.seen.length = 0
    account.prefetch.look()
    await expect.poll(() => proxy.seen.length).toBeGreaterThan(3)
    await untilDone()
    expect(versionsAsked()).toEqual([])
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=en&depth=0`, { title: 'Edited there' })
    account.prefetch.look()
    await expect.poll(() => versionsAsked().length).toBeGreaterThan(0)
  })

  test('that failed in passing are asked for once more', async () => {
    const id = await newPost('Once refused')
    await refreshDocument(account.site, post(id))
    await editAndSend(id, 'Once refused', 'Refused in passing')
    const restore = proxy.addRule({
      match: ({ path }) => /\/versions\/\d+/.test(path),
      fault: { kind: 'status', status: 503 },
    })
    const { docs } = await other.ask(
      'GET',
      `/posts/versions?where[parent][equals]=${id}&limit=1&sort=-updatedAt&depth=0`,
    )
    const versionId = idOf(docs[0] ?? {})
    const here = () => account.site.store.versionContent({ ref: post(id), versionId })
    await keepAll()
    await expect
      .poll(() => versionsAsked().some(({ path }) => path.includes(`/versions/${versionId}`)))
      .toBe(true)
    await untilDone()
    expect(await here()).toBeNull()
    restore()
    account.prefetch.look()
    await expect.poll(here).not.toBeNull()
  })
})

function withoutDoc(answer: string, id: string): string {
  const page = JSON.parse(answer) as { docs: { id: unknown }[] }
  return JSON.stringify({ ...page, docs: page.docs.filter((doc) => String(doc.id) !== id) })
}
