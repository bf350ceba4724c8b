import type { Locator, Page } from 'playwright'
import { goTo } from '../e2e/support/addresses.ts'
import { untilDocumentIs, untilStatusBarSays } from '../e2e/support/screens.ts'
import type { BenchSite } from './bench-site.ts'
import { median, repeat } from './figures.ts'
import { typeInto, type Typing } from './measure-typing.ts'
import { clickToSight, keyToSight, type Sight } from './sights.ts'

/** The list of blocks in the big document. */
export const LAYOUT = '[data-rows-field][id^="form-"][id$="-layout"]'
const ROWS = `${LAYOUT} > ol > [data-row]`
const BLOCKS = 200
/** The measured block, counted from one: far down, with others on both sides. */
const BLOCK = 150

export type Rows = {
  add: number
  addAfterReload: number
  move: number
  moveAfterReload: number
  moveByMenu: number
  undo: number
  typing: Typing
}

/** Measures actions on the big document's blocks, in a page that was just loaded and in a warm one. */
export async function measureRows(page: Page, site: BenchSite, runs: number): Promise<Rows> {
  const moveAfterReload = await repeat(runs, async () => {
    await restart(page, site)
    const ms = await moveByKey(page, 'Alt+ArrowDown')
    await moveByKey(page, 'Alt+ArrowUp')
    return ms
  })
  const addAfterReload = await repeat(runs, async () => {
    await restart(page, site)
    return addAndUndo(page)
  })
  await restart(page, site)
  const move = await warm(runs, async (run) =>
    moveByKey(page, run % 2 === 0 ? 'Alt+ArrowDown' : 'Alt+ArrowUp'),
  )
  const moveByMenu = await warm(runs, async (run) => moveByItem(page, run % 2 === 0 ? 'Down' : 'Up'))
  const add = await warm(runs, () => addAndUndo(page))
  const undo = await warm(runs, () => removeAndUndo(page))
  const typing = await typeInBlock(page, 20 * runs)
  await untilDocumentIs(page, 'Saved')
  return {
    add,
    addAfterReload: median(addAfterReload),
    move,
    moveAfterReload: median(moveAfterReload),
    moveByMenu,
    undo,
    typing,
  }
}

/**
 * Returns the median of an even number of runs, after two that do not count. Even, so that each change is reverted.
 */
async function warm(runs: number, measure: (run: number) => Promise<number>): Promise<number> {
  const values = await repeat(2 + runs + (runs % 2), measure)
  return median(values.slice(2))
}

async function restart(page: Page, site: BenchSite): Promise<void> {
  await goTo(page, `/collections/posts/${site.bigId}`)
  await untilStatusBarSays(page, 'Online')
  await untilRowsAre(page, BLOCKS)
  await quiet(page)
}

async function moveByKey(page: Page, key: 'Alt+ArrowDown' | 'Alt+ArrowUp'): Promise<number> {
  const step = key === 'Alt+ArrowDown' ? 1 : -1
  const { head, id, beside } = await rowToMove(page, step)
  await head.focus()
  await quiet(page)
  return keyToSight(page, key, moved(id, beside, step))
}

async function moveByItem(page: Page, where: 'Up' | 'Down'): Promise<number> {
  const step = where === 'Down' ? 1 : -1
  const { row, id, beside } = await rowToMove(page, step)
  await row.locator('[data-part=menu]').first().click()
  const item = page.getByRole('menuitem', { name: new RegExp(`^Move ${where}`) })
  await item.waitFor()
  await quiet(page)
  const ms = await clickToSight(page, () => item.click(), moved(id, beside, step))
  await item.waitFor({ state: 'hidden' })
  return ms
}

/** Returns the block that is moved down and then up again. */
async function rowToMove(page: Page, step: 1 | -1) {
  const at = step === 1 ? BLOCK - 1 : BLOCK
  const row = page.locator(ROWS).nth(at)
  const [id, beside] = [await idOf(row), await idOf(page.locator(ROWS).nth(at + step))]
  return { row, head: row.locator('[data-part=toggle]').first(), id, beside }
}

function moved(id: string, beside: string, step: 1 | -1): Sight {
  const [first, second] = step === 1 ? [beside, id] : [id, beside]
  return { selector: `[data-row="${first}"] + [data-row="${second}"]` }
}

/** Measures from the choice in the picker to the fields of the new block, which is then undone. */
async function addAndUndo(page: Page): Promise<number> {
  await page.locator(ROWS).evaluateAll((rows) => {
    for (const row of rows) row.setAttribute('data-bench-before', '')
  })
  await page.locator(`${LAYOUT} > [data-add-box] button`).click()
  const choice = page.getByRole('option', { name: 'Quote', exact: true })
  await choice.waitFor()
  await quiet(page)
  const ms = await clickToSight(page, () => choice.click(), {
    selector: `${ROWS}:not([data-bench-before]) [data-body] :is(input, textarea)`,
    editable: true,
  })
  await untilRowsAre(page, BLOCKS + 1)
  await quiet(page)
  await page.keyboard.press('Control+z')
  await untilRowsAre(page, BLOCKS)
  await quiet(page)
  return ms
}

/** Measures from the undo key to the restored block. */
async function removeAndUndo(page: Page): Promise<number> {
  const row = page.locator(ROWS).nth(BLOCK - 1)
  const id = await idOf(row)
  await row.locator('[data-part=toggle]').first().focus()
  await page.keyboard.press('Delete')
  await untilRowsAre(page, BLOCKS - 1)
  await quiet(page)
  const ms = await keyToSight(page, 'Control+z', { selector: `[data-row="${id}"]` })
  await quiet(page)
  return ms
}

/** Measures keystrokes in a text of a block; it is folded again afterwards. */
async function typeInBlock(page: Page, count: number): Promise<Typing> {
  const row = page.locator(ROWS).nth(BLOCK - 1)
  const head = row.locator('[data-part=toggle]').first()
  await head.click()
  const typing = await typeInto(page, row.locator('[data-body] :is(input, textarea)').first(), count)
  await head.click()
  return typing
}

async function idOf(row: Locator): Promise<string> {
  return (await row.getAttribute('data-row')) ?? ''
}

async function untilRowsAre(page: Page, count: number): Promise<void> {
  await page.waitForFunction(([rows, wanted]) => document.querySelectorAll(rows).length === wanted, [
    ROWS,
    count,
  ] as const)
}

/** Waits for background work after an edit, which is not measured. */
async function quiet(page: Page): Promise<void> {
  await page.waitForTimeout(400)
}
