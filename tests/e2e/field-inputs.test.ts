import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { violationsOf } from './support/axe.ts'
import { eventually } from './support/eventually.ts'
import { saveDraft } from './support/form.ts'
import { demoPassword, login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { findId, readWhole, toTheByte } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login('admin@example.com'))
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'admin@example.com')
  await goTo(page, `/collections${sink}`)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const box = (name: string): Locator => page.getByRole('textbox', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
const chip = (name: string): Locator => page.getByRole('button', { name, exact: true })

/** Shows the window in a language. */
async function speak(language: 'ar' | 'en'): Promise<void> {
  await page.evaluate((wanted) => window.galley.call('app.setLanguage', { language: wanted }), language)
  await page.reload()
}

/** Puts another text into an editor of code, as it is typed. */
async function retype(name: string, text: string): Promise<void> {
  await box(name).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('S7.15 S3.09 (part) S3.08 (part) S5.26 (part) nothing comes from elsewhere for the code editor; tags, choices, places, code and JSON arrive on the server, and nothing else changes', async () => {
  const blocked = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ blockedURI }) => resolve(blockedURI))
        addEventListener('looked', () => resolve('nothing'))
      }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const before = await readWhole(cms, sink, token)

  // By keyboard: a tag is added, one removed, one moved.
  await box('Text Many').focus()
  await page.keyboard.type('night ferry')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Backspace')
  for (const key of ['ArrowLeft', 'Delete', 'Home', 'Alt+ArrowRight']) await page.keyboard.press(key)
  // CodeMirror is there as soon as its field is seen.
  await retype('Code', 'const fare: number = 12\nexport default fare')
  expect(await box('Code').locator('.cm-line').first().locator('span').count()).toBeGreaterThan(1)
  await retype('Json', '{"to": ')
  await page.getByText('This field has an invalid input.').waitFor()
  await retype('Json', '{"to": ["Bodø"], "none": []}')
  await retype('Json Schema', '{"from": "Oslo"}')

  await tab('Numbers and dates')
  await box('Number Many').fill('5x')
  await page.getByText('Please enter a valid number.').waitFor()
  await box('Number Many').fill('-0,5')
  await box('Number Many').press('Enter')
  await page.getByRole('button', { name: 'Remove 96', exact: true }).click()
  await box('Longitude').fill('10.75')
  await box('Latitude').fill('59,91')

  await tab('Choices')
  await chip('west').dragTo(chip('north'), { targetPosition: { x: 2, y: 8 } })
  await eventually(() =>
    page.getByRole('list', { name: 'Select Many' }).getByRole('listitem').allTextContents(),
  ).toEqual(['west', 'north'])
  await saveDraft(page)

  const after = await readWhole(cms, sink, token)
  expect(after).toMatchObject({
    textMany: ['snow fence', 'birch', 'night ferry'],
    code: 'const fare: number = 12\nexport default fare',
    json: { to: ['Bodø'], none: [] },
    jsonSchema: { from: 'Oslo' },
    numberMany: [94, 3801, -0.5],
    point: [10.75, 59.91],
    selectMany: { en: ['west', 'north'] },
  })
  const edited = ['textMany', 'code', 'json', 'jsonSchema', 'numberMany', 'point', 'selectMany.en']
  const aside = [...edited, 'updatedAt', '_status', 'children']
  expect(toTheByte(after, aside)).toEqual(toTheByte(before, aside))
  await page.evaluate(() => dispatchEvent(new Event('looked')))
  expect(await blocked).toBe('nothing')
  // The editor and its languages are part of the app.
  expect(asked.filter((url) => !/^(app|blob|data):/.test(url))).toEqual([])
  expect(asked.filter((url) => url.startsWith('app://bundle/')).length).toBeGreaterThan(0)
})

test('S9.14 an editor is as high as its lines, and follows them', async () => {
  await tab('Texts')
  const height = () =>
    box('Code').evaluate((content) => content.closest('[dir="ltr"]')?.getBoundingClientRect().height)
  await retype('Code', '1')
  await eventually(height).toBe(56)
  await retype('Code', Array.from({ length: 10 }, (_, line) => `line ${line}`).join('\n'))
  await eventually(height).toBe(182)
})

test('a date is in its zone, and its time is chosen from a list in the steps of the site', async () => {
  await tab('Numbers and dates')
  const group = page.getByRole('group', { name: 'Date Time', exact: true }).first()
  await group.getByRole('button', { name: 'Open the calendar' }).click()
  await page.getByRole('listbox', { name: 'Times' }).getByRole('option').nth(5).click()
  await page.keyboard.press('Escape')
  // While it closes, keys are its own.
  await page.getByRole('listbox', { name: 'Times' }).waitFor({ state: 'detached' })
  await saveDraft(page)
  const { dateTime } = await readWhole(cms, sink, token)
  expect(String(Reflect.get(Object(dateTime), 'en'))).toMatch(/T01:15:00\.000Z$/)
})

test('from right to left a time still begins with its hours', async () => {
  await speak('ar')
  await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  await tab('Numbers and dates')
  const group = page.getByRole('group', { name: 'Date Time Only', exact: true }).first()
  await group.getByRole('spinbutton').nth(1).waitFor()
  const places = await group
    .getByRole('spinbutton')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left))
  expect(places[0]).toBeLessThan(places[1] ?? 0)
  await speak('en')
  await eventually(() => page.evaluate(() => document.documentElement.dir)).toBe('ltr')
})

test('what is typed into inputs is accessible in all states that were opened', async () => {
  for (const name of ['Texts', 'Numbers and dates', 'Choices']) {
    await tab(name)
    expect([name, await violationsOf(page)]).toEqual([name, []])
  }
})

test('S5.15 a password has to be the same twice, and lets its user in', async () => {
  const id = await findId(cms, 'members', 'username', 'demo', token)
  await goTo(page, `/collections/members/${id}`)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const submit = () => page.getByRole('button', { name: 'Change Password' }).click()
  await submit()
  await eventually(() => page.getByText('This field is required.').count()).toBe(2)
  const [password, confirmation] = [page.getByLabel('New Password'), page.getByLabel('Confirm Password')]
  await password.fill('Sleeper-7')
  await confirmation.fill('Sleeper-8')
  await page.getByText('Passwords do not match.').waitFor()
  await confirmation.fill('')
  await page.getByText('This field is required.').waitFor()
  await confirmation.fill('Sleeper-7')
  await submit()
  await page.getByText('The password was changed.').waitFor()
  expect((await cms.login('demo', 'Sleeper-7', 'members')).user['username']).toBe('demo')
  await expect(cms.login('demo', demoPassword, 'members')).rejects.toThrow('login failed')
})

test('an API key is made, shown once, and revoked', async () => {
  await page.getByRole('button', { name: 'Generate an API key' }).click()
  const key = await box('API Key').inputValue()
  const asProgram = () =>
    cms.request('GET', '/members/me', { headers: { authorization: `members API-Key ${key}` } })
  expect((await asProgram()).json).toMatchObject({ user: { username: 'demo' } })
  await page.reload()
  await page.getByText('The server has an API key for this account.').waitFor()
  expect(await box('API Key').count()).toBe(0)
  await page.getByRole('button', { name: 'Revoke the API key…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('There is no API key.').waitFor()
  expect((await asProgram()).json).toMatchObject({ user: null })
})
