import type { Page } from 'playwright'

/** Shows an address of the app, as a deep link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(`app://bundle${path}`)
}

/** The address of the screen, without the app's origin. */
export async function addressOf(page: Page): Promise<string> {
  return page.evaluate(() => location.pathname + location.search)
}

/** Shows an address without loading the window anew, as a link within it does. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}
