import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { describedBy, saveDraft, typeDate } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { untilDocumentIs } from './support/screens.ts'
import { findId, readIn, readPublished } from './support/whole-document.ts'

let cms: Cms
let proxy: FaultProxy
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  proxy = await startFaultProxy(cms.url)
  galley = await startGalley({ server: proxy.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
})

afterAll(async () => {
  await galley.close()
  await proxy.close()
  await cms.dispose()
})

const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const publish = () => page.getByRole('button', { name: 'Publish changes' }).click()

/** Tries to publish and waits for the app's refusal. */
async function publishInVain(): Promise<void> {
  await publish()
  const message = page.getByRole('alertdialog', { name: 'Please correct invalid fields.' })
  await message.waitFor()
  await message.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'detached' })
}

test.each([
  ['S5.09', 'Text', 'ab', 'This value must be longer than the minimum length of 3 characters.'],
  ['S5.08', 'Text', 'x'.repeat(81), 'This value must be shorter than the max length of 80 characters.'],
  ['S5.09', 'Textarea', 'too short', 'This value must be longer than the minimum length of 10 characters.'],
  ['S5.16 (part)', 'Email', 'porter@example', 'Please enter a valid email address.'],
])('%s publishing says what is wrong at the field %s', async (_id, label, wrong, message) => {
  const right = await text(label).inputValue()
  await text(label).fill(wrong)
  await publishInVain()
  expect(await describedBy(text(label))).toBe(message)
  expect(await text(label).getAttribute('aria-invalid')).toBe('true')
  await text(label).fill(right)
  await eventually(() => text(label).getAttribute('aria-invalid')).toBe(null)
})

test.each([
  ['101', '101 is greater than the max allowed Value of 100.'],
  ['-1', '-1 is less than the min allowed Value of 0.'],
])('S5.26 (part) a number beyond its limits is refused: %s', async (wrong, message) => {
  await tab('Numbers and dates').click()
  await text('Number').fill(wrong)
  await publishInVain()
  expect(await describedBy(text('Number'))).toBe(message)
  await text('Number').fill('45')
})

test('S5.26 (part) what is no number is called so while it is typed, and the number before is kept', async () => {
  await text('Number').selectText()
  await page.keyboard.type('four')
  await eventually(() => describedBy(text('Number'))).toBe('Please enter a valid number.')
  expect(await text('Number').inputValue()).toBe('four')
  await text('Number').fill('45')
  await eventually(() => text('Number').getAttribute('aria-invalid')).toBe(null)
})

test('F50 what is no number is refused by Save, and is there with its error after another tab was shown', async () => {
  await text('Number').selectText()
  await page.keyboard.type('5x')
  await tab('Texts').click()
  await page.getByRole('button', { name: 'Save Draft' }).click()
  const message = page.getByRole('alertdialog', { name: 'Please correct invalid fields.' })
  await message.waitFor()
  await message.getByRole('button', { name: 'Close' }).click()
  await eventually(() => text('Number').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await text('Number').inputValue()).toBe('5x')
  expect(await describedBy(text('Number'))).toBe('Please enter a valid number.')
  expect(await readIn(cms, sink, token, 'en')).toMatchObject({ number: 45 })
  await text('Number').fill('45')
  await eventually(() => text('Number').getAttribute('aria-invalid')).toBe(null)
})

test('S5.10 (part) a field in another tab is shown with the focus, and tabs count what is wrong in them', async () => {
  await text('Number').fill('101')
  await page
    .getByRole('group', { name: 'Date Day', exact: true })
    .getByRole('button', { name: 'Clear' })
    .click()
  await tab('Texts').click()
  await text('Text').fill('')
  await tab('Structures').click()
  await publishInVain()
  await eventually(() => text('Text').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await tab('Texts').getAttribute('aria-selected')).toBe('true')
  await tab('Texts').getByRole('img', { name: '1 error' }).waitFor()
  await tab('Numbers and dates').getByRole('img', { name: '2 errors' }).waitFor()
  await text('Text').fill('Everything filled in')
  await tab('Numbers and dates').click()
  await page.getByText('This field is required.', { exact: true }).waitFor()
  await text('Number').fill('45')
  await typeDate(page, 'Date Day', { month: '11', day: '27', year: '2026' })
  await eventually(() => page.getByRole('tab').getByRole('img').count()).toBe(0)
})

test('nothing of all this reached the server, and a draft may be incomplete', async () => {
  expect(await readIn(cms, sink, token, 'en')).toMatchObject({ text: 'Everything filled in', number: 45 })
  await tab('Texts').click()
  await text('Text').fill('ab')
  await saveDraft(page)
  expect(await readIn(cms, sink, token, 'en')).toMatchObject({ text: 'ab', _status: 'draft' })
  await text('Text').fill('Everything filled in')
  await saveDraft(page)
})

test('S8.15 (part) SY9 SY10 what only the server knows to be wrong stands at the field in its words, and goes on once corrected', async () => {
  await text('Text Validated').fill('A tourist is welcome')
  await publish()
  await untilDocumentIs(page, 'Failed: Write traveller, not tourist.')
  await eventually(() => describedBy(text('Text Validated'))).toBe('Write traveller, not tourist.')
  expect(await readPublished(cms, sink, token)).toMatchObject({ textValidated: 'A traveller is welcome' })
  await text('Text Validated').fill('Every traveller is welcome')
  await publish()
  await untilDocumentIs(page, 'Saved')
  expect(await readPublished(cms, sink, token)).toMatchObject({ textValidated: 'Every traveller is welcome' })
  expect(await text('Text Validated').getAttribute('aria-invalid')).toBe(null)
})

test('S5.07 (part) F55 a text of two letters is published where the site sets no least length, and is advised against', async () => {
  await text('Sidebar Text').fill('DE')
  await publish()
  await untilDocumentIs(page, 'Saved')
  expect(await readPublished(cms, sink, token)).toMatchObject({ sidebarText: 'DE' })
  expect(await describedBy(text('Sidebar Text'))).toBe(
    'This value must be longer than the minimum length of 3 characters.',
  )
})

test('S8.15 errors of the server stand at their fields, others become toasts in its words, and both are gone once it takes the document', async () => {
  const taken = String((await readIn(cms, '/categories/1', token, 'en'))['slug'])
  const toasts = page.getByRole('alertdialog')
  await goTo(page, '/collections/categories/create')
  await text('Title').fill('Twice the same')
  await text('Slug').fill(taken)
  const words = 'The archive is closed on Sundays.'
  proxy.addRule({
    match: ({ method, path }) => method === 'POST' && path.startsWith('/api/categories'),
    fault: {
      kind: 'status',
      status: 400,
      body: JSON.stringify({ errors: [{ name: 'APIError', message: words }] }),
    },
    times: 1,
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, `Failed: ${words}`)
  await page.getByRole('alertdialog', { name: words }).waitFor()
  expect(await text('Slug').getAttribute('aria-invalid')).toBe(null)

  await text('Title').fill('Twice the same!')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Failed: Value must be unique')
  await eventually(() => describedBy(text('Slug'))).toBe('Value must be unique')
  expect(await text('Slug').getAttribute('aria-invalid')).toBe('true')
  await eventually(() => toasts.count()).toBe(0)

  // Errors of a field and of the whole document together: each is shown once, at its own place.
  const general = 'Only one of these may be published a day.'
  const listed = [{ path: 'slug', message: 'This slug is kept for later.' }, { message: general }]
  proxy.addRule({
    match: ({ method, path }) => method === 'POST' && path.startsWith('/api/categories'),
    fault: {
      kind: 'status',
      status: 400,
      body: JSON.stringify({
        errors: [
          {
            name: 'ValidationError',
            message: 'The following field is invalid: Slug',
            data: { errors: listed },
          },
        ],
      }),
    },
    times: 1,
  })
  await text('Title').fill('Twice the same, once more')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alertdialog', { name: general }).waitFor()
  await eventually(() => describedBy(text('Slug'))).toBe('This slug is kept for later.')
  await page.getByRole('status').getByText(general).waitFor()
  expect(await page.getByText('The following field is invalid').count()).toBe(0)

  await text('Title').fill('Twice the same!')
  await text('Slug').fill('not-the-same')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  expect(await text('Slug').getAttribute('aria-invalid')).toBe(null)
  expect(await toasts.count()).toBe(0)
  const id = await findId(cms, 'categories', 'title', 'Twice the same!', token)
  expect(await readIn(cms, `/categories/${id}`, token, 'en')).toMatchObject({ slug: 'not-the-same' })
})
