import type { Locator, Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { untilStatusBarSays } from '../e2e/support/screens.ts'
import { BIG_TITLE, SMALL_TITLE, type BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { CARD_LINES, clickToSight, countOnScreen, fieldsOnScreen, sights, type Pointer } from './sights.ts'

/** Page warm: the action was done twice before, without a reload. By pointer. */
export type Warm = Record<Pointer, number>

export type Screens = {
  /** From the dashboard by the sidebar. */
  list10: Warm
  list100: Warm
  /** From the list. */
  small: Warm
  big: Warm
  /** From the document. */
  versions: Warm
  /** In a page that was just loaded; the pointer clicks at once. */
  loaded: { list25: number; list100: number; small: number; big: number; versions: number }
  list100Again: number
  /** From a list to the dashboard with the content of its cards. */
  dashboard: Warm
}

const TITLE = '[id^="form-"][id$="-title"]'
const VERSIONS = 'main tbody tr'

/** The fields and versions of settled screens, which later runs wait for. */
type Settled = {
  fields: { small: readonly string[]; big: readonly string[] }
  versions: number
}

/** Measures lists, documents and versions from the click to the painted screen, from this computer. */
export async function measureScreens(page: Page, site: BenchSite, runs: number): Promise<Screens> {
  // Visits everything once, so that it is on this computer.
  await goTo(page, '/collections/posts?limit=100')
  await untilStatusBarSays(page, 'Online')
  await rowsAre(page, 100)
  const seen = { big: await lookAt(page, site.bigId), small: await lookAt(page, site.smallId) }
  const settled: Settled = {
    fields: { big: seen.big.fields, small: seen.small.fields },
    versions: seen.small.versions,
  }
  const sidebar = page.getByRole('navigation')
  const posts = sidebar.getByRole('link', { name: /^Posts/ }).first()

  const list25 = await repeat(runs, async () => {
    await restart(page, '/collections/posts?limit=25')
    const visible = await rowsAre(page, 25)
    await restart(page, '/')
    return clickToSight(page, () => posts.click(), sights.list(25, visible))
  })
  await restart(page, '/collections/posts?limit=100')
  const visible = await rowsAre(page, 100)
  const list100 = await repeat(runs, async () => {
    await restart(page, '/collections/posts?limit=25')
    await rowsAre(page, 25)
    await page.getByRole('button', { name: /^Per Page/ }).click()
    const choice = page.getByRole('menuitem', { name: '100' })
    return clickToSight(page, () => choice.click(), sights.list(100, visible))
  })
  await restart(page, '/collections/posts?limit=100')
  const list100Again = await repeat(runs, async () => {
    await rowsAre(page, 100)
    await page.getByRole('link', { name: SMALL_TITLE, exact: true }).click()
    await page.locator(TITLE).waitFor()
    await quiet(page)
    const back = page.getByRole('button', { name: /^(Go )?back$/i }).first()
    return clickToSight(page, () => back.click(), sights.list(100, visible))
  })
  const dashboard = await bothWays((pointer) => warmDashboard(page, posts, runs, pointer))
  const small = await repeat(runs, () => openLoaded(page, SMALL_TITLE, settled.fields.small))
  const big = await repeat(runs, () => openLoaded(page, BIG_TITLE, settled.fields.big))
  const versions = await repeat(runs, async () => {
    await restart(page, `/collections/posts/${site.smallId}`)
    await page.locator(TITLE).waitFor()
    await quiet(page)
    return clickToSight(page, () => versionsOf(page).click(), sights.rows(settled.versions))
  })
  return {
    list10: await bothWays((pointer) => warmList(page, posts, 10, runs, pointer)),
    list100: await bothWays((pointer) => warmList(page, posts, 100, runs, pointer)),
    small: await bothWays((pointer) =>
      warmDocument(page, posts, SMALL_TITLE, settled.fields.small, runs, pointer),
    ),
    big: await bothWays((pointer) => warmDocument(page, posts, BIG_TITLE, settled.fields.big, runs, pointer)),
    versions: await bothWays((pointer) => warmVersions(page, site, settled.versions, runs, pointer)),
    loaded: {
      list25: median(list25),
      list100: median(list100),
      small: median(small),
      big: median(big),
      versions: median(versions),
    },
    list100Again: median(list100Again),
    dashboard,
  }
}

const versionsOf = (page: Page): Locator => page.getByRole('link', { name: /^Versions/ })

/** Returns the medians of a measure for both kinds of pointer; the first two runs warm the page. */
export async function bothWays(measure: (pointer: Pointer) => Promise<number[]>): Promise<Warm> {
  const atOnce = await measure('at once')
  const rests = await measure('rests')
  return { 'at once': median(atOnce.slice(2)), rests: median(rests.slice(2)) }
}

/** Moves the pointer to the target, or far away from it, and lets the page settle. */
export async function bring(page: Page, target: Locator, pointer: Pointer): Promise<void> {
  if (pointer === 'rests') await target.hover()
  else await page.mouse.move(2, 2)
  await quiet(page)
}

/** Opens a document and its versions; returns the content of the settled screens. */
async function lookAt(page: Page, id: string): Promise<{ fields: string[]; versions: number }> {
  await goTo(page, `/collections/posts/${id}`)
  await page.locator(TITLE).waitFor()
  await settle(page)
  const fields = await fieldsOnScreen(page)
  await versionsOf(page).click()
  await page.locator(VERSIONS).first().waitFor()
  await settle(page)
  return { fields, versions: await countOnScreen(page, VERSIONS) }
}

async function warmList(
  page: Page,
  posts: Locator,
  limit: number,
  runs: number,
  pointer: Pointer,
): Promise<number[]> {
  await restart(page, '/collections/posts?limit=25')
  await page.getByRole('button', { name: /^Per Page/ }).click()
  await page.getByRole('menuitem', { name: String(limit), exact: true }).click()
  return openedLists(page, posts, { rows: limit, visible: await rowsAre(page, limit), runs, pointer })
}

/** Opens a list of so many rows from the dashboard repeatedly; the first two runs warm the page. */
export async function openedLists(
  page: Page,
  link: Locator,
  { rows, visible, runs, pointer }: { rows: number; visible: number; runs: number; pointer: Pointer },
): Promise<number[]> {
  const dashboard = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first()
  return repeat(runs + 2, async () => {
    await dashboard.click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await bring(page, link, pointer)
    return clickToSight(page, () => link.click(), sights.list(rows, visible))
  })
}

async function warmDashboard(page: Page, posts: Locator, runs: number, pointer: Pointer): Promise<number[]> {
  const dashboard = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first()
  await restart(page, '/')
  await settle(page)
  const lines = await countOnScreen(page, CARD_LINES)
  return repeat(runs + 2, async () => {
    await posts.click()
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor()
    await bring(page, dashboard, pointer)
    return clickToSight(page, () => dashboard.click(), sights.cards(lines))
  })
}

async function warmDocument(
  page: Page,
  posts: Locator,
  title: string,
  fields: readonly string[],
  runs: number,
  pointer: Pointer,
): Promise<number[]> {
  await restart(page, '/collections/posts?limit=25')
  const link = page.getByRole('link', { name: title, exact: true })
  return repeat(runs + 2, async () => {
    await bring(page, link, pointer)
    const ms = await clickToSight(page, () => link.click(), sights.editable(fields))
    // The whole document is drawn before it is left.
    await quiet(page)
    await posts.click()
    await link.waitFor()
    return ms
  })
}

async function warmVersions(
  page: Page,
  site: BenchSite,
  visible: number,
  runs: number,
  pointer: Pointer,
): Promise<number[]> {
  await restart(page, `/collections/posts/${site.smallId}`)
  return repeat(runs + 2, async () => {
    await page.locator(TITLE).waitFor()
    await bring(page, versionsOf(page), pointer)
    const ms = await clickToSight(page, () => versionsOf(page).click(), sights.rows(visible))
    await quiet(page)
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    return ms
  })
}

/** Opens a document from a list in a page that was just loaded. */
async function openLoaded(page: Page, title: string, fields: readonly string[]): Promise<number> {
  await restart(page, '/collections/posts?limit=25')
  const link = page.getByRole('link', { name: title, exact: true })
  await link.waitFor()
  await bring(page, link, 'at once')
  return clickToSight(page, () => link.click(), sights.editable(fields))
}

/** Reloads the page, so that its own memory is empty, and lets it settle. */
async function restart(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await page.mouse.move(2, 2)
  await untilStatusBarSays(page, 'Online')
  await quiet(page)
}

/** Waits for a list of so many rows; returns the number on the settled screen. */
export async function rowsAre(page: Page, count: number): Promise<number> {
  const { selector } = sights.anyRows(count)
  await page.locator(selector).first().waitFor()
  await settle(page)
  return countOnScreen(page, selector)
}

/** Waits for background work after a screen has opened, which is not measured. */
export async function quiet(page: Page): Promise<void> {
  await page.waitForTimeout(400)
}

/** Waits until the screen is complete. */
export async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(1500)
}
