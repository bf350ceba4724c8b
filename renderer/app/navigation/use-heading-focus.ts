import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { MAIN_HEADING_ID } from '../../ui/screen-header/main-heading.ts'

const GIVE_UP_MS = 3000

/**
 * After a navigation the screen's h1 takes the focus, so that it is read out and Tab goes on from there. It waits for
 * a heading that comes later, and stays away where the user has already gone elsewhere.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    // A replaced address is the same screen: a document that got its real id.
    if (type === NavigationType.Replace) return
    const from = document.activeElement
    const focus = () => {
      const heading = document.getElementById(MAIN_HEADING_ID)
      const stayed = document.activeElement === from || document.activeElement === document.body
      if (!stayed) return true
      heading?.focus({ preventScroll: true })
      // It cannot take the focus while the sidebar lies over it.
      return heading !== null && document.activeElement === heading
    }
    if (focus()) return
    const observer = new MutationObserver(() => {
      if (focus()) observer.disconnect()
    })
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['inert'] })
    const timer = window.setTimeout(() => observer.disconnect(), GIVE_UP_MS)
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
    }
  }, [pathname, type])
}
