import { afterEach, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { cookiesOf } from './support/cookies.ts'
import { eventually } from './support/eventually.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp

afterEach(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

/** Signs in at that address of the site, and chooses the dark theme. */
async function chooseDark(route: string): Promise<void> {
  galley = await startGalley({ server: proxy.url + route, dataFolder: newDataFolder() })
  await login(galley.page, 'editor@example.com')
  await goTo(galley.page, '/account')
  await galley.page
    .getByRole('radiogroup', { name: 'Admin Theme' })
    .locator('label')
    .filter({ hasText: 'Dark' })
    .click()
}

const themes = async (): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {}
  for (const name of ['payload-theme', 'nordlys-theme', '-theme'])
    found[name] = (await cookiesOf(galley, proxy.url, name)).map(({ value }) => value)
  return found
}

const none = { 'payload-theme': [], 'nordlys-theme': [], '-theme': [] }

test.each([
  ['has none of its own', [], '', 'payload', 'payload-theme'],
  ['has one of its own', ['--own-routes'], '/cms-api', 'nordlys', 'nordlys-theme'],
  ['has an empty one', [], '', '', 'payload-theme'],
])(
  'S3.40 the theme is a cookie under the prefix of the site, where it %s',
  async (_name, args, route, prefix, cookie) => {
    cms = await startCms({ seed: 'small', args })
    proxy = await startFaultProxy(cms.url)
    if (prefix === '')
      proxy.addRule({
        match: ({ path }) => path === '/api/desktop',
        fault: {
          kind: 'rewrite',
          body: (answered) => answered.replace('"cookiePrefix":"payload"', '"cookiePrefix":""'),
        },
      })
    await chooseDark(route)
    await eventually(themes).toEqual({ ...none, [cookie]: ['dark'] })
    // The prefix is the site's: its session is under it too.
    expect(await cookiesOf(galley, proxy.url, `${prefix}-token`)).toHaveLength(1)
  },
)
