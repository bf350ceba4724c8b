import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** The buttons of a mouse for back and forward, as DOM events name them. */
const BACK_BUTTON = 3
const FORWARD_BUTTON = 4

/** Returns back and forward, bound to the mouse buttons too, and whether there is a page to go to. */
export function useHistory(): {
  canGoBack: boolean
  canGoForward: boolean
  back: () => void
  forward: () => void
} {
  const navigate = useNavigate()
  const [state, setState] = useState(read)
  useEffect(() => {
    const update = () =>
      setState((before) => {
        const now = read()
        const same = now.canGoBack === before.canGoBack && now.canGoForward === before.canGoForward
        return same ? before : now
      })
    window.navigation.addEventListener('currententrychange', update)
    return () => window.navigation.removeEventListener('currententrychange', update)
  }, [])
  const back = useCallback(() => void navigate(-1), [navigate])
  const forward = useCallback(() => void navigate(1), [navigate])
  useEffect(() => {
    const goBy = (event: MouseEvent) => {
      const go = event.button === BACK_BUTTON ? back : event.button === FORWARD_BUTTON ? forward : null
      if (go === null) return
      event.preventDefault()
      // A dialog over the page closes in its own way, sometimes after a question.
      if (document.querySelector('[data-modal-layer]') === null) go()
    }
    window.addEventListener('mouseup', goBy)
    return () => window.removeEventListener('mouseup', goBy)
  }, [back, forward])
  return { ...state, back, forward }
}

function read() {
  const { canGoBack, canGoForward } = window.navigation
  return { canGoBack, canGoForward }
}
