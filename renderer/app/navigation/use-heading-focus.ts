import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { placeAt } from '../../data/kept-place.ts'
import { stopOfRow } from '../../fields/document-rows/use-row-focus.ts'
import { MAIN_HEADING_ID } from '../../ui/focus/focus-place.ts'

const GIVE_UP_MS = 3000

/**
 * Moves the focus to the screen's h1 after a navigation, or back on a list to the row that had it. It follows redraws
 * while the screen loads, and stops once the user has moved the focus.
 */
export function useHeadingFocus(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A replaced address is the same screen: a document that got its server id.
    if (type === NavigationType.Replace) return
    const from = document.activeElement
    const row = type === NavigationType.Pop ? (placeAt(key)?.row?.id ?? null) : null
    let given: HTMLElement | null = null
    /** Returns false if the user has moved the focus, so there is nothing left to do. */
    const focus = (): boolean => {
      const at = document.activeElement
      const target = (row === null ? null : stopOfRow(row)) ?? document.getElementById(MAIN_HEADING_ID)
      // A redrawn element loses the focus; one that is still there was left on purpose.
      const isFree = given === null || !given.isConnected
      const isLeft = at !== given && !(isFree && (at === from || at === document.body))
      if (at !== target && isLeft) return false
      if (at !== target) target?.focus({ preventScroll: true })
      // The target cannot take the focus while the sidebar or a dialog covers it.
      if (document.activeElement === target) given = target
      return true
    }
    // The focus moves in the next frame, whose layout is needed anyway; at once it would force one more.
    let frame: number | null = null
    const focusInFrame = (): void => {
      frame ??= requestAnimationFrame(() => {
        frame = null
        if (!focus()) observer.disconnect()
      })
    }
    const observer = new MutationObserver(focusInFrame)
    focusInFrame()
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })
    const timer = window.setTimeout(() => observer.disconnect(), GIVE_UP_MS)
    return () => {
      observer.disconnect()
      if (frame !== null) cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [pathname, type, key])
}
