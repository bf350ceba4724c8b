import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { at, ok, startCms, type Cms } from '../integration/support/cms.ts'
import { goWithin } from './support/addresses.ts'
import { untilStill, violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { demoPassword, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId } from './support/whole-document.ts'
import { wordsIn, type Words } from './support/words.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let sink: string
let media: string
/** Names of controls in the present language. */
let word: Words

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  const { token } = await cms.login()
  sink = `/collections/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  const { json } = ok(await cms.request('GET', '/media?depth=0&limit=1', { token }))
  media = `/collections/media/${String(at(json, 'docs', 0, 'id'))}`
  await makeTrash(token)
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

/** Creates a post in the trash. */
async function makeTrash(token: string): Promise<void> {
  const body = { title: 'In the trash' }
  const { json } = ok(await cms.request('POST', '/posts?draft=true&locale=en&depth=0', { token, body }))
  const id = String(at(json, 'doc', 'id'))
  const deleted = { deletedAt: '2026-11-20T09:12:00.000Z' }
  ok(await cms.request('PATCH', `/posts/${id}?trash=true`, { token, body: deleted }))
}

/** Sets theme and language as the settings do, and reloads the screen. */
async function dress(theme: 'light' | 'dark', language: string): Promise<void> {
  await page.evaluate(
    async ([chosen, spoken]) => {
      await window.galley.call('app.setTheme', { theme: chosen })
      await window.galley.call('app.setLanguage', { language: spoken })
    },
    [theme, language] as const,
  )
  await page.reload()
  await eventually(() =>
    page.evaluate(() => {
      const { dataset, lang } = document.documentElement
      return [dataset['theme'], lang.split('-')[0]]
    }),
  ).toEqual([theme, language])
}

async function expectNothingWrong(): Promise<void> {
  await untilStill(page)
  expect(await violationsOf(page)).toEqual([])
}

const h1 = () => page.getByRole('heading', { level: 1 }).first()
const online = () => page.getByRole('contentinfo').getByRole('status').locator('svg').first()

/** Each screen with a check that it is ready; none depends on the language. */
const screens: [name: string, show: () => Promise<void>][] = [
  ['dashboard', () => open('/', () => page.locator('main section').first().waitFor())],
  ['list', () => open('/collections/posts', () => page.locator('main tbody tr').first().waitFor())],
  [
    'list without a match',
    () =>
      open('/collections/posts?search=nothing-like-this', () =>
        page.getByText(/nothing-like-this/).waitFor(),
      ),
  ],
  ['post', () => open('/collections/posts/1', () => page.locator('[id^="form-"][id$="-title"]').waitFor())],
  ['every field type', everyTab],
  ['document with errors', withErrors],
  [
    'new document',
    () => open('/collections/notes/create', () => page.locator('[id^="form-"][id$="-title"]').waitFor()),
  ],
  ['global', () => open('/globals/header', () => page.locator('[id^="form-"][id$="-tagline"]').waitFor())],
  [
    'versions',
    () => open('/collections/posts/1/versions', () => page.locator('main tbody tr').first().waitFor()),
  ],
  ['API view', () => open('/collections/posts/1/api', () => page.getByRole('treeitem').nth(1).waitFor())],
  ['trash', () => open('/collections/posts/trash', () => page.locator('main tbody tr').first().waitFor())],
  ['schedule', schedule],
  ['document drawer', documentDrawer],
  ['edit many', editMany],
  ['bulk upload', bulkUpload],
  ['crop dialog', cropDialog],
  [
    'chosen rows',
    () =>
      open('/collections/posts', async () => {
        await page.locator('main tbody input').first().click()
        await page.locator('main footer [role=group]').waitFor()
      }),
  ],
  ['empty outbox', () => open('/outbox', () => h1().waitFor())],
  ['settings', () => open('/account', () => page.getByRole('radio').first().waitFor())],
  ['not found', () => open('/nothing/here', () => h1().waitFor())],
  ['palette', palette],
  ['sign-out dialog', signOutDialog],
  ['menu', menu],
]

async function open(path: string, ready: () => Promise<void>): Promise<void> {
  // A dialog of the previous screen would cover this one.
  await page.keyboard.press('Escape')
  await goWithin(page, path)
  await ready()
  await online().waitFor()
}

async function everyTab(): Promise<void> {
  await open(sink, () => page.getByRole('tab').first().click())
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expectNothingWrong()
  }
}

async function withErrors(): Promise<void> {
  await open(sink, () => page.getByRole('tab').first().click())
  await page.locator('[id^="form-"][id$="-text"]').fill('ab')
  await page.locator('[id^="form-"][id$="-email"]').fill('nobody')
  await page.locator('main header [class*=split] button').first().click()
  await page.locator('[id^="form-"][id$="-text"][aria-invalid=true]').waitFor()
}

const button = (key: string) => page.getByRole('button', { name: word(key) })
const dialog = () => page.locator('section[role=dialog]').last()

async function schedule(): Promise<void> {
  await open('/collections/posts/1', () => page.locator('[id^="form-"][id$="-title"]').waitFor())
  await button('galley:edit.morePublish').click()
  await page.getByRole('menuitem', { name: word('version:schedulePublish') }).click()
  await dialog()
    .getByRole('button', { name: word('galley:actions.schedule.plan') })
    .click()
  await dialog().getByRole('alert').waitFor()
}

async function documentDrawer(): Promise<void> {
  await open(sink, () => page.getByRole('tab').nth(3).click())
  await button('galley:relation.edit').first().click()
  await dialog().locator('[id^="form-"]').first().waitFor()
}

async function editMany(): Promise<void> {
  await open('/collections/posts', async () => {
    await page.locator('main tbody input').first().click()
    await button('galley:actions.many.edit').click()
  })
  await dialog().locator('button[aria-haspopup=listbox]').first().click()
  await page.getByRole('option').nth(1).click()
  await page.keyboard.press('Escape')
  await dialog().getByRole('textbox').first().waitFor()
}

async function bulkUpload(): Promise<void> {
  await open('/collections/media', () => button('upload:bulkUpload').click())
  const files = ['one.png', 'two.exe'].map((name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('not a picture'),
  }))
  await dialog().locator('input[type=file][multiple]').setInputFiles(files)
  await dialog().getByRole('listitem').nth(1).waitFor()
}

async function cropDialog(): Promise<void> {
  await open(media, () => page.locator('main img').first().waitFor())
  await button('upload:editImage').click()
  await dialog().locator('img').waitFor()
}

async function palette(): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
}

async function signOutDialog(): Promise<void> {
  await open('/account', () => page.getByRole('radio').first().waitFor())
  await page
    .getByRole('main')
    .getByRole('button', { name: word('authentication:logOut'), exact: true })
    .click()
  await page.getByRole('alertdialog').waitFor()
}

async function menu(): Promise<void> {
  await open('/', () => page.locator('main section').first().waitFor())
  await page.locator('#sidebar button').first().click()
  await page.getByRole('menuitem').first().waitFor()
}

// Colours do not depend on the language, nor texts on the theme.
describe.each([
  ['light', 'en'],
  ['dark', 'en'],
  ['light', 'ar'],
] as const)('axe finds nothing, %s, %s', (theme, language) => {
  test('sign in', async () => {
    word = wordsIn(language)
    await dress(theme, language)
    await page.locator('input[type=password]').waitFor()
    await expectNothingWrong()
    await page.locator('input[type=password]').fill('wrong')
    await page.locator('input[name=username]').fill('editor@example.com')
    await page.keyboard.press('Enter')
    await page.locator('input[type=password][aria-invalid=true]').waitFor()
    await expectNothingWrong()
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.locator('main section').first().waitFor()
  })

  test.each(screens)('%s', async (_name, show) => {
    await show()
    await expectNothingWrong()
  })

  afterAll(async () => {
    await page.evaluate(() => window.galley.call('session.logout', undefined))
    await page.locator('input[type=password]').waitFor()
  })
})
