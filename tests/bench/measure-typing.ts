import type { Locator, Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { titleInput, untilDocumentIs } from '../e2e/support/screens.ts'
import type { BenchSite } from './bench-site.ts'
import { percentile95 } from './figures.ts'

type Keystroke = { work: number; painted: number }
export type Typing = {
  /**
   * Milliseconds of the page's work for a keystroke: handlers, tasks up to the frame, rendering, layout and paint.
   */
  work: number
  /** Milliseconds from the key to the painted frame, the wait for the display's next frame included. */
  painted: number
  /** Share of keystrokes painted in the display's next frame. */
  nextFrame: number
}

/** Milliseconds of a frame at 60 Hz, plus the clock's precision. */
const FRAME = 1000 / 60 + 1

/** Returns p95 over `count` keystrokes in the title of the big document. */
export async function measureTyping(page: Page, site: BenchSite, count: number): Promise<Typing> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  return typeInto(page, titleInput(page), count)
}

/**
 * Returns p95 over `count` keystrokes in an input; the document is then restored and saved. It is edited first, since
 * the key that makes a saved document an edited one would recur with each deletion.
 */
export async function typeInto(page: Page, input: Locator, count: number): Promise<Typing> {
  await input.click()
  await page.keyboard.press('End')
  await page.keyboard.press('a')
  await page.evaluate(listen)
  for (let typed = 0; typed < count; typed++) {
    await page.keyboard.press(typed % 20 < 10 ? 'a' : 'Backspace')
    await page.waitForTimeout(40)
  }
  const strokes = await page.evaluate(() => Reflect.get(globalThis, 'benchKeys') as Keystroke[])
  // The typed text is deleted again, so that the document has nothing to send.
  const left = Math.min(count % 20, 20 - (count % 20)) + 1
  for (let deleted = 0; deleted < left; deleted++) await page.keyboard.press('Backspace')
  await untilDocumentIs(page, 'Saved')
  const inNextFrame = strokes.filter(({ work, painted }) => painted - work <= FRAME)
  return {
    work: percentile95(strokes.map(({ work }) => work)),
    painted: percentile95(strokes.map(({ painted }) => painted)),
    nextFrame: inNextFrame.length / strokes.length,
  }
}

/** Runs in the page: measures keystrokes. */
function listen(): void {
  /** Longest milliseconds of a ping without other work. */
  const GRAIN = 0.5
  const heardBefore = Reflect.has(globalThis, 'benchKeys')
  Reflect.set(globalThis, 'benchKeys', [])
  if (heardBefore) return
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
  const heard = (): void => {
    // Runs after React, which renders in a microtask at the end of the event.
    queueMicrotask(() => {
      const handled = performance.now() - began
      // Pings one after another until the frame: a late one means that another task ran before it.
      let others = 0
      let last = performance.now()
      const sinceLast = (now: number): void => {
        if (now - last > GRAIN) others += now - last
        last = now
      }
      const { port1: inbox, port2: outbox } = new MessageChannel()
      inbox.addEventListener('message', () => {
        sinceLast(performance.now())
        outbox.postMessage(null)
      })
      inbox.start()
      outbox.postMessage(null)
      requestAnimationFrame(() => {
        const frame = performance.now()
        inbox.close()
        sinceLast(frame)
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          const now = performance.now()
          const strokes = Reflect.get(globalThis, 'benchKeys') as Keystroke[]
          strokes.push({ work: handled + others + now - frame, painted: now - pressed })
        })
        port1.start()
        port2.postMessage(null)
      })
    })
  }
  addEventListener('input', heard)
  // An editor of rich text stops the event, so its own element gets a listener, after its handlers.
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLElement && target.isContentEditable)
        target.addEventListener('input', heard, { once: true })
    },
    { capture: true },
  )
  // The editor may also handle the key itself, without an input event.
  addEventListener('beforeinput', (event) => {
    if (event.defaultPrevented) heard()
  })
}
