import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Returns a function to call when something slow begins. Its result tells at the end if the person is still
 * on the same page, so that nobody is taken away from another one.
 */
export function useStillHere(): () => () => boolean {
  const { key } = useLocation()
  const here = useRef<string | null>(key)
  useEffect(() => {
    here.current = key
    return () => {
      here.current = null
    }
  }, [key])
  return () => {
    const was = here.current
    return () => was !== null && here.current === was
  }
}
