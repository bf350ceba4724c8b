import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { placeAt } from '../../data/kept-place.ts'
import { stopOfRow } from '../../fields/document-rows/use-row-focus.ts'
import { MAIN_HEADING_ID } from '../../ui/screen-header/main-heading.ts'

const GIVE_UP_MS = 3000

/**
 * After a navigation the screen's h1 takes the focus, so that it is read out and Tab goes on from there; back on a list,
 * the row that had it. It waits for what comes later, follows what is drawn anew while the screen loads, and stays away
 * where the user has already gone elsewhere.
 */
export function useHeadingFocus(): void {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A replaced address is the same screen: a document that got its real id.
    if (type === NavigationType.Replace) return
    const from = document.activeElement
    const row = type === NavigationType.Pop ? (placeAt(key)?.row?.id ?? null) : null
    let given: HTMLElement | null = null
    /** False: somebody else has the focus now, and nothing is to be done any more. */
    const focus = (): boolean => {
      const at = document.activeElement
      const target = (row === null ? null : stopOfRow(row)) ?? document.getElementById(MAIN_HEADING_ID)
      // What was drawn anew takes the focus with it; what is still there was left on purpose.
      const isFree = given === null || !given.isConnected
      const isLeft = at !== given && !(isFree && (at === from || at === document.body))
      if (at !== target && isLeft) return false
      if (at !== target) target?.focus({ preventScroll: true })
      // It cannot take the focus while the sidebar or a dialog lies over it.
      if (document.activeElement === target) given = target
      return true
    }
    // In the next frame, whose layout is needed anyway; taking the focus at once would lay out half a screen for it.
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
