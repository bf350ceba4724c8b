import { getDOMSelection } from 'lexical'
import type { LexicalEditor } from 'lexical'
import { useEffect } from 'react'
import type { RefObject } from 'react'

/** CSS pixels between the toolbar and the line of the caret. */
const GAP = 8

/**
 * Scrolls the line of the caret out from behind a sticky toolbar, which Lexical does not take into account.
 */
export function useCaretBelow(editor: LexicalEditor | null, toolbar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (editor === null) return
    let frame = 0
    const look = (): void => {
      frame = 0
      const root = editor.getRootElement()
      const bar = toolbar.current?.getBoundingClientRect()
      if (root === null || bar === undefined || root.ownerDocument.activeElement !== root) return
      const top = caretTop(root)
      if (top === null || top >= bar.bottom || bar.bottom <= root.getBoundingClientRect().top) return
      scrollerOf(root)?.scrollBy({ top: top - bar.bottom - GAP, behavior: 'instant' })
    }
    const stop = editor.registerUpdateListener(() => {
      if (frame === 0) frame = requestAnimationFrame(look)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [editor, toolbar])
}

function caretTop(root: HTMLElement): number | null {
  const selection = getDOMSelection(root.ownerDocument.defaultView)
  const node = selection?.focusNode ?? null
  if (selection === null || node === null || !root.contains(node)) return null
  const range = document.createRange()
  range.setStart(node, selection.focusOffset)
  const { top, height } = range.getBoundingClientRect()
  // In an empty line the caret has no rectangle.
  return height > 0 ? top : node instanceof HTMLElement ? node.getBoundingClientRect().top : null
}

function scrollerOf(root: HTMLElement): HTMLElement | null {
  for (let around = root.parentElement; around !== null; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around)
    if (overflowY === 'auto' || overflowY === 'scroll') return around
  }
  return null
}
