import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { Account } from '../../../shared/ipc.ts'
import { leadingTo, arrive, comingBack, openDrawers } from '../../data/page-state.ts'
import { galley } from '../../data/bridge.ts'
import { placeAt, putPlace } from '../../data/kept-place.ts'
import { personKey } from '../../data/preferences.ts'
import { isOpenedAgain, keepPlaceLeft, placeLeft } from '../../data/left-place.ts'

/** For whom this window has looked for the place: a page that is loaded anew stays where its address says. */
const LOOKED = 'galley-came-back'
const FIRST_KEY = 'came-back'

/** Puts the window on the screen on which this person left it, before anything is drawn of another one. */
export function comeBack(account: Account): void {
  const before = sessionStorage.getItem(LOOKED)
  const person = personKey(account)
  if (before === person) return
  sessionStorage.setItem(LOOKED, person)
  // The address is that of the person before: who signs in here begins on the dashboard.
  if (before !== null) return history.replaceState(null, '', '/')
  const place = placeLeft(account)
  if (place === null || location.pathname + location.search !== '/') return
  // A field is led to, which scrolls as well.
  if (place.field === null) putPlace(FIRST_KEY, { top: place.top, row: null })
  const { drawers } = place
  const usr = {
    ...comingBack,
    ...(drawers.length > 0 && { drawers }),
    ...(place.field !== null && leadingTo(place.field)),
  }
  // As the router writes an entry of the history.
  history.replaceState({ usr, key: FIRST_KEY, idx: 0 }, '', place.address)
}

/** Keeps where this person is, for the next start. */
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

/** The field of the document on the screen that has the caret; null: none has, or it is in a drawer over the screen. */
function fieldInFocus(search: string): { path: string; locale: string | null } | null {
  const at = document.activeElement
  if (at === null || at.closest('[data-modal-layer]') !== null) return null
  const id = at.closest('[id^="form-"]')?.id
  const path = id === undefined ? undefined : /^form-\d+-(.+)$/.exec(id)?.[1]
  return path === undefined ? null : { path, locale: new URLSearchParams(search).get('locale') }
}
