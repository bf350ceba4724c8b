import { type ReactNode, useLayoutEffect, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { LexicalEditor } from 'lexical'
import { placeBeside, type BesideOptions, type Box } from './place-beside.ts'

/**
 * A layer over the page beside a text, in dialogs, too: assistive technology finds it, and a press on it does not
 * count as outside of the dialog.
 */
export function FloatingLayer({ label, children }: { label: string; children: ReactNode }) {
  return createPortal(
    <section aria-label={label} data-react-aria-top-layer="true">
      {children}
    </section>,
    document.body,
  )
}

/** Finds the position beside which the element floats; null: there is none now. */
type Find = () => { box: Box; how: BesideOptions } | null

/**
 * Keeps a fixed element beside a position in the text when that scrolls, and hides it while the position is
 * out of view. `find`: returns the position.
 */
export function useFloatingPlace(
  editor: LexicalEditor,
  floating: RefObject<HTMLElement | null>,
  find: Find,
): void {
  // Runs after every render, since the content decides the size.
  useLayoutEffect(() => {
    const place = (): void => put(floating.current, find(), editor.getRootElement())
    let frame = 0
    const later = (): void => {
      if (frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0
          place()
        })
    }
    place()
    const stop = editor.registerUpdateListener(later)
    window.addEventListener('scroll', later, true)
    window.addEventListener('resize', later)
    return () => {
      stop()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', later, true)
      window.removeEventListener('resize', later)
    }
  })
}

function put(element: HTMLElement | null, found: ReturnType<Find>, root: HTMLElement | null): void {
  if (element === null) return
  element.style.maxBlockSize = ''
  element.style.visibility = found === null || root === null || isOutOfSight(found.box, root) ? 'hidden' : ''
  if (found === null) return
  const { width, height } = element.getBoundingClientRect()
  const view = element.ownerDocument.documentElement
  const at = placeBeside(
    found.box,
    { width, height },
    { width: view.clientWidth, height: view.clientHeight },
    found.how,
  )
  element.style.transform = `translate(${Math.round(at.left)}px, ${Math.round(at.top)}px)`
  if (at.height < height) element.style.maxBlockSize = `${Math.floor(at.height)}px`
}

/** True if a scroll container around the text hides the position. */
function isOutOfSight(box: Box, root: HTMLElement): boolean {
  for (let around = root.parentElement; around !== null; around = around.parentElement) {
    const { overflowY } = getComputedStyle(around)
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue
    const { top, bottom } = around.getBoundingClientRect()
    if (box.bottom < top || box.top > bottom) return true
  }
  return false
}
