import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { useToast } from '../../ui/toast/toast-queue.ts'

/**
 * What failed on a screen is not carried to the next one (U24). A new address of the same screen, as a document has it
 * once it gets its id, is no other one.
 */
export function useLeaveToasts(): void {
  const toast = useToast()
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  // Before the next screen can say anything itself.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (type !== NavigationType.Replace) toast.leave()
  }, [pathname, type, toast])
  useEffect(() => () => toast.leave(), [toast])
}
