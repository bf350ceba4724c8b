import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useToast } from '../../ui/toast/toast-queue.ts'

/**
 * Clears the toasts of a screen that is left (U24). A replaced address of the same screen, such as a document's
 * server id, does not count.
 */
export function useLeaveToasts(): void {
  const toast = useToast()
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  // A layout effect runs before the next screen can show a toast.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== NavigationType.Replace) toast.leave()
  }, [pathname, type, toast])
  useEffect(() => () => toast.leave(), [toast])
}
