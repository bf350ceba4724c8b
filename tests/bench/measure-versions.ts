import type { Locator, Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { ok } from '../integration/support/cms.ts'
import type { BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { bothWays, bring, quiet, settle, type Warm } from './measure-screens.ts'
import { clickToSight, countOnScreen, keyToSight, type Pointer, type Sight } from './sights.ts'

export type Versions = {
  /** From the list of versions, to the first difference. */
  small: Warm
  big: Warm
  /** From one version to another by an arrow key. */
  step: number
  /** From the document, to all lines that the settled screen shows. */
  api: Warm
}

const TREE_LINE = 'main [role=treeitem]'
const FIRST_DIFFERENCE: Sight = { selector: 'main [data-part]', onScreen: true }

/** Comparisons and the API view, from a press to what is painted; all of it is on this computer, but the API's answer. */
export async function measureVersions(page: Page, site: BenchSite, runs: number): Promise<Versions> {
  // The newest two versions of both differ in one text, whose two values have no letter in common.
  for (const id of [site.smallId, site.bigId])
    for (const kicker of ['Moon', 'Rail'])
      ok(await site.cms.request('PATCH', `/posts/${id}?locale=en`, { token: site.token, body: { kicker } }))
  const small = await bothWays((pointer) => warmComparison(page, site.smallId, runs, pointer))
  const step = await warmSteps(page, site.smallId, runs)
  const big = await bothWays((pointer) => warmComparison(page, site.bigId, runs, pointer))
  const api = await bothWays((pointer) => warmApi(page, site.bigId, runs, pointer))
  return { small, big, step, api }
}

const newest = (page: Page): Locator => page.getByRole('main').locator('tbody tr').first().getByRole('link')

async function warmComparison(page: Page, id: string, runs: number, pointer: Pointer): Promise<number[]> {
  await goTo(page, `/collections/posts/${id}/versions`)
  return repeat(runs + 2, async () => {
    await newest(page).waitFor()
    await bring(page, newest(page), pointer)
    const ms = await clickToSight(page, () => newest(page).click(), FIRST_DIFFERENCE)
    await quiet(page)
    await page
      .getByRole('link', { name: /^Versions/ })
      .first()
      .click()
    return ms
  })
}

/** To the version before and back again; both are here from the first time on. */
async function warmSteps(page: Page, id: string, runs: number): Promise<number> {
  await goTo(page, `/collections/posts/${id}/versions`)
  await newest(page).click()
  const inserted = (text: string): Sight => ({ selector: 'main [data-part] ins', text: `^${text}$` })
  await page.locator(inserted('').selector).first().waitFor()
  await page
    .getByRole('listbox', { name: 'Versions in time' })
    .getByRole('option', { selected: true })
    .focus()
  const times = await repeat(runs + 2, async () => {
    await quiet(page)
    const ms = await keyToSight(page, 'ArrowLeft', inserted('Moon'))
    await quiet(page)
    await keyToSight(page, 'ArrowRight', inserted('Rail'))
    return ms
  })
  return median(times.slice(2))
}

async function warmApi(page: Page, id: string, runs: number, pointer: Pointer): Promise<number[]> {
  await goTo(page, `/collections/posts/${id}/api`)
  await page.locator(TREE_LINE).first().waitFor()
  await settle(page)
  const visible = await countOnScreen(page, TREE_LINE)
  const link = page.getByRole('link', { name: 'API', exact: true })
  const edit = page.getByRole('link', { name: /^Edit/ }).first()
  return repeat(runs + 2, async () => {
    await edit.click()
    await link.waitFor()
    await bring(page, link, pointer)
    return clickToSight(page, () => link.click(), { selector: TREE_LINE, atLeast: visible, onScreen: true })
  })
}
