import type { Locator, Page } from 'playwright'
import { untilDocumentIs } from './screens.ts'

/** Returns the accessible description of a control: its hint or its error. */
export function describedBy(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
      .join(' ')
      .trim(),
  )
}

/** Returns the accessible name of the focused element; '' without one. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return ''
    const labelled = (focused.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
      .join(' ')
    const isInput = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
    const labels = isInput ? [...(focused.labels ?? [])] : []
    const label = labels.map((one) => one.textContent).join(' ')
    return (focused.getAttribute('aria-label') ?? (labelled.trim() || label || focused.textContent)).trim()
  })
}

/** Presses Tab until the focused element has this name; throws if that never happens. */
export function tabTo(page: Page, name: string | RegExp): Promise<void> {
  return stepTo(page, 'Tab', name)
}

/** Presses Shift+Tab until the focused element has this name. */
export function tabBackTo(page: Page, name: string | RegExp): Promise<void> {
  return stepTo(page, 'Shift+Tab', name)
}

async function stepTo(page: Page, key: string, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press(key)
    const focused = await focusedName(page)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`${key} never came to ${String(name)}, only to: ${passed.join(' | ')}`)
}

/** Types a date or time part by part: `{ month: '12', day: '24', year: '2026' }`. */
export async function typeDate(page: Page, label: string, parts: Record<string, string>): Promise<void> {
  for (const [part, digits] of Object.entries(parts)) {
    await page.getByRole('spinbutton', { name: `${part}, ${label}`, exact: true }).focus()
    await page.keyboard.type(digits)
  }
}

/**
 * Types in one burst. A pause ends a burst, and a busy machine may cause one, so the window's clock is stopped
 * meanwhile.
 */
export async function typeInOneBurst(page: Page, text: string): Promise<void> {
  await page.evaluate(() => {
    const stopped = performance.now()
    performance.now = () => stopped
  })
  await page.keyboard.type(text, { delay: 5 })
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
}

/** Chooses an option of a select, which is a button with a list. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await selectButton(page, label).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
}

/** Returns the button of a select, by its label. */
export function selectButton(page: Page, label: string): Locator {
  return page.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) })
}

/** Saves a draft by shortcut, since a post may be saved already, and waits until the server has it. */
export async function saveDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+S')
  await untilDocumentIs(page, 'Saved')
}

/** Switches the content locale of the open document by its name. */
export async function switchLocale(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Locale: / }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: new RegExp(`^Locale: \\w+ ${name}$`) }).waitFor()
  // A closing menu still has the focus, and takes the keys.
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
