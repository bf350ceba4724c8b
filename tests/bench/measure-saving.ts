import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { titleInput, untilDocumentIs } from '../e2e/support/screens.ts'
import { ok } from '../integration/support/cms.ts'
import { BIG_TITLE, type BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { clickToSights, sights } from './sights.ts'

export type Saving = { durable: number; acknowledged: number; raw: number }

/** Save Draft of the big document, and the PATCH that it comes to, made by a program that does nothing else. */
export async function measureSaving(page: Page, site: BenchSite, runs: number): Promise<Saving> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  const durable: number[] = []
  const acknowledged = await repeat(runs, async (run) => {
    await titleInput(page).fill(`${BIG_TITLE} ${run}`)
    await untilDocumentIs(page, /^Only on this computer/)
    const save = page.getByRole('button', { name: 'Save Draft' })
    const [first = Number.NaN, last = Number.NaN] = await clickToSights(page, () => save.click(), [
      sights.state('^(Waiting to send|Sending|Saved$)'),
      sights.state('^Saved$'),
    ])
    durable.push(first)
    await page.waitForTimeout(300)
    return last
  })
  const raw = await repeat(runs, async (run) => {
    const began = performance.now()
    const query = 'draft=true&locale=en&depth=0&fallback-locale=none'
    const body = { title: `${BIG_TITLE}, raw ${run}`, _status: 'draft' }
    ok(await site.cms.request('PATCH', `/posts/${site.bigId}?${query}`, { token: site.token, body }))
    return performance.now() - began
  })
  const body = { title: BIG_TITLE, _status: 'published' }
  ok(await site.cms.request('PATCH', `/posts/${site.bigId}?locale=en`, { token: site.token, body }))
  return { durable: median(durable), acknowledged: median(acknowledged), raw: median(raw) }
}
