import type { Locator } from 'playwright'
import { waitUntil } from '../../support/wait.ts'

// A text that is being redrawn is read again: removed elements have no position.

/** Returns position, size and colours of each part of a text in the window. */
export const partsOf = (text: Locator, selector: string) => waitUntil(() => partsNow(text, selector))

const partsNow = (text: Locator, selector: string) =>
  text.evaluate(
    (element, parts) =>
      element.isConnected &&
      [...element.querySelectorAll(parts)].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const { color, backgroundColor, fontWeight } = getComputedStyle(one)
        return [one.tagName, x, y, width, height, color, backgroundColor, fontWeight].join(' ')
      }),
    selector,
  )

/** Returns the middle of these words in the window. */
export const middleOf = (text: Locator, words: string) =>
  waitUntil(() => boxOf(text, words)).then(({ left, right, y }) => ({ x: (left + right) / 2, y }))

/** Returns the point right behind these words. */
export const endOf = (text: Locator, words: string) =>
  waitUntil(() => boxOf(text, words)).then(({ right, y }) => ({ x: right, y }))

const boxOf = (text: Locator, words: string) =>
  text.evaluate((element, searched) => {
    if (!element.isConnected) return null
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(searched) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + searched.length)
      const lines = range.getClientRects()
      const last = lines[lines.length - 1]
      if (last === undefined) return null
      return { left: last.x, right: last.x + last.width, y: last.y + last.height / 2 }
    }
    return null
  }, words)
