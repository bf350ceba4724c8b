import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chooseForList,
  keptOfList,
  refreshListPreference,
  chooseNav,
  readNav,
  refreshNav,
} from '../../main/server/read/preferences.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import type { ListQuery } from '../../shared/ipc.ts'
import { NOTHING_KEPT } from '../../shared/lists/list-preference.ts'
import {
  openSignedIn,
  openTestSite,
  otherEditor,
  signIn,
  type TestAccount,
  type TestSite,
} from './main-site.ts'
import { EDITOR } from './support/cms.ts'

let site: TestSite
let account: TestAccount
/** The same user in the web admin. */
let web: ReturnType<typeof otherEditor>

beforeAll(async () => {
  site = await openTestSite()
  web = otherEditor(site.cms.url, (await signIn(site.cms.url, EDITOR)).token)
})
afterAll(() => site.dispose())
beforeEach(async () => {
  site.proxy.clearRules()
  account = await openSignedIn(site)
})
afterEach(() => account.dispose())

const columns = (...names: string[]) =>
  names.map((name) => ({ accessor: name.replace('-', ''), active: !name.startsWith('-') }))
const PLACE = '/payload-preferences/collection-posts'
const onServer = async () => (await web.ask('GET', PLACE))['value']

describe('F43 the columns of a list', () => {
  test('S3.37 are kept with the user on the server, and what else is remembered there stays', async () => {
    await web.ask('POST', PLACE, { value: { groupBy: 'season', columns: columns('title') } })
    await chooseForList(account.site, 'posts', { columns: columns('slug', '-title') })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'unchanged' })
    expect(await onServer()).toEqual({ groupBy: 'season', columns: columns('slug', '-title') })
  })

  test('S3.37 that were chosen in the web admin are taken over', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title', 'kicker') } })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'updated' })
    expect((await keptOfList(account.site, 'posts')).columns).toEqual(columns('title', 'kicker'))
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'unchanged' })
  })

  test('chosen offline count at once, and go to the server when it answers again', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title') } })
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await chooseForList(account.site, 'posts', { columns: columns('slug') })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'offline' })
    expect((await keptOfList(account.site, 'posts')).columns).toEqual(columns('slug'))
    site.proxy.clearRules()
    await account.connection.check()
    await refreshListPreference(account.site, 'posts')
    expect(await onServer()).toEqual({ columns: columns('slug') })
  })

  test('are those of the site again after a reset, here and there', async () => {
    await chooseForList(account.site, 'posts', { columns: columns('slug') })
    await refreshListPreference(account.site, 'posts')
    await chooseForList(account.site, 'posts', { columns: null })
    await refreshListPreference(account.site, 'posts')
    expect((await keptOfList(account.site, 'posts')).columns).toBeNull()
    expect(await onServer()).not.toHaveProperty('columns')
  })

  test('F43 S3.37 of a session that has ended stay as they were', async () => {
    await web.ask('POST', PLACE, { value: { limit: 50, columns: columns('title') } })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'updated' })
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'signed-out' })
    expect((await keptOfList(account.site, 'posts')).columns).toEqual(columns('title'))
    await chooseForList(account.site, 'posts', { columns: columns('slug') })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'signed-out' })
    expect((await keptOfList(account.site, 'posts')).columns).toEqual(columns('slug'))
    expect(await onServer()).toEqual({ limit: 50, columns: columns('title') })
  })

  test('F43 S3.37 an answer that comes after a choice was made and sent does not take it back', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title') } })
    await refreshListPreference(account.site, 'posts')
    let second: Promise<unknown> = Promise.resolve()
    site.proxy.addRule({
      match: ({ method, path }) => method === 'GET' && path.includes('/payload-preferences/'),
      times: 1,
      fault: {
        kind: 'late',
        meanwhile: async () => {
          await chooseForList(account.site, 'posts', { columns: columns('slug') })
          second = refreshListPreference(account.site, 'posts')
          // Turns enough for a second refresh that did not wait for the first to send the choice.
          for (let turn = 0; turn < 20; turn += 1) await onServer()
        },
      },
    })
    await refreshListPreference(account.site, 'posts')
    await second
    expect((await keptOfList(account.site, 'posts')).columns).toEqual(columns('slug'))
    expect(await onServer()).toEqual({ columns: columns('slug') })
  })

  test('F43 S3.37 (part) a choice is kept that is made in any moment in which a refresh looks at what is kept', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title') } })
    for (const moment of [1, 2, 3]) {
      const { store } = account.site
      const choice = columns('slug', `-kicker${moment}`)
      let looks = 0
      let chosen: Promise<unknown> = Promise.resolve()
      const watched: typeof account.site = {
        ...account.site,
        store: {
          ...store,
          getResource: async (key) => {
            const found = await store.getResource(key)
            looks += 1
            if (looks === moment) chosen = chooseForList(watched, 'posts', { columns: choice })
            return found
          },
        },
      }
      await chooseForList(watched, 'posts', { columns: columns('title', `-slug${moment}`) })
      await refreshListPreference(watched, 'posts')
      await chosen
      expect(looks).toBeGreaterThanOrEqual(moment)
      expect((await keptOfList(account.site, 'posts')).columns).toEqual(choice)
      await refreshListPreference(account.site, 'posts')
      expect(await onServer()).toEqual({ columns: choice })
    }
  })

  test('rows of a page and sorting are chosen as columns are, each by itself', async () => {
    await web.ask('POST', PLACE, { value: { limit: 50, sort: '-title', columns: columns('title') } })
    expect(await refreshListPreference(account.site, 'posts')).toEqual({ outcome: 'updated' })
    expect(await keptOfList(account.site, 'posts')).toEqual({
      columns: columns('title'),
      limit: 50,
      sort: '-title',
      listViewType: null,
    })
    await chooseForList(account.site, 'posts', { sort: 'slug' })
    await chooseForList(account.site, 'posts', { limit: 25 })
    await refreshListPreference(account.site, 'posts')
    expect(await onServer()).toEqual({ limit: 25, sort: 'slug', columns: columns('title') })
  })

  test('nothing is chosen where nobody ever did', async () => {
    expect(await refreshListPreference(account.site, 'authors')).toEqual({ outcome: 'unchanged' })
    expect(await keptOfList(account.site, 'authors')).toEqual(NOTHING_KEPT)
  })

  test('bring values with them that lists leave out', async () => {
    const order = { page: 1, limit: 5, sort: '-updatedAt', search: '', where: null, locale: 'en' }
    const query: ListQuery = { slug: 'posts', ...order }
    await refreshList(account.site, query, () => undefined)
    expect((await account.site.store.list(query)).rows[0]?.data).not.toHaveProperty('layout')
    const more = { ...query, columns: ['layout'] }
    await refreshList(account.site, more, () => undefined)
    expect((await account.site.store.list(more)).rows[0]?.data).toHaveProperty('layout')
  })
})

describe('what is open of the navigation', () => {
  const NAV = '/payload-preferences/nav'
  const navOnServer = async () => (await web.ask('GET', NAV))['value']
  const closed = { open: false }
  beforeEach(() => web.ask('POST', NAV, { value: {} }))

  test('S2.18 (part) S2.23 (part) is all where nobody has closed anything', async () => {
    expect(await refreshNav(account.site)).toEqual({ outcome: 'unchanged' })
    expect(await readNav(account.site)).toEqual({ open: true, groups: {} })
    await web.ask('POST', NAV, { value: { open: 'yes', groups: { Content: 7 } } })
    await refreshNav(account.site)
    expect(await readNav(account.site)).toEqual({ open: true, groups: {} })
  })

  test('S2.18 (part) is kept with the user on the server, each group by itself, and what else is remembered there stays', async () => {
    await web.ask('POST', NAV, { value: { open: false, groups: { Globals: closed }, width: 7 } })
    await chooseNav(account.site, { groups: { Content: closed } })
    expect(await refreshNav(account.site)).toEqual({ outcome: 'updated' })
    const groups = { Globals: closed, Content: closed }
    expect(await navOnServer()).toEqual({ open: false, groups, width: 7 })
    expect(await readNav(account.site)).toEqual({ open: false, groups })
    expect(await refreshNav(account.site)).toEqual({ outcome: 'unchanged' })
  })

  test('S2.18 (part) S2.23 (part) closed offline counts at once, and goes to the server with what was closed elsewhere', async () => {
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await chooseNav(account.site, { open: false })
    await chooseNav(account.site, { groups: { Content: closed } })
    await chooseNav(account.site, { groups: { Globals: closed, Content: { open: true } } })
    expect(await refreshNav(account.site)).toEqual({ outcome: 'offline' })
    const mine = { Content: { open: true }, Globals: closed }
    expect(await readNav(account.site)).toEqual({ open: false, groups: mine })
    await web.ask('POST', NAV, { value: { groups: { System: closed, Content: closed } } })
    site.proxy.clearRules()
    await account.connection.check()
    await refreshNav(account.site)
    expect(await navOnServer()).toEqual({ open: false, groups: { System: closed, ...mine } })
    expect(await readNav(account.site)).toEqual({ open: false, groups: { System: closed, ...mine } })
  })

  test('S2.18 (part) a group that is opened again while its closing is sent is open', async () => {
    site.proxy.addRule({
      match: ({ method, path }) => method === 'POST' && path.endsWith(NAV),
      times: 1,
      fault: {
        kind: 'late',
        meanwhile: () => chooseNav(account.site, { groups: { Content: { open: true } } }),
      },
    })
    await chooseNav(account.site, { groups: { Content: closed, Globals: closed } })
    await refreshNav(account.site)
    const groups = { Content: { open: true }, Globals: closed }
    expect(await readNav(account.site)).toEqual({ open: true, groups })
    await refreshNav(account.site)
    expect(await navOnServer()).toEqual({ groups })
  })

  test('S2.18 (part) of a session that has ended stays as it was', async () => {
    await chooseNav(account.site, { groups: { Content: closed } })
    await refreshNav(account.site)
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    await chooseNav(account.site, { open: false })
    expect(await refreshNav(account.site)).toEqual({ outcome: 'signed-out' })
    expect(await readNav(account.site)).toEqual({ open: false, groups: { Content: closed } })
  })
})
