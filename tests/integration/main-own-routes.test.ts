import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshList } from '../../main/server/read/read-lists.ts'
import { refreshToken } from '../../main/server/session/token.ts'
import { editorLogin, install, type Installation } from './main-starts.ts'
import { startCms, type Cms } from './support/cms.ts'

/** A site whose API is at /cms-api, whose admin is at /desk, and which gives its token as `nordlys-token` only. */
let cms: Cms
let installation: Installation

beforeAll(async () => {
  cms = await startCms({ args: ['--own-routes'] })
  installation = await install()
})
afterAll(async () => {
  await installation.dispose()
  await cms.dispose()
})

test.each(['/cms-api', '/cms-api/', '/desk/../cms-api'])(
  'F36 the site is found by the address of its API: %s',
  async (typed) => {
    const { accounts, settings } = await installation.start()
    expect(await accounts.probe(cms.url + typed)).toMatchObject({
      outcome: 'ok',
      url: cms.url,
      name: 'Nordlys Travel',
    })
    expect(settings.siteOf(cms.url)).toMatchObject({ api: '/cms-api', cookiePrefix: 'nordlys' })
  },
)

test('F36 an address without the path of its API is not found, and not taken for a site without the plugin', async () => {
  const { accounts } = await installation.start()
  expect(await accounts.probe(cms.url)).toMatchObject({
    outcome: 'problem',
    problem: { code: 'not-a-cms' },
  })
})

test('F36 signing in, reading, renewing the token and the next start all go by what the site says', async () => {
  const { accounts } = await installation.start()
  await accounts.probe(`${cms.url}/cms-api`)
  const answer = await accounts.login(editorLogin(cms.url))
  expect(answer).toMatchObject({ outcome: 'ok' })
  const current = accounts.current()
  if (!current) throw new Error('nobody is signed in')
  expect(current.schema()?.routes).toEqual({ admin: '/desk', api: '/cms-api' })
  expect(current.schema()?.fallbackLanguages).toEqual(['de'])
  const query = {
    slug: 'posts',
    page: 1,
    limit: 5,
    sort: '-updatedAt',
    search: '',
    where: null,
    locale: 'en',
  }
  expect(await refreshList(current.site, query, () => undefined)).toEqual({ outcome: 'updated' })
  const fresh = await refreshToken(current.site.client, { collection: 'users', cookiePrefix: 'nordlys' })
  expect(fresh).toMatch(/^eyJ/)

  const next = await installation.start()
  await next.accounts.restore()
  expect((await next.accounts.current()?.connection.check())?.status).toBe('online')
})
