import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { demoPassword, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { titleInput, untilDocumentIs } from './support/screens.ts'

/* Features of a collection by its own configuration, on the screen and on the server. */

let dataDir: string
let cms: Cms
let galley: GalleyApp
let page: Page
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'galley-capabilities-'))
  const script = path.join(import.meta.dirname, '../integration/support/capabilities-site.ts')
  cms = await startCms({ dataDir, script })
  ;({ token } = await cms.login('editor@example.com'))
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await page.getByRole('textbox', { name: 'Email' }).fill('editor@example.com')
  await page.locator('input[type=password]').fill(demoPassword)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
})
afterAll(async () => {
  await galley.close()
  await cms.dispose()
  await rm(dataDir, { recursive: true, force: true })
})

const header = () => page.getByRole('main').locator('header').first()
const ask = async (address: string) => (await cms.request('GET', address, { token })).json

const KINDS = ['none', 'kept', 'drafts', 'autosave'] as const
const SETS = KINDS.flatMap((kind) =>
  ['one', 'per'].flatMap((locales) =>
    ['flat', 'nested'].map((depth) => ({ kind, locales, depth, slug: `${kind}-${locales}-${depth}` })),
  ),
)

/** Creates a document, published if its collection has drafts. */
async function make(slug: string, kind: (typeof KINDS)[number], depth: string): Promise<string> {
  const words = { note: 'Before' }
  const body = {
    title: 'First',
    secret: 'Not for the eyes of users',
    ...(depth === 'nested' ? { inside: words } : words),
    ...((kind === 'drafts' || kind === 'autosave') && { _status: 'published' }),
  }
  return String(at(ok(await cms.request('POST', `/${slug}?locale=en`, { token, body })).json, 'doc', 'id'))
}

/** Returns the server's state once an unsaved edit is on this computer. */
async function stays<T>(onTheServer: () => Promise<T>): Promise<T> {
  await untilDocumentIs(page, 'Only on this computer')
  return onTheServer()
}

test('S1.02 versions, drafts, autosave, localized and nested fields are each there or not, whatever of the others is, as the configuration of the collection says', async () => {
  for (const { kind, locales, depth, slug } of SETS) {
    const hasDrafts = kind === 'drafts' || kind === 'autosave'
    const id = await make(slug, kind, depth)
    await goTo(page, `/collections/${slug}/${id}?locale=en`)
    await titleInput(page).waitFor()
    await untilDocumentIs(page, 'Saved')
    const has = async (...names: string[]) =>
      Promise.all(names.map((name) => header().getByRole('button', { name, exact: true }).count()))
    const note = page.getByRole('textbox', { name: 'Note' })
    const shown = {
      slug,
      saves: await has('Save', 'Save Draft', 'Publish changes'),
      versions: await header()
        .getByRole('link', { name: /^Versions/ })
        .count(),
      locale: await page
        .getByRole('main')
        .locator('label')
        .filter({ hasText: /^Title$/ })
        .locator('..')
        .getByText('en', { exact: true })
        .count(),
      group: await page.getByRole('group', { name: 'Inside' }).getByRole('textbox', { name: 'Note' }).count(),
    }
    expect(shown).toEqual({
      slug,
      saves: hasDrafts ? [0, 1, 1] : [1, 0, 0],
      versions: kind === 'none' ? 0 : 1,
      locale: locales === 'per' ? 1 : 0,
      group: depth === 'nested' ? 1 : 0,
    })

    await titleInput(page).fill('Second')
    await note.fill('After')
    const onTheServer = async () => at(await ask(`/${slug}/${id}?draft=true&locale=en`), 'title')
    const unsaved = kind === 'autosave' ? 'Second' : await stays(onTheServer)
    expect({ slug, unsaved }).toEqual({ slug, unsaved: kind === 'autosave' ? 'Second' : 'First' })
    if (kind !== 'autosave')
      await header()
        .getByRole('button', { name: hasDrafts ? 'Save Draft' : 'Save', exact: true })
        .click()
    await untilDocumentIs(page, 'Saved')
    const [draft, live] = await Promise.all(
      [true, false].map((isDraft) => ask(`/${slug}/${id}?draft=${String(isDraft)}&locale=all&depth=0`)),
    )
    const versions = await cms.request('GET', `/${slug}/versions?where[parent][equals]=${id}&depth=0`, {
      token,
    })
    const noteOf = (of: unknown) => (depth === 'nested' ? at(of, 'inside', 'note') : at(of, 'note'))
    const inLocales = (value: string) => (locales === 'per' ? { en: value } : value)
    expect({
      slug,
      draft: [at(draft, 'title'), noteOf(draft)],
      live: [at(live, 'title'), noteOf(live)],
      versions: versions.status < 300 ? Number(at(versions.json, 'totalDocs')) > 1 : false,
    }).toEqual({
      slug,
      draft: [inLocales('Second'), inLocales('After')],
      live: hasDrafts ? [inLocales('First'), inLocales('Before')] : [inLocales('Second'), inLocales('After')],
      versions: kind !== 'none',
    })
  }
})

test('S5.28 a field that this user may not read is neither in the form nor in a comparison, and stays on the server', async () => {
  const slug = 'kept-one-flat'
  const id = await make(slug, 'kept', 'flat')
  await goTo(page, `/collections/${slug}/${id}`)
  await titleInput(page).fill('Second')
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
  await untilDocumentIs(page, 'Only on this computer')
  expect(await page.getByText('Secret').count()).toBe(0)
  await header().getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  await header()
    .getByRole('link', { name: /^Versions/ })
    .click()
  await page.getByRole('table', { name: 'Versions' }).locator('tbody').getByRole('link').first().click()
  await page.getByRole('main').getByRole('group', { name: 'Title' }).waitFor()
  const modifiedOnly = page.getByRole('main').getByRole('checkbox', { name: 'Modified only' })
  if (await modifiedOnly.isChecked()) await modifiedOnly.press('Space')
  await page.getByRole('main').getByRole('group', { name: 'Note' }).waitFor()
  expect(await page.getByText('Secret').count()).toBe(0)
  expect(await page.getByText('Not for the eyes').count()).toBe(0)
})
