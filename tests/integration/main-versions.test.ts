import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readVersion } from '../../main/server/read/read-version.ts'
import { readAround, refreshVersions } from '../../main/server/read/read-versions.ts'
import type { VersionRow } from '../../shared/ipc.ts'
import {
  idOf,
  openSignedIn,
  openTestAccount,
  openTestSite,
  post,
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

/** A published post with newer drafts, its versions here, the newest first. */
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
