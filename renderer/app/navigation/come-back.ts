import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { Account } from '../../../shared/ipc.ts'
import { leadingTo, arrive, comingBack, openDrawers } from '../../data/page-state.ts'
import { galley } from '../../data/bridge.ts'
import { placeAt, putPlace } from '../../data/kept-place.ts'
import { personKey } from '../../data/preferences.ts'
import { isOpenedAgain, keepPlaceLeft, placeLeft } from '../../data/left-place.ts'

/** Storage key of the person whose screen this window has restored. A reloaded page keeps its address instead. */
const LOOKED = 'galley-came-back'
const FIRST_KEY = 'came-back'

/** Restores the screen that this person left last, before anything else is drawn. */
export function comeBack(account: Account): void {
  const before = sessionStorage.getItem(LOOKED)
  const person = personKey(account)
  if (before === person) return
  sessionStorage.setItem(LOOKED, person)
  // The address is that of the previous person; another one begins on the dashboard.
  if (before !== null) return history.replaceState(null, '', '/')
  const place = placeLeft(account)
  if (place === null || location.pathname + location.search !== '/') return
  // Showing the field scrolls to it, so no scroll position is set.
  if (place.field === null) putPlace(FIRST_KEY, { top: place.top, row: null })
  const { drawers } = place
  const usr = {
    ...comingBack,
    ...(drawers.length > 0 && { drawers }),
    ...(place.field !== null && leadingTo(place.field)),
  }
  // The state has the form in which the router writes history entries.
  history.replaceState({ usr, key: FIRST_KEY, idx: 0 }, '', place.address)
}

/** Stores this person's position for the next start. */
export function useKeepPlace(account: Account): void {
  const { pathname, search, key } = useLocation()
  useEffect(() => {
    if (key !== FIRST_KEY) arrive()
  }, [key])
  useEffect(() => {
    const address = pathname + search
    if (address !== '/' && !isOpenedAgain(address)) return
    const keep = (): void =>
      keepPlaceLeft(account, {
        address,
        top: placeAt(key)?.top ?? 0,
        drawers: [...openDrawers()],
        field: fieldInFocus(search),
      })
    keep()
    const stop = galley.on('app.flush', keep)
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      window.removeEventListener('pagehide', keep)
    }
  }, [account, pathname, search, key])
}

/** Returns the field on the screen that has the caret; null if none has it, or one in a drawer has. */
function fieldInFocus(search: string): { path: string; locale: string | null } | null {
  const at = document.activeElement
  if (at === null || at.closest('[data-modal-layer]') !== null) return null
  const id = at.closest('[id^="form-"]')?.id
  const path = id === undefined ? undefined : /^form-\d+-(.+)$/.exec(id)?.[1]
  return path === undefined ? null : { path, locale: new URLSearchParams(search).get('locale') }
}
