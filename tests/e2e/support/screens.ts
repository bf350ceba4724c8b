import type { Locator, Page } from 'playwright'
import type { FaultProxy } from '../../support/fault-proxy.ts'

/** Waits until the document's state line says exactly this (SY16). */
export async function untilDocumentIs(page: Page, words: string | RegExp): Promise<void> {
  await documentState(page)
    .filter({ hasText: exactly(words) })
    .waitFor()
    .catch(async (error: unknown) => {
      const says = await documentState(page).allInnerTexts()
      throw new Error(`the document's state is not ${String(words)} but ${JSON.stringify(says)}`, {
        cause: error,
      })
    })
}

/** The state line in the document header. */
export function documentState(page: Page): Locator {
  return page.getByRole('main').locator('header').getByRole('status')
}

/** Waits until the status bar says this. */
export async function untilStatusBarSays(page: Page, words: string | RegExp): Promise<void> {
  await page.getByRole('contentinfo').getByRole('status').filter({ hasText: words }).waitFor()
}

/** Opens a collection's list from the navigation. */
export async function openList(page: Page, label: string): Promise<void> {
  // The link's name goes on where edits wait: "Posts 1 edit waiting".
  const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${label}`) })
  const heading = page.getByRole('heading', { level: 1, name: label })
  // After a restart the window may be there already.
  await link.or(heading).first().waitFor()
  if (!(await heading.isVisible())) await link.first().click()
  await heading.waitFor()
}

/** Opens a document from the list on the screen, and waits until its title can be typed into. */
export async function openDocument(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: title, exact: true }).click()
  await titleInput(page).waitFor()
}

export function titleInput(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Title' }).first()
}

function exactly(words: string | RegExp): RegExp {
  return typeof words === 'string'
    ? new RegExp(`^${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
    : words
}

/** From now on the server does not answer, and the app knows it. */
export async function goOffline(page: Page, proxy: FaultProxy): Promise<void> {
  proxy.addRule({ match: () => true, fault: { kind: 'drop-before' } })
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
  await untilStatusBarSays(page, /Offline/)
}

/** From now on the server answers, and the app has asked it. */
export async function goOnline(page: Page, proxy: FaultProxy): Promise<void> {
  proxy.clearRules()
  await page.evaluate(() => Reflect.get(window, 'galley').call('connection.check', undefined))
}
