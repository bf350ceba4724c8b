import type { Locator, Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { untilStatusBarSays } from '../e2e/support/screens.ts'
import { BIG_TITLE, SMALL_TITLE, type BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { clickToSight, sights } from './sights.ts'

export type Screens = {
  /** Page warm: from the dashboard by the sidebar, again and again. */
  list10Warm: number
  list100Warm: number
  list25: number
  list100: number
  list100Again: number
  /** Page warm: from the list, again and again. */
  smallWarm: number
  bigWarm: number
  small: number
  big: number
  versions: number
}

/** Lists, documents and versions, each from a click to the painted screen, from what is on this computer. */
export async function measureScreens(page: Page, site: BenchSite, runs: number): Promise<Screens> {
  // Everything is seen once, so that it is on this computer.
  await goTo(page, '/collections/posts?limit=100')
  await untilStatusBarSays(page, 'Online')
  await rowsAre(page, 100)
  for (const id of [site.bigId, site.smallId]) {
    await goTo(page, `/collections/posts/${id}`)
    await page.locator('[id^="form-"][id$="-title"]').waitFor()
    await page.getByRole('link', { name: /^Versions/ }).click()
    await page.locator('main tbody tr').first().waitFor()
  }
  const posts = page
    .getByRole('navigation')
    .getByRole('link', { name: /^Posts/ })
    .first()

  const list25 = await repeat(runs, async () => {
    await restart(page, '/')
    return clickToSight(page, () => posts.click(), sights.list(25))
  })
  const list100 = await repeat(runs, async () => {
    await restart(page, '/collections/posts?limit=25')
    await rowsAre(page, 25)
    await page.getByRole('button', { name: /^Per Page/ }).click()
    const choice = page.getByRole('menuitem', { name: '100' })
    return clickToSight(page, () => choice.click(), sights.list(100))
  })
  await restart(page, '/collections/posts?limit=100')
  const list100Again = await repeat(runs, async () => {
    await rowsAre(page, 100)
    await page.getByRole('link', { name: SMALL_TITLE, exact: true }).click()
    await page.locator('[id^="form-"][id$="-title"]').waitFor()
    await quiet(page)
    const back = page.getByRole('button', { name: /^(Go )?back$/i }).first()
    return clickToSight(page, () => back.click(), sights.list(100))
  })
  const list10Warm = await warmList(page, posts, 10, runs)
  const list100Warm = await warmList(page, posts, 100, runs)
  const smallWarm = await warmDocument(page, posts, SMALL_TITLE, runs)
  const bigWarm = await warmDocument(page, posts, BIG_TITLE, runs)
  const small = await repeat(runs, () => open(page, SMALL_TITLE))
  const big = await repeat(runs, () => open(page, BIG_TITLE))
  const versions = await repeat(runs, async () => {
    await restart(page, `/collections/posts/${site.smallId}`)
    await page.locator('[id^="form-"][id$="-title"]').waitFor()
    await quiet(page)
    const tab = page.getByRole('link', { name: /^Versions/ })
    return clickToSight(page, () => tab.click(), sights.rows(1))
  })
  return {
    list10Warm: median(list10Warm),
    list100Warm: median(list100Warm),
    list25: median(list25),
    list100: median(list100),
    list100Again: median(list100Again),
    smallWarm: median(smallWarm),
    bigWarm: median(bigWarm),
    small: median(small),
    big: median(big),
    versions: median(versions),
  }
}

/** Lists of so many rows in a page in use: the same was done twice before. */
async function warmList(page: Page, posts: Locator, limit: number, runs: number): Promise<number[]> {
  await restart(page, '/collections/posts?limit=25')
  await page.getByRole('button', { name: /^Per Page/ }).click()
  await page.getByRole('menuitem', { name: String(limit), exact: true }).click()
  await rowsAre(page, limit)
  const dashboard = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first()
  const values = await repeat(runs + 2, async () => {
    await dashboard.click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await posts.hover()
    await quiet(page)
    return clickToSight(page, () => posts.click(), sights.list(limit))
  })
  return values.slice(2)
}

/** A document in a page in use, opened from a list; the pointer rests on its link, as that of a person does. */
async function warmDocument(page: Page, posts: Locator, title: string, runs: number): Promise<number[]> {
  await restart(page, '/collections/posts?limit=25')
  const link = page.getByRole('link', { name: title, exact: true })
  const values = await repeat(runs + 2, async () => {
    await link.hover()
    await quiet(page)
    const ms = await clickToSight(page, () => link.click(), sights.editable)
    // All of it is there before it is left.
    await quiet(page)
    await posts.click()
    await link.waitFor()
    return ms
  })
  return values.slice(2)
}

async function open(page: Page, title: string): Promise<number> {
  await restart(page, '/collections/posts?limit=25')
  const link = page.getByRole('link', { name: title, exact: true })
  await link.waitFor()
  await quiet(page)
  return clickToSight(page, () => link.click(), sights.editable)
}

/** Loads the page anew, so that nothing is left in the page's own memory, and lets it come to rest. */
async function restart(page: Page, path: string): Promise<void> {
  await goTo(page, path)
  await untilStatusBarSays(page, 'Online')
  await quiet(page)
}

async function rowsAre(page: Page, count: number): Promise<void> {
  const { selector } = sights.list(count)
  await page.locator(selector).nth(9).waitFor()
}

/** What goes on in the background after a screen has opened is not what is measured. */
async function quiet(page: Page): Promise<void> {
  await page.waitForTimeout(400)
}
