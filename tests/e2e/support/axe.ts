import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds wrong with the screen as it is: rule, element, words; one line each, none where all is well.
 * It runs beside the page's own script, by way of the debugger, which the page's policy does not concern.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(`window.axe === undefined && (() => { ${source} })()`)
  return page.evaluate(async () => {
    const axe: unknown = Reflect.get(window, 'axe')
    const run: unknown = typeof axe === 'object' && axe !== null ? Reflect.get(axe, 'run') : null
    if (typeof run !== 'function') throw new Error('axe is not there')
    type Node = { target: unknown[]; element?: Element; failureSummary?: string }
    type Result = { violations: { id: string; nodes: Node[] }[]; passes: unknown[] }
    const { violations, passes } = (await Reflect.apply(run, axe, [document, { elementRef: true }])) as Result
    // A screen on which nothing at all could be judged has not been looked at.
    if (passes.length === 0) throw new Error('axe judged nothing')
    // An item of a check list is an `li` with a check box's role: ARIA in HTML allows any role where the list around it
    // does not say that it is one, and axe (4) does not look at the list.
    const isCheckItem = (element: Element | undefined): boolean =>
      element?.matches('ul[role=group] > li[role=checkbox]') ?? false
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => id !== 'aria-allowed-role' || !isCheckItem(element))
        .map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary ?? ''}`),
    )
  })
}

/** Waits until nothing moves any more: a colour in between two themes is nobody's. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.allSettled(
      document.getAnimations().flatMap((animation) => {
        const { iterations } = animation.effect?.getComputedTiming() ?? {}
        return iterations === Infinity ? [] : [animation.finished]
      }),
    )
  })
}
