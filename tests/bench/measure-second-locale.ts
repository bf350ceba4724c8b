import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { titleInput } from '../e2e/support/screens.ts'
import type { BenchSite } from './bench-site.ts'
import { median } from './figures.ts'
import { typeInto } from './measure-typing.ts'

/** In turns, so that what else the machine does meanwhile falls on both. */
const ROUNDS = 5

/**
 * Milliseconds that the page works for a keystroke in the title of the big document, p95 of a round and the median of
 * those: alone, and with a second locale beside it.
 */
export async function measureSecondLocale(
  page: Page,
  site: BenchSite,
  count: number,
): Promise<{ alone: number; beside: number }> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  const alone: number[] = []
  const beside: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    alone.push((await typeInto(page, titleInput(page), count)).work)
    await toggle(page, 'visible')
    beside.push((await typeInto(page, titleInput(page), count)).work)
    // It would stay for what is measured next.
    await toggle(page, 'detached')
  }
  return { alone: median(alone), beside: median(beside) }
}

async function toggle(page: Page, state: 'visible' | 'detached'): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await page.locator('[data-locale-pair]').first().waitFor({ state })
}
