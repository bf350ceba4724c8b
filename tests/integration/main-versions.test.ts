import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readLastChange, readVersion } from '../../main/server/read/read-version.ts'
import { readAround, refreshVersions } from '../../main/server/read/read-versions.ts'
import type { VersionRow } from '../../shared/ipc.ts'
import type { JsonObject } from '../../shared/json.ts'
import { refreshDocument } from '../../main/server/read/read-documents.ts'
import {
  commitOn,
  idOf,
  openSignedIn,
  openTestAccount,
  openTestSite,
  post,
  set,
  type TestAccount,
  type TestSite,
} from './main-site.ts'

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

/** Creates a published post with newer drafts; returns its versions, newest first. */
async function storyOf(title: string, drafts: number): Promise<{ id: string; rows: VersionRow[] }> {
  const body = { title, standfirst: 'Two sentences.', authors: [site.author], _status: 'published' }
  const id = idOf((await other.ask('POST', '/posts?locale=en&depth=0', body)).doc)
  for (let n = 1; n <= drafts; n += 1)
    await other.ask('PATCH', `/posts/${id}?draft=true&locale=de`, { title: `Entwurf ${n}`, _status: 'draft' })
  return { id, rows: await rowsOf(id) }
}

async function rowsOf(id: string): Promise<VersionRow[]> {
  const query = { ref: post(id), page: 1, limit: 50, sort: '-updatedAt' as const }
  expect(await refreshVersions(account.site, query)).toEqual({ outcome: 'updated' })
  return (await account.site.store.listVersions(query)).rows
}

const read = (id: string, versionId: string) => readVersion(account.site, { ref: post(id), versionId })

describe('the last change of a value', () => {
  const ask = (id: string, path: string, locale = 'en') =>
    readLastChange(account.site, { ref: post(id), path, locale })

  test('is found by reading the versions that it takes, and is the own one where it was sent here', async () => {
    const { id, rows } = await storyOf('Changed elsewhere', 2)
    await refreshDocument(account.site, post(id))
    const [newest, before] = rows
    expect(await ask(id, 'title', 'de')).toEqual({ outcome: 'changed', version: newest, before, own: false })
    expect(await ask(id, 'title')).toMatchObject({ outcome: 'same', since: { id: rows.at(-1)?.id } })

    const key = await commitOn(account, post(id), 'draft', [
      set('title', 'Changed elsewhere', 'Changed here'),
    ])
    expect(await account.sender.send(key)).toMatchObject({ type: 'sent' })
    const [own] = await rowsOf(id)
    expect(await ask(id, 'title')).toEqual({ outcome: 'changed', version: own, before: newest, own: true })
    expect(await ask(id, 'title', 'de')).toMatchObject({ outcome: 'changed', version: newest, own: false })
  })

  test('is told without the server as far as what is here goes', async () => {
    const { id } = await storyOf('Without a network', 1)
    await refreshDocument(account.site, post(id))
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await ask(id, 'title')).toEqual({ outcome: 'unknown' })
  })
})

describe('a version of a document', () => {
  test('is read whole, in all locales, with its relations as ids', async () => {
    const { id, rows } = await storyOf('In two languages', 1)
    const [draft, published] = rows
    expect(await read(id, draft?.id ?? '')).toMatchObject({
      outcome: 'here',
      version: draft,
      data: { title: { en: 'In two languages', de: 'Entwurf 1' }, authors: [site.author], _status: 'draft' },
    })
    const older = await read(id, published?.id ?? '')
    expect(older).toMatchObject({ outcome: 'here', version: published, data: { _status: 'published' } })
    expect(older.outcome === 'here' && older.data['title']).toEqual({ en: 'In two languages' })
    expect(older.outcome === 'here' && idOf(older.data)).toBe(id)
  })

  test('S3.18 has its id, times, status, locale, content, parent and what kind of one it is, each of which is read', async () => {
    const { id } = await storyOf('Every property', 1)
    await other.ask('PATCH', `/posts/${id}?locale=de&publishSpecificLocale=de`, {
      title: 'Jede Eigenschaft',
      standfirst: 'Zwei Sätze.',
      _status: 'published',
    })
    await other.ask('PATCH', `/posts/${id}?draft=true&autosave=true&locale=en`, {
      title: 'By itself',
      _status: 'draft',
    })
    const path = `/posts/versions?where[parent][equals]=${id}&sort=-updatedAt&depth=0&limit=50&locale=all&fallback-locale=none`
    const { docs } = await other.ask('GET', path)
    const rows = await rowsOf(id)
    const isSnapshot = ({ snapshot }: JsonObject) => snapshot === true
    expect(docs.filter(isSnapshot)).toHaveLength(1)
    for (const doc of docs) {
      expect(Object.keys(doc)).toEqual(
        expect.arrayContaining(['id', 'parent', 'version', 'createdAt', 'updatedAt', 'latest']),
      )
      expect(doc['parent']).toBe(Number(id))
      for (const time of ['createdAt', 'updatedAt']) expect(doc[time]).toMatch(/^\d{4}-\d\d-\d\dT.+Z$/)
    }
    // Snapshots of other locales are not listed; all other versions are.
    const listed = docs.filter((doc) => !isSnapshot(doc))
    expect(rows).toEqual(
      listed.map((doc) => ({
        id: idOf(doc),
        updatedAt: doc['updatedAt'],
        status: (doc['version'] as JsonObject)['_status'],
        publishedLocale: doc['publishedLocale'] ?? null,
        autosave: doc['autosave'] === true,
        latest: doc['latest'] === true,
      })),
    )
    expect(rows.map(({ autosave }) => autosave)).toEqual([true, false, false, false])
    expect(rows.map(({ publishedLocale }) => publishedLocale)).toEqual([null, 'de', null, null])
    expect(rows.map(({ status }) => status)).toEqual(['draft', 'published', 'draft', 'published'])
    expect(rows.filter(({ latest }) => latest)).toHaveLength(1)
    for (const doc of listed) {
      const content = await read(id, idOf(doc))
      if (content.outcome !== 'here') throw new Error(`version ${idOf(doc)} is not here`)
      // All readable fields of the document, and the id of its document.
      expect(Object.keys(content.data)).toEqual(expect.arrayContaining(['title', 'standfirst', '_status']))
      expect({ ...(doc['version'] as JsonObject), id: doc['parent'] }).toMatchObject(content.data)
    }
  })

  test('is read of a global, too', async () => {
    await other.ask('POST', '/globals/header?draft=true&locale=en', {
      tagline: 'Further north',
      _status: 'draft',
    })
    const ref = { kind: 'global', slug: 'header' } as const
    const query = { ref, page: 1, limit: 10, sort: '-updatedAt' as const }
    await refreshVersions(account.site, query)
    const [newest] = (await account.site.store.listVersions(query)).rows
    expect(await readVersion(account.site, { ref, versionId: newest?.id ?? '' })).toMatchObject({
      outcome: 'here',
      version: newest,
      data: { tagline: { en: 'Further north' } },
    })
  })

  test('is read of a document that is in the trash', async () => {
    const { id, rows } = await storyOf('Thrown away', 1)
    await other.ask('PATCH', `/posts/${id}?locale=en`, { deletedAt: new Date().toISOString() })
    expect(await read(id, rows[1]?.id ?? '')).toMatchObject({
      outcome: 'here',
      data: { title: { en: 'Thrown away' } },
    })
  })

  test('that was seen once is there without network, also after a restart; another one says that it is not', async () => {
    const { id, rows } = await storyOf('Read on a train', 2)
    const [newest, seen] = rows
    const before = await read(id, seen?.id ?? '')
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await read(id, seen?.id ?? '')).toEqual(before)
    expect(await read(id, newest?.id ?? '')).toMatchObject({ outcome: 'not-here', reason: 'offline' })

    const { file } = account
    const { userId } = account.account
    await account.close()
    account = await openTestAccount({ url: site.proxy.url, token: 'a.b.c', userId, file })
    expect(await read(id, seen?.id ?? '')).toEqual(before)
  })

  test('is asked for again where it is an autosave, which may have become another one', async () => {
    const { id } = await storyOf('Typed into', 0)
    const autosave = (title: string) =>
      other.ask('PATCH', `/posts/${id}?draft=true&autosave=true&locale=en`, { title, _status: 'draft' })
    await autosave('Typed')
    const [newest] = await rowsOf(id)
    const titleOf = async () => {
      const answer = await read(id, newest?.id ?? '')
      return answer.outcome === 'here' && answer.data['title']
    }
    expect(await titleOf()).toEqual({ en: 'Typed' })
    await autosave('Typed on')
    expect(await titleOf()).toEqual({ en: 'Typed on' })
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await titleOf()).toEqual({ en: 'Typed on' })
  })

  test('that the server has pruned since is asked for all the same, and what is kept of it is told from what the server has', async () => {
    const { id, rows } = await storyOf('Pruned', 1)
    const oldest = rows.at(-1)?.id ?? ''
    const seen = await read(id, oldest)
    expect(seen).toMatchObject({ outcome: 'here', gone: false })
    site.proxy.addRule({
      match: ({ path }) => path.includes(`/versions/${oldest}`),
      fault: { kind: 'status', status: 404 },
    })
    expect(await read(id, oldest)).toEqual({ ...seen, gone: true })
    site.proxy.clearRules()
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await read(id, oldest)).toEqual(seen)
  })

  test('of a global that the server has really pruned is shown from this computer, and so it is said', async () => {
    const ref = { kind: 'global', slug: 'header' } as const
    const save = (n: number) =>
      other.ask('POST', '/globals/header?locale=en', { tagline: `Kept ${n}`, _status: 'published' })
    await save(0)
    const query = { ref, page: 1, limit: 1, sort: '-updatedAt' as const }
    await refreshVersions(account.site, query)
    const versionId = (await account.site.store.listVersions(query)).rows[0]?.id ?? ''
    expect(await readVersion(account.site, { ref, versionId })).toMatchObject({ gone: false })
    for (let n = 1; n <= 21; n += 1) await save(n)
    expect(await readVersion(account.site, { ref, versionId })).toMatchObject({
      outcome: 'here',
      gone: true,
      data: { tagline: { en: 'Kept 0' } },
    })
  })

  test('that may not be read any more is refused, and forgotten here; a server in trouble takes nothing away', async () => {
    const { id, rows } = await storyOf('Withdrawn', 1)
    const [newest, older] = rows.map((row) => row.id)
    const seen = await read(id, newest ?? '')
    const seenOlder = await read(id, older ?? '')
    const answerWith = (status: number) => {
      site.proxy.clearRules()
      site.proxy.addRule({
        match: ({ path }) => path.includes(status === 403 ? '/versions' : `/versions/${newest}`),
        fault: { kind: 'status', status },
      })
    }
    answerWith(500)
    expect(await read(id, newest ?? '')).toEqual(seen)
    answerWith(403)
    expect(await read(id, newest ?? '')).toMatchObject({ outcome: 'not-here', reason: 'refused' })
    site.proxy.clearRules()
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await read(id, newest ?? '')).toMatchObject({ outcome: 'not-here', reason: 'offline' })
    expect(await read(id, older ?? '')).toEqual(seenOlder)
  })

  test('that was pruned is still here for somebody whose access has conditions, to whom the server says that as 403', async () => {
    const { id, rows } = await storyOf('Let go under conditions', 1)
    const older = rows[1]?.id ?? ''
    const seen = await read(id, older)
    site.proxy.addRule({
      match: ({ path }) => path.includes(`/versions/${older}`),
      fault: { kind: 'status', status: 403 },
    })
    expect(await read(id, older)).toEqual({ ...seen, gone: true })
    expect(await account.site.store.versionContent({ ref: post(id), versionId: older })).not.toBeNull()
  })

  test('of another document is none of this one', async () => {
    const one = await storyOf('One', 0)
    const two = await storyOf('Two', 0)
    expect(await read(one.id, two.rows[0]?.id ?? '')).toEqual({
      outcome: 'not-here',
      reason: 'gone',
      message: '',
    })
  })

  test('that the server does not have any more is gone, with its words', async () => {
    const { id, rows } = await storyOf('Deleted', 0)
    await other.ask('DELETE', `/posts/${id}`)
    expect(await read(id, rows[0]?.id ?? '')).toEqual({
      outcome: 'not-here',
      reason: 'gone',
      message: 'Not Found',
    })
  })

  test('that cannot be asked for says why', async () => {
    const { id, rows } = await storyOf('Far away', 0)
    const versionId = rows[0]?.id ?? ''
    site.proxy.addRule({
      match: ({ path }) => path.includes('/versions/'),
      fault: { kind: 'status', status: 403 },
    })
    expect(await read(id, versionId)).toMatchObject({ outcome: 'not-here', reason: 'refused' })
    site.proxy.clearRules()
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    expect(await read(id, versionId)).toEqual({ outcome: 'not-here', reason: 'offline', message: '' })
    site.proxy.clearRules()
    await account.connection.check()
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    expect(await read(id, versionId)).toEqual({ outcome: 'not-here', reason: 'signed-out', message: '' })
  })
})

describe('what stands around a version', () => {
  test('is told by the server: one before, one after, and what was published before', async () => {
    const { id, rows } = await storyOf('In a row', 3)
    const [newest, second, third, published] = rows
    const around = (of: VersionRow | undefined) =>
      readAround(account.site, { ref: post(id), versionId: of?.id ?? '', at: of?.updatedAt ?? '' })
    expect(await around(second)).toEqual({
      before: expect.objectContaining({ id: third?.id }),
      after: expect.objectContaining({ id: newest?.id }),
      publishedBefore: expect.objectContaining({ id: published?.id }),
      source: 'server',
    })
    expect(await around(newest)).toMatchObject({ after: null })
    expect(await around(published)).toMatchObject({ before: null, publishedBefore: null })
  })

  test('is told as far as it is known here where the server cannot be reached', async () => {
    const { id, rows } = await storyOf('In a row without network', 3)
    const [newest, second, third, published] = rows
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    const asked = { ref: post(id), versionId: second?.id ?? '', at: second?.updatedAt ?? '' }
    expect(await readAround(account.site, asked)).toEqual({
      before: third,
      after: newest,
      publishedBefore: published,
      source: 'computer',
    })
  })
})
