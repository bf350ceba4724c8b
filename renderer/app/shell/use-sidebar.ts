import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useNavPreference } from '../../data/nav-preference.ts'

export type SidebarState = { open: boolean; overlay: boolean; toggle: () => void; close: () => void }

/**
 * Returns the state of the sidebar. Wide window: beside the sheet, open as left last (S2.23). Narrow: an
 * overlay, closed at first and on navigation.
 */
export function useSidebar(): SidebarState {
  const overlay = useNarrow()
  const { pathname, search } = useLocation()
  const [preference, choose] = useNavPreference()
  const [overlayOpen, setOverlayOpen] = useState(false)
  const place = `${String(overlay)} ${pathname}${search}`
  const [lastPlace, setLastPlace] = useState(place)
  if (place !== lastPlace) {
    setLastPlace(place)
    setOverlayOpen(false)
  }
  const open = overlay ? overlayOpen : preference.open
  const set = useCallback(
    (next: boolean) => {
      if (overlay) setOverlayOpen(next)
      else choose({ open: next })
    },
    [overlay, choose],
  )
  const toggle = useCallback(() => set(!open), [set, open])
  const close = useCallback(() => set(false), [set])
  return { open, overlay, toggle, close }
}

const query = window.matchMedia('(max-width: 900px)')

/** True if the sidebar lies over the sheet instead of beside it. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
