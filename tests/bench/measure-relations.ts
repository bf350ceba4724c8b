import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { untilStatusBarSays } from '../e2e/support/screens.ts'
import { findId } from '../e2e/support/whole-document.ts'
import { fillStore } from '../support/fill-store.ts'
import type { BenchSite } from './bench-site.ts'
import { databaseIn } from './database-in.ts'
import { median, repeat } from './figures.ts'
import { demo } from './measure-store.ts'
import { clickToSight, fieldsOnScreen, keyToSight, sights } from './sights.ts'

const DOCUMENTS = 5000

export type Relations = {
  /** From the key to the painted documents that match, out of 5,000 on this computer. */
  search: number
  /** From the click to the document's fields in the drawer. */
  drawer: number
}

/** The search of a relationship, and the drawer in which its document opens, in a page that is warm. */
export async function measureRelations(site: BenchSite, runs: number): Promise<Relations> {
  const sink = await findId(site.cms, 'kitchen-sink', 'text', 'Everything filled in', site.token)
  const dataFolder = newDataFolder()
  const first = await startGalley({ server: site.cms.url, dataFolder })
  await login(first.page, 'admin@example.com')
  await first.close()
  const { templates } = await demo(site)
  fillStore(databaseIn(dataFolder), { slug: 'posts', templates, documents: DOCUMENTS })
  const galley = await startGalley({ server: site.cms.url, dataFolder })
  const { page } = galley
  try {
    await goTo(page, `/collections/kitchen-sink/${sink}`)
    await untilStatusBarSays(page, 'Online')
    await page.getByRole('tab', { name: 'Relations', exact: true }).click()
    const search = await repeat(runs + 2, (run) => searchOnce(page, run))
    await page.keyboard.press('Escape')
    // The first time tells which fields there are to be waited for.
    const edit = page.getByRole('button', { name: /^Edit The / }).first()
    await edit.click()
    await page.locator('[role=dialog] [id^="form-"][id$="-title"]').waitFor()
    await quiet(page)
    const fields = await fieldsOnScreen(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const drawer = await repeat(runs + 2, () => openOnce(page, fields))
    return { search: median(search.slice(2)), drawer: median(drawer.slice(2)) }
  } finally {
    await galley.close()
  }
}

async function searchOnce(page: Page, run: number): Promise<number> {
  const input = page.getByRole('combobox', { name: 'Relationship', exact: true })
  await input.fill('nothing is called so')
  await page.getByText(/^Nothing matches/).waitFor()
  await input.press('Control+a')
  await quiet(page)
  const digit = String(run % 10)
  return keyToSight(page, digit, { selector: '[role=listbox] [role=option]', text: `\\d*${digit}\\d*$` })
}

async function openOnce(page: Page, fields: readonly string[]): Promise<number> {
  const edit = page.getByRole('button', { name: /^Edit The / }).first()
  const ms = await clickToSight(page, () => edit.click(), sights.editable(fields, '[role=dialog]'))
  await quiet(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await quiet(page)
  return ms
}

/** Until what follows an action is over. */
async function quiet(page: Page): Promise<void> {
  await page.waitForTimeout(400)
}
