import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import type { BenchSite } from './bench-site.ts'
import { LAYOUT } from './measure-rows.ts'

export type Memory = { heapMb: number; elements: number }

/** Returns the page's memory with the big document open, after scrolling and garbage collection. */
export async function measureMemory(page: Page, site: BenchSite): Promise<Memory> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  await page.locator('[id^="form-"][id$="-title"]').waitFor()
  return memoryAfterScrolling(page)
}

/** Returns the same with all of its blocks open; they are folded again afterwards. */
export async function measureOpenMemory(page: Page, site: BenchSite): Promise<Memory> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  await page.locator(LAYOUT).waitFor()
  // The list of blocks is the first one of the form.
  await page.getByRole('button', { name: 'Show All' }).first().click()
  const memory = await memoryAfterScrolling(page)
  await page.getByRole('button', { name: 'Collapse All' }).first().click()
  return memory
}

async function memoryAfterScrolling(page: Page): Promise<Memory> {
  await page.evaluate(async () => {
    const scrolls = [...document.querySelectorAll('main *')].filter(
      (element) => element.scrollHeight > element.clientHeight + 50,
    )
    for (const element of scrolls) {
      for (let top = 0; top < element.scrollHeight; top += 400) {
        element.scrollTop = top
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
    }
  })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { heapMb: usedSize / 1024 / 1024, elements }
}
