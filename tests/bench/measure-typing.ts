import type { Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { titleInput, untilDocumentIs } from '../e2e/support/screens.ts'
import type { BenchSite } from './bench-site.ts'
import { percentile95 } from './figures.ts'

type Keystroke = { work: number; painted: number }
export type Typing = {
  /** Milliseconds that the page works for a keystroke: its handlers, rendering, layout and paint. */
  work: number
  /** Milliseconds from the key to the painted frame, with the wait for the display's next frame. */
  painted: number
}

/** p95 over `count` keystrokes in the title of the big document. */
export async function measureTyping(page: Page, site: BenchSite, count: number): Promise<Typing> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  const title = titleInput(page)
  await title.click()
  await page.keyboard.press('End')
  await page.evaluate(listen)
  for (let typed = 0; typed < count; typed++) {
    await page.keyboard.press(typed % 20 < 10 ? 'a' : 'Backspace')
    await page.waitForTimeout(40)
  }
  const strokes = await page.evaluate(() => Reflect.get(globalThis, 'benchKeys') as Keystroke[])
  // What was typed is gone again; the document has nothing to send.
  await untilDocumentIs(page, 'Saved')
  return {
    work: percentile95(strokes.map(({ work }) => work)),
    painted: percentile95(strokes.map(({ painted }) => painted)),
  }
}

/** In the page. */
function listen(): void {
  const strokes: Keystroke[] = []
  Reflect.set(globalThis, 'benchKeys', strokes)
  let pressed = 0
  let began = 0
  addEventListener(
    'keydown',
    (event) => {
      pressed = event.timeStamp
      began = performance.now()
    },
    { capture: true },
  )
  addEventListener('input', () => {
    // After React, which renders in a microtask of its own at the end of the event.
    queueMicrotask(() => {
      const handled = performance.now() - began
      requestAnimationFrame(() => {
        const frame = performance.now()
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          const now = performance.now()
          strokes.push({ work: handled + now - frame, painted: now - pressed })
        })
        port1.start()
        port2.postMessage(null)
      })
    })
  })
}
