import type { Locator, Page } from 'playwright'
import { untilDocumentIs } from './screens.ts'

/** The text that describes a control to somebody who cannot see it: its hint or what is wrong with it. */
export function describedBy(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(/\s+/)
      .map((id) => (id === '' ? '' : (document.getElementById(id)?.textContent ?? '')))
      .join(' ')
      .trim(),
  )
}

/** What the element with the focus is called; an empty text where nothing has it. */
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

/** Presses Tab until the focused element is called so; throws where that never comes. */
export function tabTo(page: Page, name: string | RegExp): Promise<void> {
  return stepTo(page, 'Tab', name)
}

/** The same backwards. */
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

/** Types a date or time part by part, as a person does: `{ month: '12', day: '24', year: '2026' }`. */
export async function typeDate(page: Page, label: string, parts: Record<string, string>): Promise<void> {
  for (const [part, digits] of Object.entries(parts)) {
    await page.getByRole('spinbutton', { name: `${part}, ${label}`, exact: true }).focus()
    await page.keyboard.type(digits)
  }
}

/**
 * Types in one burst. A pause ends a burst, and a busy machine makes one by itself, so the window's clock stands still
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

/** The button of a select, by the label beside it. */
export function selectButton(page: Page, label: string): Locator {
  return page.getByRole('button', { name: new RegExp(`(^|\\s)${label}$`) })
}

/** Saves a draft, by its key since a post may have saved itself by then, and waits until the server has it. */
export async function saveDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+S')
  await untilDocumentIs(page, 'Saved')
}

/** Switches the content locale of the open document by its name. */
export async function switchLocale(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Locale: / }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('button', { name: new RegExp(`^Locale: \\w+ ${name}$`) }).waitFor()
  // While it closes it has the focus, and keys are its own.
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
