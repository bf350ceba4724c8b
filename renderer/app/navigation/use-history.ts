import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

/** Back and forward, and whether there is a page to go to. */
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
  return { ...state, back, forward }
}

function read() {
  const { canGoBack, canGoForward } = window.navigation
  return { canGoBack, canGoForward }
}
