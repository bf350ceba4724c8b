import { _electron } from 'playwright'
import { goWithin } from '../e2e/support/addresses.ts'
import { launchOptions } from '../e2e/support/electron-path.ts'
import type { BenchSite } from './bench-site.ts'
import { median } from './figures.ts'
import { firstPainted, openEyes, recordFirstSights, sights, type Sight } from './sights.ts'

export type Start = { window: number; dashboard: number; big: number }

const wantedOf = (fields: readonly string[]): Record<string, Sight> => ({
  window: { selector: '#root *' },
  dashboard: { selector: 'main li a', atLeast: 3, onScreen: true },
  big: sights.editable(fields),
})

/**
 * Cold starts of a signed-in installation, from the launch of the process: to the first thing in the window, to the
 * dashboard, and to the big document when its address is opened as soon as there is a window. `fields` are those that
 * a settled screen shows of it.
 */
export async function measureStart(
  dataFolder: string,
  site: BenchSite,
  fields: readonly string[],
  runs: number,
): Promise<Start> {
  const windows: number[] = []
  const dashboards: number[] = []
  const bigs: number[] = []
  for (let run = 0; run < runs; run++) {
    const toDashboard = await start(dataFolder, site.cms.url, null, fields)
    windows.push(toDashboard.window)
    dashboards.push(toDashboard.wanted)
    bigs.push((await start(dataFolder, site.cms.url, `/collections/posts/${site.bigId}`, fields)).wanted)
  }
  return { window: median(windows), dashboard: median(dashboards), big: median(bigs) }
}

async function start(
  dataFolder: string,
  server: string,
  path: string | null,
  fields: readonly string[],
): Promise<{ window: number; wanted: number }> {
  const began = Date.now()
  const app = await _electron.launch(launchOptions(dataFolder, [`--server=${server}`]))
  try {
    const wanted = wantedOf(fields)
    await app.context().addInitScript(openEyes)
    await app.context().addInitScript(recordFirstSights, wanted)
    const page = await app.firstWindow()
    if (path !== null) await page.goto(`app://bundle${path}`, { waitUntil: 'commit' })
    // The page may have begun before the script was there.
    await page.evaluate(openEyes)
    await page.evaluate(recordFirstSights, wanted)
    const painted = await firstPainted(page, path === null ? 'dashboard' : 'big')
    const window = (await firstPainted(page, 'window')) - began
    // The next start opens where this one ends.
    await goWithin(page, '/')
    return { window, wanted: painted - began }
  } finally {
    await app.close()
  }
}
