import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * Asked when something is begun that takes a while: the answer tells, once it is done, whether the person is still where
 * they began it. Nobody is taken away from what they do by then.
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
