import type { Page } from 'playwright'

/** Something that can be seen on the page: at least so many elements, where wanted with this text. */
export type Sight = {
  selector: string
  atLeast?: number
  /** Source of a regular expression that the text of one of them must match. */
  text?: string
  /** The elements must be inputs that can be typed into. */
  editable?: boolean
}

/** What the time begins with: the mouse button let go, or a key pressed, the last one before the sight is there. */
export type Begin = 'pointerup' | 'keydown'

export const sights = {
  /** A list of so many documents: those that can be seen of them. */
  list: (count: number): Sight => ({
    selector: `main table[aria-rowcount="${count + 1}"] tbody tr[aria-rowindex]`,
    atLeast: Math.min(count, 10),
  }),
  rows: (count: number): Sight => ({ selector: 'main tbody tr', atLeast: count }),
  editable: { selector: '[id^="form-"][id$="-title"]', editable: true } satisfies Sight,
  state: (text: string): Sight => ({ selector: 'main header [role=status]', text }),
}

/**
 * Milliseconds from the moment the mouse button is let go to the moment at which the first frame with the sight is
 * painted, by the page's own clock. The click's time is that of the input event itself, so that what the driver of
 * the test needs does not count.
 */
export async function clickToSight(page: Page, click: () => Promise<void>, sight: Sight): Promise<number> {
  const [ms = Number.NaN] = await clickToSights(page, click, [sight])
  return ms
}

/** The same from a key. */
export async function keyToSight(page: Page, key: string, sight: Sight): Promise<number> {
  const [ms = Number.NaN] = await clickToSights(page, () => page.keyboard.press(key), [sight], 'keydown')
  return ms
}

/** The same for several sights that follow each other. */
export async function clickToSights(
  page: Page,
  click: () => Promise<void>,
  wanted: Sight[],
  begin: Begin = 'pointerup',
): Promise<number[]> {
  await page.evaluate(watch, { wanted, begin })
  await click()
  return page.evaluate(() => Reflect.get(globalThis, 'benchSeen') as Promise<number[]>)
}

/** In the page. */
function watch({ wanted, begin }: { wanted: Sight[]; begin: Begin }): void {
  const seen = wanted.map(
    (sight) =>
      new Promise<number>((resolve) => {
        let began: number | null = null
        let found = false
        const isThere = (): boolean => {
          const all = [...document.querySelectorAll<HTMLElement>(sight.selector)].filter(
            (element) =>
              (sight.text === undefined || new RegExp(sight.text).test(element.textContent)) &&
              (sight.editable !== true ||
                ((element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
                  !element.disabled &&
                  !element.readOnly)),
          )
          return all.length >= (sight.atLeast ?? 1)
        }
        const look = (): void => {
          if (found || began === null || !isThere()) return
          found = true
          observer.disconnect()
          removeEventListener(begin, start, { capture: true })
          const from = began
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - from))
            port1.start()
            port2.postMessage(null)
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(document, { subtree: true, childList: true, characterData: true })
        const start = (event: Event): void => {
          began = event.timeStamp
        }
        addEventListener(begin, start, { capture: true, once: begin === 'pointerup' })
      }),
  )
  Reflect.set(globalThis, 'benchSeen', Promise.all(seen))
}

/**
 * In the page, at its very beginning or later: writes down when each sight was first painted after a page load, in milliseconds since 1970,
 * into `benchFirst`.
 */
export function recordFirstSights(wanted: Record<string, Sight>): void {
  if (Reflect.get(globalThis, 'benchFirst') !== undefined) return
  const first: Record<string, number> = {}
  Reflect.set(globalThis, 'benchFirst', first)
  const left = new Map(Object.entries(wanted))
  const look = (): void => {
    for (const [name, sight] of left) {
      const all = [...document.querySelectorAll<HTMLElement>(sight.selector)]
      const fits = all.filter(
        (one) => sight.text === undefined || new RegExp(sight.text).test(one.textContent),
      )
      if (fits.length < (sight.atLeast ?? 1)) continue
      left.delete(name)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          first[name] = performance.timeOrigin + performance.now()
        })
        port1.start()
        port2.postMessage(null)
      })
    }
    if (left.size === 0) observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  look()
}

/** When a sight of {@link recordFirstSights} was painted. */
export async function firstPainted(page: Page, name: string): Promise<number> {
  const time = await page.waitForFunction(
    (wanted) => (Reflect.get(globalThis, 'benchFirst') as Record<string, number> | undefined)?.[wanted],
    name,
  )
  return Number(await time.jsonValue())
}
