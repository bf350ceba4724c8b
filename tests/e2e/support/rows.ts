import type { Locator, Page } from 'playwright'

/** Returns a list of rows, an array or blocks, by its label, on the page or in a row. */
export function listOf(within: Page | Locator, name: string): Locator {
  // The label continues with the number of rows.
  return within.getByRole('group', { name: new RegExp(`^${name} ?\\d`) }).first()
}

/** Returns a row of a list, counted from 1 as in its head. */
export function rowOf(list: Locator, number: number): Locator {
  return list.locator('> ol > li').nth(number - 1)
}

/** Returns the head of a row: a button that folds it. */
export function headOf(row: Locator): Locator {
  return row.locator('> [data-head] > [data-part=toggle]')
}

/**
 * Presses the button below a list by mouse. Rows that come near the screen are drawn and move it, so an earlier press
 * would miss.
 */
export async function pressAdd(list: Locator): Promise<void> {
  const button = list.locator('> [data-add-box]').getByRole('button')
  await button.scrollIntoViewIfNeeded()
  await untilRowsStand(list.page())
  await button.click()
}

/** Waits until the open rows on the screen have their fields, and nothing moves. */
function untilRowsStand(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let [frames, last] = [0, '']
        const look = (): void => {
          const onScreen = [...document.querySelectorAll('[data-body]')].flatMap((body) => {
            const { top, bottom, height } = body.getBoundingClientRect()
            return height > 0 && bottom > 0 && top < innerHeight ? [{ body, top, height }] : []
          })
          const now = onScreen.map(({ top, height }) => `${top} ${height}`).join()
          const isDrawn = onScreen.every(({ body }) => body.childElementCount > 0)
          frames = isDrawn && now === last ? frames + 1 : 0
          last = now
          if (frames === 6) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Adds a row at the end of a list; `block`: the one to choose, if the list asks. */
export async function addRow(list: Locator, block?: string): Promise<void> {
  await pressAdd(list)
  if (block !== undefined) await list.page().getByRole('option', { name: block, exact: true }).click()
}

/** Chooses an item of a row's menu. */
export async function inRowMenu(row: Locator, item: string | RegExp): Promise<void> {
  await row.locator('> [data-head] > [data-part=menu]').click()
  await row.page().getByRole('menuitem', { name: item }).click()
}

/** Returns the first text field of a row that has this label. */
export function textIn(row: Locator, label: string): Locator {
  return row.getByRole('textbox', { name: label, exact: true }).first()
}

/**
 * Returns the form's outline, a line per head of a row (`- Quote: Slow`) and per text, indented by depth. Only rows
 * near the screen have texts, so the window must be high enough.
 */
export function outlineOf(page: Page): Promise<string[]> {
  return page.getByRole('main').evaluate((main) => {
    const heads = '[data-part=toggle]'
    const inputs = 'input:not([type=checkbox], [type=radio]), textarea'
    const lines: string[] = []
    for (const element of main.querySelectorAll(`${heads}, ${inputs}`)) {
      let depth = 0
      for (let at = element.closest('[data-row]'); at; at = at.parentElement?.closest('[data-row]') ?? null)
        depth += 1
      const indent = '  '.repeat(depth)
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        lines.push(`${indent}${element.labels?.[0]?.textContent ?? ''}: ${element.value}`)
      else {
        const parts = [...element.children]
        // Marks follow the label.
        const last = parts.findIndex((part) => part.matches('[data-row-label]'))
        const words = parts.slice(0, last + 1).map((part) => part.textContent)
        lines.push(`${indent.slice(2)}- ${words.join(' ').replaceAll(/\s+/g, ' ').trim()}`)
      }
    }
    return lines
  })
}
