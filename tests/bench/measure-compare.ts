import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { at, ok } from '../integration/support/cms.ts'
import type { BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { keyToSight, type Sight } from './sights.ts'

const VERSIONS = 5

/** Milliseconds from an arrow key on the line of time to the differences of the version that it leads to. */
export async function measureSteps(
  page: Page,
  site: BenchSite,
  runs: number,
): Promise<Record<'small' | 'big', number>> {
  const small = await stepsOf(page, site, site.smallId, runs)
  return { small, big: await stepsOf(page, site, site.bigId, runs) }
}

async function stepsOf(page: Page, { cms, token }: BenchSite, id: string, runs: number): Promise<number> {
  for (let number = 1; number <= VERSIONS; number++) {
    const body = { standfirst: `Stop ${number}` }
    ok(await cms.request('PATCH', `/posts/${id}?draft=true&locale=en`, { token, body }))
  }
  const newest = `/posts/versions?where[parent][equals]=${id}&depth=0&sort=-updatedAt&limit=1`
  const version = at(ok(await cms.request('GET', newest, { token })).json, 'docs', 0, 'id')
  await goTo(page, `/collections/posts/${id}/versions/${String(version)}`)
  const selected = page.getByRole('option', { selected: true })
  await page
    .getByRole('option')
    .nth(VERSIONS - 1)
    .waitFor()
  let number = VERSIONS
  const step = async (key: 'ArrowLeft' | 'ArrowRight'): Promise<number> => {
    number += key === 'ArrowLeft' ? -1 : 1
    return keyToSight(page, key, differences(number))
  }
  await page.locator('main [data-part]').first().waitFor()
  await selected.focus()
  // Both ways once, so that all of them are on this computer.
  const back = () => repeat(VERSIONS - 2, () => step('ArrowLeft'))
  const forth = () => repeat(VERSIONS - 2, () => step('ArrowRight'))
  await back()
  await forth()
  const measured: number[] = []
  while (measured.length < runs) measured.push(...(await back()), ...(await forth()))
  return median(measured)
}

/** Of a version that is here, and of no one that was here before. */
const differences = (number: number): Sight => ({
  selector: 'main [aria-busy=false] [data-part]',
  text: `Stop ${number - 1}[\\s\\S]*Stop ${number}`,
  onScreen: true,
})
