import { useEffect, useRef } from 'react'

/** Milliseconds of quiet after which a title that is being typed is the window's. */
const QUIET_MS = 300

/**
 * The title of the window and, on navigation, what a screen reader says first: set with the screen. Another title at the
 * same address is being typed; telling the window of each key of it would take as long as drawing the key.
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
