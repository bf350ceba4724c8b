import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { startCms, type Cms } from '../integration/support/cms.ts'
import { goTo } from './support/addresses.ts'
import { eventually } from './support/eventually.ts'
import { choose, saveDraft, switchLocale, typeDate } from './support/form.ts'
import { login, newDataFolder, startGalley, type GalleyApp } from './support/galley-app.ts'
import { documentState, untilDocumentIs } from './support/screens.ts'
import { findId, readIn, readPublished, readWhole, toTheByte } from './support/whole-document.ts'

let cms: Cms
let galley: GalleyApp
let page: Page
let token: string
let sink: string

beforeAll(async () => {
  cms = await startCms({ seed: 'small' })
  ;({ token } = await cms.login())
  sink = `/kitchen-sink/${await findId(cms, 'kitchen-sink', 'text', 'Everything filled in', token)}`
  galley = await startGalley({ server: cms.url, dataFolder: newDataFolder() })
  page = galley.page
  await login(page, 'editor@example.com')
  await goTo(page, `/collections${sink}`)
})

afterAll(async () => {
  await galley.close()
  await cms.dispose()
})

const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()

test('S3.03 (part) S3.04 (part) S3.05 (part) S3.06 (part) S3.08 (part) S3.09 (part) every type that can be edited arrives on the server, and nothing else changes', async () => {
  const before = await readWhole(cms, sink, token)

  await text('Text').fill('Everything edited')
  await text('Text Localized').fill('In new English')
  await text('Textarea').fill('Two lines,\nboth of them new.')
  await text('Email').fill('night.porter@example.com')
  await text('Sidebar Text').fill('Still at the side')

  await tab('Numbers and dates')
  await text('Number').fill('55')
  await text('Number Localized').fill('-0.25')
  await typeDate(page, 'Date Day', { month: '12', day: '24', year: '2026' })
  await typeDate(page, 'Date Time', {
    month: '1',
    day: '6',
    year: '2027',
    hour: '9',
    minute: '30',
    'AM/PM': 'a',
  })

  await tab('Choices')
  await page.getByRole('checkbox', { name: 'Checkbox', exact: true }).uncheck()
  await page.getByRole('radiogroup', { name: 'Radio' }).getByText('On foot').click()
  await choose(page, 'Select', 'three')
  await choose(page, 'Select Required', 'B')
  await choose(page, 'Select Many', 'south')
  await page.keyboard.press('Escape')
  await text('Detail').fill('Still shown')

  await tab('Structures')
  await text('In Group').fill('one level, edited')
  await text('Deep').fill('two levels, edited')
  await text('In Unnamed Group').fill('no level, edited')
  const localizedGroup = page.getByRole('group', { name: 'Group Localized' })
  await localizedGroup.getByRole('textbox', { name: 'Word' }).fill('sentences')
  await localizedGroup.getByRole('textbox', { name: 'Count' }).fill('7')
  await page.getByRole('button', { name: 'Collapsible' }).click()
  await text('In Row Start').fill('start, edited')
  await text('In Row End').fill('')

  await tab('Named tab')
  await text('In Tab').fill('in a named tab, edited')
  await tab('Named tab per language')
  await text('Greeting').fill('Good evening')
  await saveDraft(page)

  const english = await readIn(cms, sink, token, 'en')
  expect(english).toMatchObject({
    text: 'Everything edited',
    textLocalized: 'In new English',
    textarea: 'Two lines,\nboth of them new.',
    email: 'night.porter@example.com',
    sidebarText: 'Still at the side',
    number: 55,
    numberLocalized: -0.25,
    dateDay: '2026-12-24T12:00:00.000Z',
    dateTime: '2027-01-06T09:30:00.000Z',
    checkbox: false,
    radio: 'foot',
    select: 'three',
    selectRequired: 'b',
    selectMany: ['north', 'west', 'south'],
    detail: 'Still shown',
    group: { inGroup: 'one level, edited', inner: { deep: 'two levels, edited' } },
    inUnnamedGroup: 'no level, edited',
    groupLocalized: { word: 'sentences', count: 7 },
    inRowStart: 'start, edited',
    named: { inTab: 'in a named tab, edited' },
    namedLocalized: { greeting: 'Good evening' },
  })
  expect(english['inRowEnd'] ?? '').toBe('')

  const edited = [
    'text',
    'email',
    'sidebarText',
    'number',
    'dateDay',
    'checkbox',
    'radio',
    'select',
    'selectRequired',
    'detail',
    'group.inGroup',
    'inUnnamedGroup',
    'inRowStart',
    'inRowEnd',
    'named.inTab',
    'textLocalized.en',
    'textarea.en',
    'numberLocalized.en',
    'dateTime.en',
    'selectMany.en',
    'group.inner.deep.en',
    'groupLocalized.en',
    'namedLocalized.en',
    'updatedAt',
    '_status',
  ]
  // Not a field with data of its own: the documents that refer to this one.
  edited.push('children')
  const after = await readWhole(cms, sink, token)
  expect(toTheByte(after, edited)).toEqual(toTheByte(before, edited))
})

test('the state line says Edited while somebody types, and that it is on this computer once they pause', async () => {
  await goTo(page, `/collections${sink}`)
  await tab('Texts')
  await text('Text').click()
  await page.evaluate(() => {
    const told: string[] = []
    const line = document.querySelector('main header [role=status]')
    if (line === null) throw new Error('there is no state line')
    new MutationObserver(() => {
      told.push(document.querySelector('main header [role=status]')?.textContent ?? '')
    }).observe(line.parentElement ?? line, { childList: true, characterData: true, subtree: true })
    Object.assign(globalThis, { told })
  })
  await page.keyboard.type(' and typed at length')
  const told = () => page.evaluate(() => Reflect.get(globalThis, 'told') as string[])
  await eventually(async () => (await told()).at(-1)).toBe('Only on this computer')
  expect((await told())[0]).toBe('Edited')
  expect(new Set(await told())).toEqual(new Set(['Edited', 'Only on this computer']))
  await saveDraft(page)
})

test('S3.11 (part) another locale is edited by itself, and what was not saved yet in the first one waits there', async () => {
  const before = await readWhole(cms, sink, token)
  await tab('Texts')
  await text('Text Localized').fill('English, not saved yet')
  await switchLocale(page, 'German')
  expect(await text('Text Localized').inputValue()).toBe('Auf Deutsch')
  await text('Text Localized').fill('Auf neuem Deutsch')
  await switchLocale(page, 'English')
  expect(await text('Text Localized').inputValue()).toBe('English, not saved yet')
  await text('Text Localized').fill('In new English')
  await switchLocale(page, 'German')
  expect(await text('Text Localized').inputValue()).toBe('Auf neuem Deutsch')
  await saveDraft(page)
  const after = await readWhole(cms, sink, token)
  expect(after['textLocalized']).toEqual({ en: 'In new English', de: 'Auf neuem Deutsch', ar: 'بالعربية' })
  const edited = ['textLocalized', 'updatedAt', '_status']
  expect(toTheByte(after, edited)).toEqual(toTheByte(before, edited))
})

test('S3.11 (part) content in Arabic is written from right to left; what has no translation shows none', async () => {
  await switchLocale(page, 'Arabic')
  const input = text('Text Localized')
  expect(await input.inputValue()).toBe('بالعربية')
  expect(await input.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  expect(await text('Text').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  expect(await text('Textarea').inputValue()).toBe('')
  await switchLocale(page, 'English')
})

test('S3.10 (part) S3.11 (part) hidden and disabled fields are not drawn, presentational ones by name only, and hidden data is kept', async () => {
  await text('Text Read Only').waitFor()
  for (const label of ['Text Hidden', 'Text Admin Hidden', 'Text Admin Disabled'])
    expect([label, await page.getByText(label).count()]).toEqual([label, 0])
  expect(await page.getByRole('note').allTextContents()).toContainEqual(
    expect.stringMatching(/A note of the editor.*cannot run in Galley/),
  )
  expect(await text('Text Read Only').evaluate((input: HTMLInputElement) => input.readOnly)).toBe(true)
  expect(await readIn(cms, sink, token, 'en')).toMatchObject({
    textAdminHidden: 'kept',
    textReadOnly: 'Fixed by the server',
  })
})

test('a global is edited and published, its other fields and locales untouched', async () => {
  const before = await readWhole(cms, '/globals/header', token)
  await goTo(page, '/globals/header')
  await text('Tagline').fill('Arrive late, by any means')
  await saveDraft(page)
  expect(await readIn(cms, '/globals/header', token, 'en')).toMatchObject({
    tagline: 'Arrive late, by any means',
  })
  expect(await readPublished(cms, '/globals/header', token)).toMatchObject({
    tagline: 'Arrive late, but by land',
  })
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await page.getByRole('main').locator('header').getByText('Published', { exact: true }).waitFor()
  await untilDocumentIs(page, 'Saved')
  expect(await readPublished(cms, '/globals/header', token)).toMatchObject({
    tagline: 'Arrive late, by any means',
  })
  const after = await readWhole(cms, '/globals/header', token)
  const edited = ['tagline.en', 'updatedAt', '_status']
  expect(toTheByte(after, edited)).toEqual(toTheByte(before, edited))
})

test('what a user may not change is read-only, field by field', async () => {
  await goTo(page, '/globals/footer')
  await text('Imprint').waitFor()
  expect(await text('Imprint').evaluate((input: HTMLTextAreaElement) => input.readOnly)).toBe(true)
  await goTo(page, '/collections/posts/1')
  await tab('Credits')
  await page.getByText('Photographer').waitFor()
  // S5.28: only administrators may read it.
  expect(await page.getByText('Internal notes').count()).toBe(0)
})

test('a new category is created once, and gets its address', async () => {
  await goTo(page, '/collections/categories/create')
  await text('Title').waitFor()
  // Nothing was typed: it is called saved neither here nor there.
  expect(await documentState(page).textContent()).toBe('')
  await text('Title').fill('By ferry')
  await untilDocumentIs(page, 'Only on this computer')
  await text('Slug').fill('by-ferry')
  await text('Order').fill('90')
  await page.getByRole('checkbox', { name: /^Shown in the menu/ }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await untilDocumentIs(page, 'Saved')
  const id = await findId(cms, 'categories', 'title', 'By ferry', token)
  await page.waitForURL(`app://bundle/collections/categories/${id}`)
  expect(await readIn(cms, `/categories/${id}`, token, 'en')).toMatchObject({
    title: 'By ferry',
    slug: 'by-ferry',
    order: 90,
    inMenu: false,
  })
  await page.getByRole('heading', { level: 1, name: 'By ferry' }).waitFor()
})
