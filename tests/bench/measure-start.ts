import { _electron } from 'playwright'
import { launchOptions } from '../e2e/support/electron-path.ts'
import type { BenchSite } from './bench-site.ts'
import { median } from './figures.ts'
import { firstPainted, recordFirstSights, sights, type Sight } from './sights.ts'

export type Start = { window: number; dashboard: number; big: number }

const WANTED: Record<string, Sight> = {
  window: { selector: '#root *' },
  dashboard: { selector: 'main li a', atLeast: 3 },
  big: sights.editable,
}

/**
 * Cold starts of a signed-in installation, from the launch of the process: to the first thing in the window, to the
 * dashboard, and to the big document when its address is opened as soon as there is a window.
 */
export async function measureStart(dataFolder: string, site: BenchSite, runs: number): Promise<Start> {
  const windows: number[] = []
  const dashboards: number[] = []
  const bigs: number[] = []
  for (let run = 0; run < runs; run++) {
    const toDashboard = await start(dataFolder, site.cms.url, null)
    windows.push(toDashboard.window)
    dashboards.push(toDashboard.wanted)
    bigs.push((await start(dataFolder, site.cms.url, `/collections/posts/${site.bigId}`)).wanted)
  }
  return { window: median(windows), dashboard: median(dashboards), big: median(bigs) }
}

async function start(
  dataFolder: string,
  server: string,
  path: string | null,
): Promise<{ window: number; wanted: number }> {
  const began = Date.now()
  const app = await _electron.launch(launchOptions(dataFolder, [`--server=${server}`]))
  try {
    await app.context().addInitScript(recordFirstSights, WANTED)
    const page = await app.firstWindow()
    if (path !== null) await page.goto(`app://bundle${path}`, { waitUntil: 'commit' })
    // The page may have begun before the script was there.
    await page.evaluate(recordFirstSights, WANTED)
    const wanted = await firstPainted(page, path === null ? 'dashboard' : 'big')
    return { window: (await firstPainted(page, 'window')) - began, wanted: wanted - began }
  } finally {
    await app.close()
  }
}
