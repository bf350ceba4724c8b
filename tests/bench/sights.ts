import type { Page } from 'playwright'

/** A visible state of the page: at least so many elements, optionally with a text. */
export type Sight = {
  selector: string
  atLeast?: number
  /** Source of a regular expression that the text of one element must match. */
  text?: string
  /** True if the elements must be editable inputs. */
  editable?: boolean
  /** True if only elements with text within the window count. */
  onScreen?: boolean
  /** Labels of fields within `within` that must be visible and editable; see {@link fieldsOnScreen}. */
  fields?: readonly string[]
  within?: string
}

/** The start of the time: the first press of the mouse button, or the last key before the sight. */
export type Begin = 'pointerdown' | 'keydown'

/** The pointer's approach: it clicks at once, or rests on the target until that is prefetched. */
export type Pointer = 'at once' | 'rests'

const MAIN = 'main'
export const CARD_LINES = 'main section[aria-labelledby] li a'
export const GRID_CARDS = 'main li[aria-posinset]'
const TITLE = '[id^="form-"][id$="-title"]'

export const sights = {
  /** Rows of a list of so many documents, visible or not. */
  anyRows: (count: number): Sight => ({
    selector: `main table[aria-rowcount="${count + 1}"] tbody tr[aria-rowindex]`,
  }),
  /** All rows that a settled screen shows of a list of so many documents: `visible` ones. */
  list: (count: number, visible: number): Sight => ({
    ...sights.anyRows(count),
    atLeast: visible,
    onScreen: true,
  }),
  /** The dashboard with so many documents in its cards. */
  cards: (lines: number): Sight => ({ selector: CARD_LINES, atLeast: lines, onScreen: true }),
  /** The cards of a grid, with the text below their pictures. */
  grid: (visible: number): Sight => ({ selector: GRID_CARDS, atLeast: visible, onScreen: true }),
  rows: (visible: number): Sight => ({ selector: 'main tbody tr', atLeast: visible, onScreen: true }),
  /** A document with all fields of the settled screen visible and editable. */
  editable: (fields: readonly string[], within = MAIN): Sight => ({
    selector: `${within} ${TITLE}`,
    editable: true,
    fields,
    within,
  }),
  state: (text: string): Sight => ({ selector: 'main header [role=status]', text }),
}

/** Returns the labels of the fields that are editable on the present screen, for {@link sights.editable}. */
export async function fieldsOnScreen(page: Page, within = MAIN): Promise<string[]> {
  await page.evaluate(openEyes)
  const fields = await page.evaluate(
    (where) => (Reflect.get(globalThis, 'benchEyes') as Eyes).fields(where),
    within,
  )
  if (fields.length === 0) throw new Error(`no field of ${within} can be edited`)
  return fields
}

/** Returns the number of visible elements of a sight with text. */
export async function countOnScreen(page: Page, selector: string): Promise<number> {
  await page.evaluate(openEyes)
  const count = await page.evaluate(
    (one) => (Reflect.get(globalThis, 'benchEyes') as Eyes).count(one),
    selector,
  )
  if (count === 0) throw new Error(`nothing of ${selector} is on the screen`)
  return count
}

/**
 * Returns milliseconds from the mouse press to the end of the first frame with the sight, by the page's clock. The
 * press has the time of its input event, so the test driver does not count.
 */
export async function clickToSight(page: Page, click: () => Promise<void>, sight: Sight): Promise<number> {
  const [ms = Number.NaN] = await clickToSights(page, click, [sight])
  return ms
}

/** Returns the same from a key. */
export async function keyToSight(page: Page, key: string, sight: Sight): Promise<number> {
  const [ms = Number.NaN] = await clickToSights(page, () => page.keyboard.press(key), [sight], 'keydown')
  return ms
}

/** Returns the same for each of several sights. */
export async function clickToSights(
  page: Page,
  click: () => Promise<void>,
  wanted: Sight[],
  begin: Begin = 'pointerdown',
): Promise<number[]> {
  await page.evaluate(openEyes)
  await page.evaluate(watch, { wanted, begin })
  await click()
  return page.evaluate(() => Reflect.get(globalThis, 'benchSeen') as Promise<number[]>)
}

/** Functions that {@link openEyes} installs in the page. */
type Eyes = {
  fields: (within: string) => string[]
  count: (selector: string) => number
  isThere: (sight: Sight) => boolean
  /** Calls back at the end of each frame after a change, until it returns true. */
  afterFrames: (look: (now: number) => boolean) => void
}

/** Runs in the page before {@link recordFirstSights}: installs the checks for sights. */
export function openEyes(): void {
  if (Reflect.has(globalThis, 'benchEyes')) return
  const isOnScreen = (element: Element): boolean => {
    const { width, height, top, bottom, left, right } = element.getBoundingClientRect()
    if (width === 0 || height === 0 || bottom <= 0 || right <= 0) return false
    return top < innerHeight && left < innerWidth && element.checkVisibility()
  }
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]
  const withWords = (selector: string): HTMLElement[] =>
    all(selector).filter((one) => isOnScreen(one) && one.textContent.trim() !== '')
  const isUsable = (element: Element): boolean => {
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return !element.disabled && !element.readOnly
    if (element instanceof HTMLButtonElement) return !element.disabled
    return element.matches(
      '[contenteditable=true], [role=textbox]:not([aria-readonly=true]), [role=spinbutton]',
    )
  }
  const fields = (within: string): string[] =>
    withWords(`${within} [id^="form-"][id$="-label"]`).flatMap((label) => {
      const control =
        document.getElementById(label.id.replace(/-label$/, '')) ??
        document.querySelector(`[aria-labelledby~="${label.id}"]`)
      if (!control) return []
      return [control, ...control.querySelectorAll('*')].some(isUsable) ? [label.textContent] : []
    })
  const isThere = (sight: Sight): boolean => {
    const found = (sight.onScreen === true ? withWords(sight.selector) : all(sight.selector)).filter(
      (one) =>
        (sight.text === undefined || new RegExp(sight.text).test(one.textContent)) &&
        (sight.editable !== true || isUsable(one)),
    )
    if (found.length < (sight.atLeast ?? 1)) return false
    if (sight.fields === undefined) return true
    const within = sight.within ?? 'main'
    const here = fields(within)
    const areAll = sight.fields.every((label) => {
      const at = here.indexOf(label)
      if (at !== -1) here.splice(at, 1)
      return at !== -1
    })
    return areAll && !all(`${within} [data-shimmer]`).some(isOnScreen)
  }
  const afterFrames = (look: (now: number) => boolean): void => {
    let isAsked = false
    const ask = (): void => {
      if (isAsked) return
      isAsked = true
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => {
          isAsked = false
          if (look(performance.now())) observer.disconnect()
        })
        port1.start()
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(ask)
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    ask()
  }
  const eyes: Eyes = { fields, count: (selector) => withWords(selector).length, isThere, afterFrames }
  Reflect.set(globalThis, 'benchEyes', eyes)
}

/** Runs in the page: waits for the sights. */
function watch({ wanted, begin }: { wanted: Sight[]; begin: Begin }): void {
  const { isThere, afterFrames } = Reflect.get(globalThis, 'benchEyes') as Eyes
  const seen = wanted.map(
    (sight) =>
      new Promise<number>((resolve) => {
        let began: number | null = null
        const start = (event: Event): void => {
          began = event.timeStamp
        }
        addEventListener(begin, start, { capture: true, once: begin === 'pointerdown' })
        afterFrames((now) => {
          if (began === null || !isThere(sight)) return false
          removeEventListener(begin, start, { capture: true })
          resolve(now - began)
          return true
        })
      }),
  )
  Reflect.set(globalThis, 'benchSeen', Promise.all(seen))
}

/**
 * Runs in the page: records in `benchFirst` when each sight was first painted after a load, in milliseconds since
 * 1970.
 */
export function recordFirstSights(wanted: Record<string, Sight>): void {
  if (Reflect.get(globalThis, 'benchFirst') !== undefined) return
  const { isThere, afterFrames } = Reflect.get(globalThis, 'benchEyes') as Eyes
  const first: Record<string, number> = {}
  Reflect.set(globalThis, 'benchFirst', first)
  const left = new Map(Object.entries(wanted))
  afterFrames((now) => {
    for (const [name, sight] of left) {
      if (!isThere(sight)) continue
      left.delete(name)
      first[name] = performance.timeOrigin + now
    }
    return left.size === 0
  })
}

/** Returns the time at which a sight of {@link recordFirstSights} was painted. */
export async function firstPainted(page: Page, name: string): Promise<number> {
  const time = await page.waitForFunction(
    (wanted) => (Reflect.get(globalThis, 'benchFirst') as Record<string, number> | undefined)?.[wanted],
    name,
  )
  return Number(await time.jsonValue())
}
