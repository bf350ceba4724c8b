import type { Page } from 'playwright'
import * as v from 'valibot'
import { goTo } from '../e2e/support/addresses.ts'
import { login, newDataFolder, startGalley } from '../e2e/support/galley-app.ts'
import { goOffline } from '../e2e/support/screens.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { fillStore } from '../support/fill-store.ts'
import type { BenchSite } from './bench-site.ts'
import { databaseIn } from './database-in.ts'
import { percentile95 } from './figures.ts'
import { keepLimit } from './measure-lists.ts'
import { bothWays, bring, settle, type Warm } from './measure-screens.ts'
import { demo } from './measure-store.ts'
import { clickToSight, countOnScreen, GRID_CARDS, sights } from './sights.ts'

const PICTURES = 10_000
/** Pictures of one page of the grid, which is scrolled through. */
const PAGE = 500
/** Turns of the wheel, and the length of each in CSS pixels: a card is 226 high. */
const TURNS = 150
const TURN = 120

export type Media = {
  /** From the dashboard by the sidebar to the cards of the first screen. */
  grid: Warm
  /** Scripts, styles and layout of a frame in which the grid is scrolled, in milliseconds, p95. */
  scroll: number
}

/** Measures the grid of 10,000 pictures offline, page warm. They repeat those of the demo. */
export async function measureMedia(site: BenchSite, runs: number): Promise<Media> {
  const proxy = await startFaultProxy(site.cms.url)
  const dataFolder = newDataFolder()
  const first = await startGalley({ server: proxy.url, dataFolder })
  await login(first.page, 'admin@example.com')
  await openGrid(first.page)
  await first.close()
  const { templates } = await demo(site, 'media')
  fillStore(databaseIn(dataFolder), { slug: 'media', templates, documents: PICTURES })
  const galley = await startGalley({ server: proxy.url, dataFolder })
  const { page } = galley
  try {
    await keepLimit(page, 'media', PAGE)
    await goOffline(page, proxy)
    await openGrid(page)
    const visible = await countOnScreen(page, GRID_CARDS)
    const sidebar = page.getByRole('navigation')
    const link = sidebar.getByRole('link', { name: /^Media/ }).first()
    const dashboard = sidebar.getByRole('link', { name: 'Dashboard' }).first()
    const grid = await bothWays(async (pointer) => {
      const times: number[] = []
      for (let run = 0; run < runs + 2; run++) {
        await dashboard.click()
        await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
        await bring(page, link, pointer)
        times.push(await clickToSight(page, () => link.click(), sights.grid(visible)))
      }
      return times
    })
    await settle(page)
    return { grid, scroll: await scrollThrough(page) }
  } finally {
    await galley.close()
    await proxy.close()
  }
}

/** Opens the grid, after which its first pictures are on this computer. */
async function openGrid(page: Page): Promise<void> {
  await goTo(page, '/collections/media')
  const asGrid = page.getByRole('button', { name: 'Pictures', exact: true })
  if ((await asGrid.getAttribute('aria-pressed')) !== 'true') await asGrid.click()
  await page.locator(GRID_CARDS).first().waitFor()
  await settle(page)
}

/** Returns p95 of the page's work per frame while the grid is scrolled, by the browser's own trace. */
async function scrollThrough(page: Page): Promise<number> {
  const card = await page.locator(GRID_CARDS).first().boundingBox()
  if (card === null) throw new Error('the grid has no card')
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2)
  const lastBefore = await lastCard(page)
  const events = await tracedWhile(page, async () => {
    for (let turn = 0; turn < TURNS; turn++) {
      await page.mouse.wheel(0, TURN)
      await page.waitForTimeout(50)
    }
  })
  // The first line is always drawn, for the keyboard.
  if ((await lastCard(page)) === lastBefore) throw new Error('the grid was not scrolled')
  const frames = workByFrame(events)
  if (frames.length < TURNS) throw new Error(`only ${frames.length} frames were seen`)
  return percentile95(frames)
}

const lastCard = (page: Page) => page.locator(GRID_CARDS).last().getAttribute('aria-posinset')

/** An event of Chromium's trace, with its time and duration in microseconds. */
const traceEvent = v.object({
  name: v.string(),
  ph: v.string(),
  pid: v.number(),
  tid: v.number(),
  ts: v.number(),
  dur: v.optional(v.number(), 0),
})
type TraceEvent = v.InferOutput<typeof traceEvent>

async function tracedWhile(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const one of value) {
      const parsed = v.safeParse(traceEvent, one)
      if (parsed.success) events.push(parsed.output)
    }
  })
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  })
  await work()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return events
}

/** Scripts, styles and layout, as the trace calls them. */
const WORK: ReadonlySet<string> = new Set([
  'EventDispatch',
  'FireAnimationFrame',
  'FunctionCall',
  'Layout',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
])
/** The event at the begin of a frame of the page. */
const isFrame = ({ name, ph }: TraceEvent): boolean => name === 'AnimationFrame' && ph === 'b'

/** Returns milliseconds of work between one frame and the next, on the thread that has most frames: the page's. */
function workByFrame(events: readonly TraceEvent[]): number[] {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`)
  const framesOf = (thread: readonly TraceEvent[]) => thread.filter(isFrame).length
  const [own = []] = [...threads.values()].toSorted((a, b) => framesOf(b) - framesOf(a))
  const frames: number[] = []
  let counted = 0
  for (const event of own.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    const { name, ts, dur } = event
    if (isFrame(event)) frames.push(0)
    // Work within other work is counted with that.
    if (!WORK.has(name) || ts < counted || frames.length === 0) continue
    counted = ts + dur
    frames[frames.length - 1] = (frames.at(-1) ?? 0) + dur / 1000
  }
  return frames
}
