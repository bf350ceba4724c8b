import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chooseColumns, chosenColumns, refreshColumns } from '../../main/server/read/list-preferences.ts'
import { refreshList } from '../../main/server/read/read-lists.ts'
import type { ListQuery } from '../../shared/ipc.ts'
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
    await web.ask('POST', PLACE, { value: { limit: 50, columns: columns('title') } })
    await chooseColumns(account.site, 'posts', columns('slug', '-title'))
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'unchanged' })
    expect(await onServer()).toEqual({ limit: 50, columns: columns('slug', '-title') })
  })

  test('S3.37 that were chosen in the web admin are taken over', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title', 'kicker') } })
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'updated' })
    expect(await chosenColumns(account.site, 'posts')).toEqual(columns('title', 'kicker'))
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'unchanged' })
  })

  test('chosen offline count at once, and go to the server when it answers again', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title') } })
    site.proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
    await chooseColumns(account.site, 'posts', columns('slug'))
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'offline' })
    expect(await chosenColumns(account.site, 'posts')).toEqual(columns('slug'))
    site.proxy.clearRules()
    await account.connection.check()
    await refreshColumns(account.site, 'posts')
    expect(await onServer()).toEqual({ columns: columns('slug') })
  })

  test('are those of the site again after a reset, here and there', async () => {
    await chooseColumns(account.site, 'posts', columns('slug'))
    await refreshColumns(account.site, 'posts')
    await chooseColumns(account.site, 'posts', null)
    await refreshColumns(account.site, 'posts')
    expect(await chosenColumns(account.site, 'posts')).toBeNull()
    expect(await onServer()).not.toHaveProperty('columns')
  })

  test('F43 S3.37 of a session that has ended stay as they were', async () => {
    await web.ask('POST', PLACE, { value: { limit: 50, columns: columns('title') } })
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'updated' })
    await account.site.client.request({ method: 'POST', path: '/users/logout' })
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'signed-out' })
    expect(await chosenColumns(account.site, 'posts')).toEqual(columns('title'))
    await chooseColumns(account.site, 'posts', columns('slug'))
    expect(await refreshColumns(account.site, 'posts')).toEqual({ outcome: 'signed-out' })
    expect(await chosenColumns(account.site, 'posts')).toEqual(columns('slug'))
    expect(await onServer()).toEqual({ limit: 50, columns: columns('title') })
  })

  test('F43 S3.37 an answer that comes after a choice was made and sent does not take it back', async () => {
    await web.ask('POST', PLACE, { value: { columns: columns('title') } })
    await refreshColumns(account.site, 'posts')
    let second: Promise<unknown> = Promise.resolve()
    site.proxy.addRule({
      match: ({ method, path }) => method === 'GET' && path.includes('/payload-preferences/'),
      times: 1,
      fault: {
        kind: 'late',
        meanwhile: async () => {
          await chooseColumns(account.site, 'posts', columns('slug'))
          second = refreshColumns(account.site, 'posts')
          // Turns enough for a second refresh that did not wait for the first to send the choice.
          for (let turn = 0; turn < 20; turn += 1) await onServer()
        },
      },
    })
    await refreshColumns(account.site, 'posts')
    await second
    expect(await chosenColumns(account.site, 'posts')).toEqual(columns('slug'))
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
            if (looks === moment) chosen = chooseColumns(watched, 'posts', choice)
            return found
          },
        },
      }
      await chooseColumns(watched, 'posts', columns('title', `-slug${moment}`))
      await refreshColumns(watched, 'posts')
      await chosen
      expect(looks).toBeGreaterThanOrEqual(moment)
      expect(await chosenColumns(account.site, 'posts')).toEqual(choice)
      await refreshColumns(account.site, 'posts')
      expect(await onServer()).toEqual({ columns: choice })
    }
  })

  test('nothing is chosen where nobody ever did', async () => {
    expect(await refreshColumns(account.site, 'authors')).toEqual({ outcome: 'unchanged' })
    expect(await chosenColumns(account.site, 'authors')).toBeNull()
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
