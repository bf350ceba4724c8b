import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { titleInput } from '../e2e/support/screens.ts'
import type { BenchSite } from './bench-site.ts'
import { typeInto, type Typing } from './measure-typing.ts'

/** Keystrokes in the title of the big document, alone and with a second locale beside it. */
export async function measureSecondLocale(
  page: Page,
  site: BenchSite,
  count: number,
): Promise<{ alone: Typing; beside: Typing }> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  const alone = await typeInto(page, titleInput(page), count)
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await page.locator('[data-locale-pair]').first().waitFor()
  const beside = await typeInto(page, titleInput(page), count)
  // It would stay for what is measured next.
  await page.keyboard.press('ControlOrMeta+Shift+L')
  await page.locator('[data-locale-pair]').first().waitFor({ state: 'detached' })
  return { alone, beside }
}
