import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { drawPicture, pictures } from '../../server/demo/seed/pictures.ts'
import { addressOf } from '../e2e/support/addresses.ts'
import { eventChannel } from '../../shared/ipc-wire.ts'
import { newDataFolder } from '../e2e/support/galley-app.ts'
import { ok } from '../integration/support/cms.ts'
import type { Scene, Stage } from './stage.ts'

/** Height that fits every tab of “Field types” except that of structures. */
const TALL = 2400

const main = (page: Page): Locator => page.getByRole('main')
const input = (page: Page, path: string): Locator => page.locator(`[id^="form-"][id$="-${path}"]`).first()
const tabs = (page: Page): Locator => main(page).getByRole('tab')
const rows = (page: Page): Locator => main(page).locator('tbody tr')
const button = ({ page, word }: Stage, key: string): Locator => page.getByRole('button', { name: word(key) })
/** The name continues with that of the field. */
const calendars = ({ page, language }: Stage): Locator =>
  page.getByRole('button', { name: language === 'en' ? /^Open the calendar/ : /^افتح التقويم/ })
const pause = (page: Page, ms: number): Promise<void> =>
  page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), ms)

async function openList(stage: Stage, slug: string, query = ''): Promise<void> {
  await stage.open(`/collections/${slug}${query}`)
  await rows(stage.page).first().waitFor()
}

async function openPost(stage: Stage, at: number, locale = 'en'): Promise<void> {
  await stage.open(`${stage.site.posts[at] ?? ''}?locale=${locale}`)
  await input(stage.page, 'title').waitFor()
}

async function openTab(stage: Stage, address: string, tab: number, locale = 'en'): Promise<void> {
  await stage.height(TALL)
  await stage.open(`${address}?locale=${locale}`)
  await tabs(stage.page).nth(tab).click()
  // Code editors and titles of related documents load later.
  await pause(stage.page, 700)
}

/** Opens the comparison of a post's version, counted from the newest; -1: the oldest. */
async function openComparison(stage: Stage, at: number, query = ''): Promise<void> {
  const { page, site } = stage
  await stage.open(`${site.posts[0] ?? ''}/versions?limit=100`)
  await rows(page).first().waitFor()
  await rows(page).nth(at).getByRole('link').click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  if (query !== '') await stage.open((await addressOf(page)) + query)
  // The comparison and the titles of its references load later.
  await pause(page, 900)
}

/** Opens a folder with folders and documents. */
async function openFolder({ open, page }: Stage): Promise<void> {
  await open('/browse-by-folder')
  await main(page).getByRole('link', { name: 'Winter 2026' }).click()
  await main(page).getByRole('link', { name: 'Rail' }).click()
  await main(page).getByRole('listitem').first().waitFor()
  await pause(page, 500)
}

/** Opens the first post that a search for Narvik finds. */
async function openNarvik(stage: Stage): Promise<void> {
  await openList(stage, 'posts', '?search=Narvik&locale=en')
  await rows(stage.page).getByRole('link').first().click()
  await input(stage.page, 'title').waitFor()
}

async function openGrid(stage: Stage): Promise<void> {
  const { page } = stage
  await openList(stage, 'media')
  await button(stage, 'galley:media.grid').click()
  await main(page).getByRole('listitem').locator('img').first().waitFor()
  await pause(page, 700)
}

async function closeGrid(stage: Stage): Promise<void> {
  await button(stage, 'galley:media.table').click()
  await rows(stage.page).first().waitFor()
}

const TABS = [
  'texts',
  'numbers and dates',
  'choices',
  'relations',
  'structures',
  'rich text',
  'named',
  'per language',
]

const forms: Scene[] = [
  ...TABS.map((name, at): Scene => ({
    name: `fields, ${name}`,
    show: (stage) => openTab(stage, stage.site.sink, at),
  })),
  ...TABS.slice(0, 5).map((name, at): Scene => ({
    name: `fields empty, ${name}`,
    show: (stage) => openTab(stage, stage.site.emptySink, at),
  })),
  ...[0, 1, 2, 4].map((at): Scene => ({
    name: `fields in German with what English has, ${TABS[at] ?? ''}`,
    show: (stage) => openTab(stage, stage.site.emptySink, at, 'de'),
  })),
  {
    name: 'fields in an Arabic document',
    show: (stage) => openTab(stage, stage.site.sink, 0, 'ar'),
  },
  ...[0, 1, 2, 4].map((at): Scene => ({
    name: `fields with errors, ${TABS[at] ?? ''}`,
    async show(stage) {
      const { page } = stage
      await openTab(stage, '/collections/kitchen-sink/create', 0)
      await input(page, 'text').fill('ab')
      await input(page, 'email').fill('nobody')
      await input(page, 'textarea').fill('short')
      await tabs(page).nth(1).click()
      await input(page, 'number').fill('170')
      await button(stage, 'version:publishChanges').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await tabs(page).nth(at).click()
      await pause(page, 700)
    },
    after: discardNew,
  })),
  {
    name: 'fields edited and not sent',
    async show(stage) {
      const { page } = stage
      await openTab(stage, stage.site.sink, 0)
      await input(page, 'text').fill('Everything, edited')
      await input(page, 'textarea').fill('A longer text that was changed on this computer.')
      await pause(page, 900)
    },
    after: discardEdits,
  },
  {
    name: 'fields waiting to be sent',
    async show(stage) {
      const { page } = stage
      await openTab(stage, stage.site.sink, 0)
      await stage.offline()
      await input(page, 'text').fill('Everything, waiting')
      await input(page, 'email').fill('waiting@example.com')
      await button(stage, 'version:saveDraft').click()
      await pause(page, 900)
    },
    after: discardEdits,
  },
]

async function discardEdits(stage: Stage): Promise<void> {
  await fromMenu(stage, 'galley:edit.menu.discardEdits')
}
async function discardNew(stage: Stage): Promise<void> {
  await fromMenu(stage, 'galley:edit.menu.discardNew')
}
async function fromMenu({ page, word }: Stage, item: string): Promise<void> {
  await page
    .getByRole('button', { name: word('galley:edit.menu.label') })
    .last()
    .click()
  await page.getByRole('menuitem', { name: word(item) }).click()
  // Toasts are alert dialogs, too.
  const question = page.locator('section[role=alertdialog]')
  await question.getByRole('button', { name: word('galley:sync.discardConfirm') }).click()
  await question.waitFor({ state: 'detached' })
}

/** One picture per field with the focus. */
const focused: Scene[] = TABS.slice(0, 5).map((name, at) => ({
  name: `focus, ${name}`,
  async show(stage) {
    await openTab(stage, stage.site.sink, at)
    const fields = stage.page.locator('[role=tabpanel] [id^="form-"][id$="-label"]').locator('xpath=../..')
    for (let nth = 0; nth < (await fields.count()); nth += 1) {
      const field = fields.nth(nth)
      const control = field
        .locator('input, textarea, [role=spinbutton], [contenteditable=true], button')
        .first()
      if ((await control.count()) === 0 || !(await control.isVisible())) continue
      await control.focus()
      await stage.shoot(`focus, ${name} ${String(nth).padStart(2, '0')}`, field)
    }
  },
}))

const lists: Scene[] = [
  {
    name: 'dashboard',
    async show({ open, page }) {
      await open('/')
      await main(page).locator('section').first().waitFor()
    },
  },
  { name: 'list of posts', show: (stage) => openList(stage, 'posts') },
  { name: 'list of media', show: (stage) => openList(stage, 'media') },
  { name: 'media as pictures', show: openGrid, after: closeGrid },
  {
    name: 'media as large pictures, some chosen',
    async show(stage) {
      const { page } = stage
      await openGrid(stage)
      await page.getByRole('slider').fill('320')
      await main(page).getByRole('listitem').nth(1).getByRole('checkbox').check({ force: true })
      await main(page).getByRole('listitem').nth(2).getByRole('link').focus()
      await pause(page, 500)
    },
    async after(stage) {
      await stage.page.getByRole('slider').fill('200')
      await closeGrid(stage)
    },
  },
  {
    name: 'media, quick look',
    async show(stage) {
      await openList(stage, 'media')
      await rows(stage.page).nth(3).getByRole('link').focus()
      await stage.page.keyboard.press('Space')
      await stage.page.getByRole('dialog').getByRole('img').waitFor()
      await pause(stage.page, 700)
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'media, where used',
    async show(stage) {
      const { page } = stage
      await openList(stage, 'media')
      await rows(page).filter({ hasText: 'lighthouse' }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: stage.word('galley:media.usedIn') }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await pause(page, 1500)
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    // The pictures have no alternative text in Arabic.
    name: 'media without alt text',
    async show(stage) {
      await openList(stage, 'media', '?locale=ar')
      await button(stage, 'galley:media.missingAlt').click()
      await main(stage.page).getByRole('listitem').getByRole('textbox').first().focus()
      await pause(stage.page, 700)
    },
  },
  { name: 'list of field types', show: (stage) => openList(stage, 'kitchen-sink') },
  {
    name: 'folders',
    async show({ open, page }) {
      await open('/browse-by-folder')
      await main(page).getByRole('listitem').nth(1).waitFor()
      await pause(page, 500)
    },
  },
  { name: 'folders, one of them', show: openFolder },
  {
    name: 'folders, documents chosen',
    async show(stage) {
      await openFolder(stage)
      for (const at of [0, 1]) await main(stage.page).getByRole('checkbox').nth(at).check()
    },
  },
  {
    name: 'folders, deleting one',
    async show({ open, page, word }) {
      await open('/browse-by-folder')
      await main(page).getByRole('link', { name: 'Winter 2026' }).waitFor()
      await page.getByRole('button', { name: /Winter 2026/ }).click()
      await page.getByRole('menuitem', { name: word('galley:list.folders.delete') }).click()
      await page.getByRole('alertdialog').getByText(/: \d/).waitFor()
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'folders, moving one',
    async show({ open, page, word }) {
      await open('/browse-by-folder')
      await page.getByRole('button', { name: /Summer 2026/ }).click()
      await page.getByRole('menuitem', { name: word('galley:list.folders.move') }).click()
      await page.getByRole('dialog').getByRole('option').nth(1).waitFor()
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'folders, of one collection',
    async show({ open, page }) {
      await open('/collections/posts/payload-folders')
      await main(page).getByRole('listitem').nth(1).waitFor()
      await pause(page, 500)
    },
  },
  {
    name: 'list, rows chosen',
    async show(stage) {
      await openList(stage, 'posts')
      for (const row of [0, 2, 3]) await rows(stage.page).nth(row).locator('label, input').first().click()
      await main(stage.page).locator('footer [role=group]').waitFor()
    },
  },
  {
    name: 'list, columns',
    async show(stage) {
      await openList(stage, 'posts')
      await button(stage, 'general:columns').click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'list, nothing found',
    async show({ open, page }) {
      await open('/collections/posts?search=nothing-like-this')
      await page.getByText(/nothing-like-this/).waitFor()
    },
  },
  {
    name: 'list, filtered',
    async show(stage) {
      const groups = [
        'title][like]=a',
        'publishDate][greater_than]=2020-01-01T12:00:00.000Z',
        'category][equals]=1',
        'authors][in][0]=1&where[or][0][and][3][authors][in][1]=2',
        'layout.heading][like]=a',
      ].map((rule, at) => `where[or][0][and][${at}][${rule}`)
      const other = 'where[or][1][and][0][season][in][0]=winter&where[or][1][and][0][season][in][1]=summer'
      await openList(stage, 'posts', `?${groups.join('&')}&${other}`)
      await pause(stage.page, 700)
    },
  },
  {
    name: 'list, filter in pills',
    async show(stage) {
      const rules = 'where[or][0][and][0][_status][equals]=draft&where[or][1][and][0][category][equals]=1'
      await openList(stage, 'posts', `?${rules}&search=a`)
      // The address has opened the filter's form.
      await stage.page.locator('main button[aria-expanded="true"]').first().click()
      await stage.page.getByRole('main').getByRole('searchbox').fill('category:me')
      await stage.page.keyboard.press('Enter')
      await pause(stage.page, 700)
    },
  },
  {
    name: 'list, its views',
    async show(stage) {
      const { page, word } = stage
      await openList(stage, 'posts', '?where[or][0][and][0][_status][equals]=draft')
      const views = () =>
        page.getByRole('main').getByRole('button', { name: word('galley:list.views.label') })
      if ((await page.getByRole('link', { name: /Draft posts/ }).count()) === 0) {
        await views().click()
        await page.getByRole('menuitem', { name: word('galley:list.views.saveNew') }).click()
        await page.getByRole('dialog').getByRole('textbox').fill('Draft posts')
        await page.getByRole('dialog').getByRole('textbox').press('Enter')
        await page.getByRole('link', { name: /Draft posts/ }).waitFor()
      } else await page.getByRole('link', { name: /Draft posts/ }).click()
      await page
        .getByRole('main')
        .getByRole('button', { name: /Draft posts/ })
        .click()
      await pause(page, 700)
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'list, in groups',
    async show(stage) {
      await stage.open('/collections/posts?groupBy=season&limit=5')
      await stage.page.locator('main tr button[aria-expanded]').first().waitFor()
      await pause(stage.page, 700)
    },
  },
  {
    name: 'list, export',
    async show(stage) {
      await openList(stage, 'posts')
      await button(stage, 'galley:list.more').click()
      await stage.page.getByRole('menuitem').first().click()
      await stage.page.getByRole('dialog').getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'list, filter without rules',
    async show(stage) {
      await openList(stage, 'posts')
      const filters = button(stage, 'general:filters')
      // The previous scene may have left it open.
      if ((await filters.getAttribute('aria-expanded')) !== 'true') await filters.click()
      await stage.page.getByText(stage.word('general:noFiltersSet')).waitFor()
    },
  },
  {
    name: 'list, filter that nothing matches',
    async show({ open, page, word }) {
      await open('/collections/posts?where[or][0][and][0][title][equals]=nothing-like-this')
      await page
        .getByRole('main')
        .getByRole('button', { name: word('galley:filters.clear') })
        .last()
        .waitFor()
    },
  },
  {
    name: 'list, filter that cannot be read',
    async show({ open, page, word }) {
      await open('/collections/posts?where[title][sounds_like]=x')
      await page.getByText(word('galley:filters.unreadable')).waitFor()
    },
  },
  {
    name: 'list, empty',
    async show({ open, page, word, proxy }) {
      // Simulates a site without categories.
      proxy.addRule({
        match: ({ path }) => path.startsWith('/api/categories'),
        fault: {
          kind: 'rewrite',
          body: () => JSON.stringify({ docs: [], totalDocs: 0, limit: 10, page: 1, totalPages: 1 }),
        },
      })
      await open('/collections/categories?page=1&limit=5')
      await page.getByText(word('galley:list.none')).waitFor()
    },
  },
  {
    name: 'list, offline and not here',
    async show({ open, offline, page, word }) {
      await offline()
      // This collection was never opened.
      await open('/collections/authors')
      await page.getByText(word('galley:list.unknown')).or(rows(page).first()).first().waitFor()
    },
    after: ({ online }) => online(),
  },
  {
    name: 'list, offline',
    async show(stage) {
      await openList(stage, 'posts')
      await stage.offline()
      await pause(stage.page, 400)
    },
    after: ({ online }) => online(),
  },
  {
    name: 'edit many',
    async show(stage) {
      const { page, word } = stage
      await openList(stage, 'posts')
      for (const row of [0, 1, 2]) await rows(page).nth(row).locator('label, input').first().click()
      await button(stage, 'galley:actions.many.edit').click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').locator('button[aria-haspopup=listbox]').first().click()
      await page.getByRole('option').nth(1).click()
      await page.getByRole('option').nth(3).click()
      await page.keyboard.press('Escape')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: word('galley:actions.many.saveDraft') })
        .waitFor()
    },
  },
  {
    name: 'edit many, choosing fields',
    async show(stage) {
      const { page } = stage
      await openList(stage, 'posts')
      for (const row of [0, 1]) await rows(page).nth(row).locator('label, input').first().click()
      await button(stage, 'galley:actions.many.edit').click()
      await page.getByRole('dialog').locator('button[aria-haspopup=listbox]').first().click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'trash, offline',
    async show({ open, offline, page, word }) {
      await offline()
      await open('/collections/posts/trash')
      await page.getByText(word('galley:actions.trashList.offlineTitle')).waitFor()
    },
    after: ({ online }) => online(),
  },
  {
    name: 'trash, empty',
    async show({ open, page }) {
      await open('/')
      await open('/collections/posts/trash')
      await main(page).locator('section, table, p').first().waitFor()
      await pause(page, 600)
    },
  },
  {
    name: 'trash',
    async show({ open, page, site }) {
      const last = site.posts.at(-1)?.split('/').at(-1) ?? ''
      ok(
        await site.cms.request('PATCH', `/posts/${last}?trash=true`, {
          token: await site.token(),
          body: { deletedAt: '2026-11-20T09:12:00.000Z' },
        }),
      )
      await open('/')
      await open('/collections/posts/trash')
      await rows(page).first().waitFor()
    },
  },
  {
    name: 'deleted document',
    async show({ open, page, site }) {
      const last = site.posts.at(-1)?.split('/').at(-1) ?? ''
      await open(`/collections/posts/trash/${last}`)
      await input(page, 'title').waitFor()
      await pause(page, 600)
    },
  },
  {
    name: 'trash, row chosen',
    async show({ open, page }) {
      await open('/collections/posts/trash')
      await rows(page).first().locator('label, input').first().click()
    },
  },
  {
    name: 'trash, emptying',
    async show({ open, page, word }) {
      await open('/collections/posts/trash')
      await rows(page).first().waitFor()
      await page.getByRole('button', { name: word('general:emptyTrash') }).click()
      await page.getByRole('alertdialog').waitFor()
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
]

const documents: Scene[] = [
  { name: 'post', show: (stage) => openPost(stage, 0) },
  {
    name: 'post, all of it',
    async show(stage) {
      await stage.height(3000)
      await openPost(stage, 0)
      await pause(stage.page, 600)
    },
  },
  { name: 'post in Arabic', show: (stage) => openPost(stage, 0, 'ar') },
  {
    name: 'new post',
    async show({ open, page }) {
      await open('/collections/posts/create')
      await input(page, 'title').waitFor()
    },
  },
  {
    name: 'global',
    async show({ open, page }) {
      await open('/globals/header')
      await input(page, 'tagline').waitFor()
    },
  },
  {
    name: 'member with sign-in, password and key',
    async show(stage) {
      await stage.height(1400)
      await stage.open(stage.site.member)
      await button(stage, 'authentication:changePassword')
        .or(main(stage.page).locator('form'))
        .first()
        .waitFor()
      await button(stage, 'authentication:changePassword').first().click()
      await pause(stage.page, 300)
    },
  },
  {
    name: 'document menu',
    async show(stage) {
      await openPost(stage, 1)
      await button(stage, 'galley:edit.menu.label').click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'publish menu',
    async show(stage) {
      await openPost(stage, 1)
      await button(stage, 'galley:edit.morePublish').click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'locale menu',
    async show(stage) {
      await openPost(stage, 1)
      await stage.page.locator('main header button').filter({ hasText: /EN/i }).first().click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'delete dialog',
    async show(stage) {
      await openPost(stage, 1)
      await button(stage, 'galley:edit.menu.label').click()
      await stage.page.getByRole('menuitem', { name: stage.word('galley:actions.trash') }).click()
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'schedule',
    async show(stage) {
      await openPost(stage, 1)
      await button(stage, 'galley:edit.morePublish').click()
      await stage.page.getByRole('menuitem', { name: stage.word('version:schedulePublish') }).click()
      await stage.page.locator('section[role=dialog] [role=spinbutton]').first().waitFor()
      await pause(stage.page, 400)
    },
  },
  {
    name: 'schedule without a date',
    async show(stage) {
      await openPost(stage, 1)
      await button(stage, 'galley:edit.morePublish').click()
      await stage.page.getByRole('menuitem', { name: stage.word('version:schedulePublish') }).click()
      await stage.page
        .locator('section[role=dialog]')
        .getByRole('button', { name: stage.word('galley:actions.schedule.plan') })
        .click()
      await pause(stage.page, 400)
    },
  },
  {
    name: 'post, offline',
    async show(stage) {
      await openPost(stage, 1)
      await stage.offline()
      await pause(stage.page, 400)
    },
    after: ({ online }) => online(),
  },
  {
    name: 'post, waiting, with what waits',
    async show(stage) {
      await openPost(stage, 2)
      await stage.offline()
      await input(stage.page, 'kicker').fill('By the night train')
      await pause(stage.page, 2800)
      await main(stage.page).locator('header [role=status]').click()
      await stage.page.getByRole('dialog').waitFor()
    },
    async after(stage) {
      await stage.page.keyboard.press('Escape')
      await pause(stage.page, 200)
      await discardEdits(stage)
      await stage.online()
    },
  },
  {
    name: 'document that is not here, offline',
    async show({ offline, open, page, word, site }) {
      await offline()
      await open(site.posts[14] ?? '')
      await page.getByText(word('galley:edit.notHere.title')).waitFor()
    },
    after: ({ online }) => online(),
  },
  {
    name: 'document that is being fetched',
    async show({ open, page, proxy, site }) {
      proxy.addRule({
        match: ({ path }) => path.startsWith('/api/posts/'),
        fault: { kind: 'delay', ms: 6000 },
      })
      await open(site.posts[15] ?? '')
      await pause(page, 900)
    },
  },
  {
    name: 'document that is nowhere',
    async show({ open, page }) {
      await open('/collections/posts/999999')
      await pause(page, 1200)
    },
  },
  {
    name: 'API view',
    async show({ page, site, open }) {
      await open(`${site.posts[0] ?? ''}/api?depth=1`)
      await main(page).getByRole('treeitem').nth(1).waitFor()
    },
  },
  {
    name: 'API view without the server',
    async show({ page, site, open, offline }) {
      await open(site.posts[0] ?? '')
      await offline()
      await open(`${site.posts[0] ?? ''}/api`)
      await main(page).getByRole('treeitem').nth(1).waitFor()
    },
    after: ({ online }) => online(),
  },
  {
    name: 'when a field last changed',
    async show(stage) {
      await openNarvik(stage)
      await input(stage.page, 'title').click()
      await stage.page.keyboard.press('Shift+F8')
      await stage.page.getByRole('dialog').waitFor()
      await pause(stage.page, 400)
    },
    after: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'published beside the draft',
    async show(stage) {
      await openNarvik(stage)
      await stage.page.keyboard.press('F8')
      await stage.page.locator('#document-published').waitFor()
      await pause(stage.page, 700)
    },
    after: ({ page }) => page.keyboard.press('F8'),
  },
  {
    name: 'versions',
    async show({ open, page, site }) {
      await open(`${site.posts[0] ?? ''}/versions`)
      await rows(page).first().waitFor()
    },
  },
  {
    name: 'versions, one with a name',
    async show({ open, page, site }) {
      await open(`${site.posts[0] ?? ''}/versions`)
      await rows(page).first().getByRole('button').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('Before the fair')
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'comparison of versions',
    show: (stage) => openComparison(stage, 1),
  },
  {
    name: 'comparison of versions, a part to take',
    async show(stage) {
      await openComparison(stage, 1)
      await stage.page.keyboard.press('n')
      await stage.page.keyboard.press('Tab')
      await pause(stage.page, 700)
    },
  },
  {
    name: 'comparison of versions, a part that was taken',
    async show(stage) {
      await openComparison(stage, 1)
      await stage.page.keyboard.press('n')
      await stage.page.keyboard.press('Tab')
      await stage.page.keyboard.press('Enter')
      await button(stage, 'galley:compare.take.open').waitFor()
    },
    after: (stage) => button(stage, 'galley:edit.history.undo').click(),
  },
  {
    name: 'comparison of versions, a step on the line of time',
    async show(stage) {
      await openComparison(stage, 1)
      await stage.page.getByRole('option', { selected: true }).focus()
      await stage.page.keyboard.press(stage.language === 'ar' ? 'ArrowRight' : 'ArrowLeft')
      await pause(stage.page, 1500)
    },
  },
  {
    name: 'comparison of versions, all fields',
    async show(stage) {
      await stage.height(TALL)
      await openComparison(stage, 1, '?modifiedOnly=false')
    },
  },
  {
    name: 'comparison of versions, the oldest',
    show: (stage) => openComparison(stage, -1),
  },
  {
    name: 'comparison of versions, all versions',
    async show(stage) {
      await openComparison(stage, 1)
      await main(stage.page).locator('button[aria-haspopup=listbox]').click()
      await stage.page.getByRole('option').last().click()
      await stage.page.getByRole('dialog').locator('tbody tr').first().waitFor()
    },
  },
  {
    name: 'comparison of versions, offline and not here',
    async show({ open, offline, page, site, word }) {
      await offline()
      await open(`${site.posts[0] ?? ''}/versions/999999`)
      await page.getByText(word('galley:compare.missing.offline')).waitFor()
    },
    after: ({ online }) => online(),
  },
  {
    name: 'not found',
    async show({ open, page }) {
      await open('/nothing/here')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  },
]

const overlays: Scene[] = [
  {
    name: 'relationship, choosing',
    async show(stage) {
      const { page } = stage
      await openTab(stage, stage.site.sink, 3)
      await stage.height(900)
      await page.getByRole('combobox').first().focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'relationship, nothing found',
    async show(stage) {
      const { page } = stage
      await openTab(stage, stage.site.sink, 3)
      await stage.height(900)
      await page.getByRole('combobox').first().fill('qqqq')
      await pause(page, 700)
    },
  },
  {
    name: 'relationship of many collections, choosing',
    async show(stage) {
      const { page } = stage
      await openTab(stage, stage.site.sink, 3)
      await stage.height(900)
      await page.getByRole('combobox').nth(3).focus()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'document in a drawer',
    async show(stage) {
      await openDrawer(stage)
    },
  },
  {
    name: 'document in a drawer over a drawer',
    async show(stage) {
      const { page, word } = stage
      await openDrawer(stage)
      const edit = page.getByRole('dialog').getByRole('button', { name: word('galley:relation.edit') })
      await edit.first().scrollIntoViewIfNeeded()
      await edit.first().click()
      await page.getByRole('dialog').nth(1).waitFor()
      await pause(page, 600)
    },
  },
  {
    name: 'choosing files, filtered',
    async show(stage) {
      const { page, word } = stage
      await openTab(stage, stage.site.sink, 3)
      await button(stage, 'galley:relation.chooseExisting').last().click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('option').first().waitFor()
      await drawer.getByRole('button', { name: word('general:filters') }).click()
      await drawer.getByRole('button', { name: word('general:addFilter') }).click()
      await drawer.getByRole('region').getByRole('textbox').first().fill('a')
      await pause(page, 700)
    },
  },
  {
    name: 'choosing files',
    async show(stage) {
      await openTab(stage, stage.site.sink, 3)
      await stage.height(900)
      await button(stage, 'galley:relation.chooseExisting').last().click()
      await stage.page.getByRole('dialog').getByRole('option').first().waitFor()
      await pause(stage.page, 700)
    },
  },
  {
    name: 'select, choosing',
    async show(stage) {
      await openTab(stage, stage.site.sink, 2)
      await stage.height(900)
      await stage.page.locator('[role=tabpanel] button[aria-haspopup=listbox]').first().click()
      await stage.page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'date, calendar',
    async show(stage) {
      await openTab(stage, stage.site.sink, 1)
      await stage.height(900)
      await calendars(stage).first().click()
      await stage.page.getByRole('grid').first().waitFor()
    },
  },
  {
    name: 'date and time, calendar',
    async show(stage) {
      await openTab(stage, stage.site.sink, 1)
      await stage.height(900)
      await calendars(stage).nth(2).click()
      await stage.page.getByRole('listbox').first().waitFor()
    },
  },
  {
    name: 'rows, menu of a row',
    async show(stage) {
      await openTab(stage, stage.site.sink, 4)
      await stage.height(900)
      await stage.page.locator('[data-row] [data-part=menu]').first().click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'blocks, choosing one',
    async show(stage) {
      await openPost(stage, 0)
      const add = stage.page.locator('[data-add-box] button').first()
      await add.scrollIntoViewIfNeeded()
      // Pictures that load later move the button, and a popover closes when its trigger moves.
      await stage.page.waitForLoadState('networkidle')
      await pause(stage.page, 600)
      await add.click()
      await stage.page.getByRole('option').nth(2).waitFor()
      await pause(stage.page, 400)
    },
  },
  {
    name: 'palette',
    async show(stage) {
      const { open, page, shoot } = stage
      await openPost(stage, 0)
      await open('/')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await pause(page, 500)
      await shoot('palette, nothing typed')
      await page.keyboard.type('jpg')
      await pause(page, 500)
      await shoot('palette, files')
      await page.getByRole('combobox').fill('no such thing')
      await pause(page, 500)
      await shoot('palette, nothing found')
      await page.getByRole('combobox').fill('night train')
      await page.getByRole('option', { name: /Narvik/ }).waitFor()
      await page.keyboard.press('Tab')
      await shoot('palette, actions')
      await page.keyboard.press('Escape')
      await page.getByRole('combobox').fill('night')
      await pause(page, 500)
    },
  },
  {
    name: 'favourites and recent documents',
    async show(stage) {
      const { page } = stage
      for (const at of [0, 1, 2]) {
        await openPost(stage, at)
        // A favourite marked in one language stays in the other.
        const star = button(stage, 'galley:app.nav.favourite')
        if (at < 2 && (await star.getAttribute('aria-pressed')) === 'false') await star.click()
      }
      await openPost(stage, 1)
      await stage.offline()
      await input(page, 'title').fill('Night train to the sea, with a title that is too long for its room')
      const recent = button(stage, 'galley:app.nav.recent')
      if ((await recent.getAttribute('aria-expanded')) === 'false') await recent.click()
      await pause(page, 900)
      await stage.shoot('favourites and recent documents, beside the document', page.locator('#sidebar'))
      await page.setViewportSize({ width: 480, height: 860 })
      await page.locator('#sidebar-toggle').click()
      await pause(page, 500)
      await stage.shoot('favourites and recent documents, narrow')
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.locator('#sidebar li button').first().focus()
      await page.locator('#sidebar li').nth(3).hover()
      await pause(page, 300)
    },
    after: discardEdits,
  },
  {
    name: 'server menu',
    async show({ open, page }) {
      await open('/')
      await page.locator('#sidebar button').first().click()
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'settings',
    async show(stage) {
      await stage.height(1500)
      await stage.open('/account')
      await stage.page.getByRole('radio').first().waitFor()
      await pause(stage.page, 500)
    },
  },
  {
    name: 'diagnostics',
    async show(stage) {
      await stage.height(1500)
      await stage.open('/diagnostics')
      await main(stage.page).getByRole('listitem').nth(6).waitFor()
      await main(stage.page).locator('button[class*=primary]').click()
      await pause(stage.page, 500)
    },
  },
  {
    name: 'diagnostics, offline',
    async show(stage) {
      await stage.height(860)
      await stage.offline()
      await stage.open('/diagnostics')
      await main(stage.page).getByRole('alert').waitFor()
    },
    after: (stage) => stage.online(),
  },
  {
    name: 'log in to a proxy',
    async show({ galley, page }) {
      await galley.app.evaluate(
        ({ BrowserWindow }, [channel, question]) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send(channel, question),
        [
          eventChannel('proxies.asked'),
          { id: 'gallery', proxy: 'proxy.example.com:3128', realm: 'Staff only', isWrong: true },
        ] as const,
      )
      await page.getByRole('dialog').waitFor()
    },
    async after({ page }) {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'log out dialog',
    async show({ open, page }) {
      await open('/account')
      await page.getByRole('radio').first().waitFor()
      await page.locator('main section').nth(2).getByRole('button').click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

async function openDrawer(stage: Stage): Promise<void> {
  const { page, word } = stage
  await openTab(stage, stage.site.sink, 3)
  await stage.height(900)
  await page
    .getByRole('button', { name: word('galley:relation.edit') })
    .first()
    .click()
  await page.getByRole('dialog').locator('[id^="form-"]').first().waitFor()
  await pause(page, 600)
}

const files: Scene[] = [
  {
    name: 'new file',
    async show({ open, page }) {
      await open('/collections/media/create')
      await page.locator('input[type=file]').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'file',
    async show({ open, page, site }) {
      await open(site.media[0] ?? '')
      await main(page).locator('img').first().waitFor()
      await pause(page, 600)
    },
  },
  {
    name: 'file with its sizes',
    async show(stage) {
      await stage.height(1300)
      await stage.open(stage.site.media[0] ?? '')
      await main(stage.page).locator('img').first().waitFor()
      await button(stage, 'upload:sizes').click()
      await pause(stage.page, 600)
    },
  },
  {
    name: 'cropping',
    async show(stage) {
      await stage.open(stage.site.media[0] ?? '')
      await button(stage, 'upload:editImage').click()
      await stage.page.getByRole('dialog').locator('img').first().waitFor()
      await pause(stage.page, 600)
    },
  },
  {
    name: 'file, offline',
    async show(stage) {
      await stage.open(stage.site.media[0] ?? '')
      await main(stage.page).locator('img').first().waitFor()
      await stage.offline()
      await pause(stage.page, 500)
    },
    after: ({ online }) => online(),
  },
  {
    name: 'bulk upload, empty',
    async show(stage) {
      await openList(stage, 'media')
      await button(stage, 'upload:bulkUpload').click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bulk upload',
    async show(stage) {
      const { page } = stage
      await openList(stage, 'media')
      await button(stage, 'upload:bulkUpload').click()
      const folder = newDataFolder()
      const [first, second] = pictures
      if (!first || !second) throw new Error('no pictures')
      const drawn = [(await drawPicture(first)).data, (await drawPicture(second)).data]
      const names = [
        'abisko-platform.jpg',
        'a-name-that-goes-on-and-on-about-the-lighthouse-at-night.png',
        'three.exe',
      ]
      names.forEach((name, at) => writeFileSync(join(folder, name), drawn[at % 2] ?? ''))
      await page
        .getByRole('dialog')
        .locator('input[type=file][multiple]')
        .setInputFiles(names.map((name) => join(folder, name)))
      await page.getByRole('dialog').getByRole('listitem').nth(2).waitFor()
      await pause(page, 900)
    },
  },
]

/** Scenes of unsent edits, each one based on the previous. */
const unsent: Scene[] = [
  {
    name: 'outbox, empty',
    async show({ open, page }) {
      await open('/outbox')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await pause(page, 400)
    },
  },
  {
    name: 'conflict',
    async show(stage) {
      await makeConflict(stage)
      // The typed text is a third choice.
      await input(stage.page, 'kicker').fill('Another kicker from this computer')
      await main(stage.page).getByRole('radio').first().scrollIntoViewIfNeeded()
      await pause(stage.page, 600)
    },
  },
  {
    name: 'saved differently',
    async show(stage) {
      const { page, site } = stage
      await site.change({ hooks: { 'authors.name': 'Written by the site itself' } })
      await stage.open(site.author)
      await input(page, 'name').fill(`Typed here, ${stage.language}`)
      await input(page, 'biography').fill('A biography that the site leaves as it is.')
      await button(stage, 'general:save').first().click()
      await page
        .locator('[role=group]')
        .filter({ hasText: `Typed here, ${stage.language}` })
        .last()
        .waitFor()
      await pause(page, 600)
    },
    async after({ page, site, word }) {
      await site.change({})
      await main(page)
        .getByRole('button', { name: word('galley:saved.keepAll'), exact: true })
        .click()
    },
  },
  {
    name: 'refused by the server, at a field',
    async show(stage) {
      await openTab(stage, stage.site.sink, 0)
      await stage.height(1200)
      await input(stage.page, 'textValidated').fill('A tourist is welcome')
      await button(stage, 'version:publishChanges').click()
      await stage.page.locator('[aria-invalid=true]').first().waitFor()
    },
    after: discardEdits,
  },
  {
    name: 'refused by the server, at no field',
    async show(stage) {
      const { page } = stage
      await openPost(stage, 7)
      const errors = [{ name: 'APIError', message: 'The archive is closed on Sundays.' }]
      stage.proxy.addRule({
        match: ({ method }) => method === 'PATCH',
        fault: { kind: 'status', status: 400, body: JSON.stringify({ errors }) },
      })
      await input(page, 'kicker').fill('Typed on a Sunday')
      await button(stage, 'version:saveDraft').click()
      await page.getByRole('alertdialog').waitFor()
    },
    after: discardEdits,
  },
  {
    name: 'conflict in the outbox',
    async show({ open, page }) {
      await open('/outbox')
      await page.getByRole('radio').first().waitFor()
    },
  },
  {
    name: 'outbox, waiting',
    async show(stage) {
      await openPost(stage, 5)
      await stage.offline()
      await input(stage.page, 'kicker').fill('Waits in the outbox')
      await pause(stage.page, 2800)
      await stage.open('/outbox')
      await pause(stage.page, 500)
    },
    after: ({ online }) => online(),
  },
  {
    name: 'list with edits that wait',
    show: (stage) => openList(stage, 'posts'),
  },
  {
    name: 'dashboard with work at hand',
    async show(stage) {
      const { open, page } = stage
      await openPost(stage, 6)
      await input(page, 'kicker').fill('Worked on today')
      await pause(page, 2800)
      await makeConflict(stage)
      await open('/')
      await main(page).locator('section[aria-labelledby]').nth(1).waitFor()
    },
    async after(stage) {
      await openPost(stage, stage.language === 'ar' ? 4 : 3)
      await discardEdits(stage)
    },
  },
  {
    name: 'dashboard with edits that wait',
    async show({ open, page }) {
      await open('/')
      await main(page).locator('section').first().waitFor()
    },
    async after(stage) {
      await openPost(stage, stage.language === 'ar' ? 4 : 3)
      await discardEdits(stage)
    },
  },
  {
    name: 'log in in place',
    async show(stage) {
      const { page } = stage
      await openPost(stage, 6)
      // Ends all sessions of this user on the server.
      const { cms } = stage.site
      ok(await cms.request('POST', '/users/logout?allSessions=true', { token: await stage.site.token() }))
      await input(page, 'kicker').fill('Typed after the session had ended')
      await page.evaluate(() => window.galley.call('connection.check', undefined))
      await pause(page, 3500)
    },
    async after(stage) {
      await stage.page.keyboard.press('Escape')
      await stage.page.locator('section[role=dialog]').waitFor({ state: 'detached' })
      await discardEdits(stage)
    },
  },
]

async function makeConflict(stage: Stage): Promise<void> {
  const { page, site } = stage
  const at = stage.language === 'ar' ? 4 : 3
  const id = site.posts[at]?.split('/').at(-1) ?? ''
  await openPost(stage, at)
  await stage.offline()
  await input(page, 'title').fill('A title from this computer')
  await input(page, 'kicker').fill('A kicker from this computer')
  await pause(page, 2800)
  ok(
    await site.cms.request('PATCH', `/posts/${id}?draft=true&depth=0&locale=en`, {
      token: await site.token(),
      body: { title: `A title from a colleague, ${stage.language}`, kicker: 'Another kicker' },
    }),
  )
  await stage.online()
  await main(page)
    .locator('header [role=status]')
    .filter({ hasText: /Conflict|تعارض/ })
    .waitFor()
  await pause(page, 600)
}

export const scenes: Scene[] = [
  ...lists,
  ...documents,
  ...forms,
  ...focused,
  ...overlays,
  ...files,
  ...unsent,
]

/** Scenes before the log-in. */
export const entrance: Scene[] = [
  { name: 'sign in', show: ({ page }) => page.locator('input[type=password]').waitFor() },
  {
    name: 'sign in, refused',
    async show({ page }) {
      await page.locator('input[name=username]').fill('editor@example.com')
      await page.locator('input[type=password]').fill('wrong')
      await page.keyboard.press('Enter')
      await page.locator('input[type=password][aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'sign in, forgotten password',
    async show(stage) {
      await button(stage, 'authentication:forgotPasswordQuestion').click()
      await button(stage, 'general:submit').waitFor()
    },
    after: backToLogin,
  },
  {
    name: 'sign in, email sent',
    async show(stage) {
      await button(stage, 'authentication:forgotPasswordQuestion').click()
      await stage.page.getByRole('main').locator('input[autocomplete=username]').fill('nobody@example.com')
      await button(stage, 'general:submit').click()
      await stage.page
        .getByRole('status')
        .filter({ hasText: stage.word('authentication:emailSent') })
        .waitFor()
    },
    after: backToLogin,
  },
  {
    name: 'sign in, new password',
    async show(stage) {
      const { page, word } = stage
      await button(stage, 'galley:app.signIn.haveLink').click()
      await page.getByRole('textbox', { name: word('galley:app.signIn.link') }).fill('c4b6f0a87d2e41f3a9')
      await button(stage, 'galley:app.signIn.continue').click()
      await page.locator('input[type=password]').first().fill('second')
      await button(stage, 'authentication:resetPassword').click()
    },
    after: backToLogin,
  },
]

async function backToLogin(stage: Stage): Promise<void> {
  await button(stage, 'authentication:backToLogin').click()
  await stage.page.locator('input[name=username]').waitFor()
}

/** Scenes of a read-only user. */
export const readOnly: Scene[] = [
  ...TABS.map((name, at): Scene => ({
    name: `read only, ${name}`,
    show: (stage) => openTab(stage, stage.site.sink, at),
  })),
  { name: 'read only, post', show: (stage) => openPost(stage, 0) },
  {
    name: 'read only, file',
    async show({ open, page, site }) {
      await open(site.media[0] ?? '')
      await main(page).locator('img').first().waitFor()
      await pause(page, 500)
    },
  },
]
