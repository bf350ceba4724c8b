import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns axe's violations of the present screen: rule, element, text. axe runs through the debugger, to which the
 * page's policy does not apply.
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
    // A screen without any judgement was not checked.
    if (passes.length === 0) throw new Error('axe judged nothing')
    // An item of a check list is an `li` with role checkbox: ARIA in HTML allows any role if the list has a role of
    // its own, which axe (4) ignores.
    const isCheckItem = (element: Element | undefined): boolean =>
      element?.matches('ul[role=group] > li[role=checkbox]') ?? false
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ element }) => id !== 'aria-allowed-role' || !isCheckItem(element))
        .map(({ target, failureSummary }) => `${id}: ${String(target)}: ${failureSummary ?? ''}`),
    )
  })
}

/** Waits until all animations end, except endless ones: a colour between two themes is no real one. */
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
