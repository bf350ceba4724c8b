import { useEffect, useRef } from 'react'

/** Milliseconds of quiet after which a title that is being typed is the window's. */
const QUIET_MS = 300

/**
 * Sets the window's title, which a screen reader announces on navigation. A new title at the same address is
 * being typed, so it is set after a pause: each change would cost as much as drawing the key.
 */
export function usePageTitle(title: string): void {
  const address = useRef<string | null>(null)
  useEffect(() => {
    const set = () => {
      document.title = title === '' ? 'Galley' : `${title} - Galley`
    }
    if (address.current !== window.location.pathname) {
      address.current = window.location.pathname
      return set()
    }
    const timer = setTimeout(set, QUIET_MS)
    return () => clearTimeout(timer)
  }, [title])
}
