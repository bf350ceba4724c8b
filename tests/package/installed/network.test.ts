import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goTo } from '../../e2e/support/addresses.ts'
import { eventually } from '../../e2e/support/eventually.ts'
import { login } from '../../e2e/support/galley-app.ts'
import { openDocument, openList, titleInput, untilDocumentIs } from '../../e2e/support/screens.ts'
import { startCms, type Cms } from '../../integration/support/cms.ts'
import { makeCertificates, type Certificates } from './certificates.ts'
import { apt, makeDeb, makeHome, purge, startInstalled, user, type Home } from './installed-galley.ts'
import { makeOwnNetwork, RESOLVER, SERVER, type OwnNetwork } from './own-network.ts'

/* Every packet of the installed program, in a network where there is nobody but the CMS and who knows names. */

let work: string
let cms: Cms
let home: Home
let certificates: Certificates
let network: OwnNetwork | undefined

beforeAll(async () => {
  // Short: sockets are made in it.
  work = mkdtempSync('/tmp/galley-net-')
  purge()
  apt('install', makeDeb(join(work, 'made')))
  cms = await startCms({ seed: 'full' })
  certificates = makeCertificates(work)
  home = makeHome()
  trustAuthority()
  const { certificate, key, host } = certificates.server
  network = await makeOwnNetwork({ host, port: cms.port, certificate, key, folder: work })
})
afterAll(async () => {
  purge()
  await network?.close()
  await cms.dispose()
  home.remove()
  rmSync(work, { recursive: true, force: true })
})

/** As IT does with the root certificate of a company. */
function trustAuthority(): void {
  const store = join(home.folder, '.pki/nssdb')
  mkdirSync(store, { recursive: true })
  const database = ['-d', `sql:${store}`]
  execFileSync('certutil', ['-N', '--empty-password', ...database])
  execFileSync('certutil', ['-A', ...database, '-n', 'tests', '-t', 'C,,', '-i', certificates.authority])
  execFileSync('chown', ['-R', `${user}:${user}`, join(home.folder, '.pki')])
}

test('M.07 (part) the program asks for the name of the CMS, talks to the CMS, and to nobody else', async () => {
  if (network === undefined) throw new Error('there is no network')
  const { host } = certificates.server
  const args = [`--remote-debugging-port=${network.debuggingPort}`]
  const galley = await startInstalled(home, `https://${host}`, { args, within: network.enter })
  const { page } = galley
  await login(page, 'editor@example.com')
  await page.getByRole('button', { name: 'Keep everything' }).click()

  await openList(page, 'Posts')
  await openDocument(page, 'Bread, butter, cloudberries')
  await titleInput(page).fill('Bread, and who hears of it')
  await untilDocumentIs(page, 'Saved')
  await page.getByRole('button', { name: 'Live Preview' }).click()
  await page.getByRole('region', { name: 'Live Preview' }).waitFor()
  await openList(page, 'Media')
  const picture = page.getByRole('main').locator('img').first()
  await eventually(() =>
    picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth),
  ).toBeGreaterThan(0)
  await goTo(page, '/diagnostics')
  await page.getByRole('listitem').filter({ hasText: 'Signed in' }).filter({ hasText: 'OK' }).waitFor()
  await goTo(page, '/account')
  await page.getByText('Everything within your limits is on this computer, except users').waitFor()
  expect(await galley.quit()).toBe(0)

  expect(await network.seen()).toEqual({
    names: [host],
    contacts: [`tcp ${SERVER} 443`, `udp ${RESOLVER} 53`],
    dropped: '0',
  })
})
