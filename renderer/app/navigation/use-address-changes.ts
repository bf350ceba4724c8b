import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, NavigationType, useNavigationType } from 'react-router-dom'
import { galley } from '../../data/bridge.ts'
import { withState, viewNamed } from '../../data/list-address.ts'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** Replaces a temporary id in the screen's address, or in that of a view, with the server id (SY8). */
export function useRealAddress(): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(
    () =>
      galley.on('documents.idAssigned', ({ tempId, id }) => {
        const parts = pathname.split('/')
        const params = new URLSearchParams(search)
        const isOfView = viewNamed(params) === tempId
        if (!parts.includes(tempId) && !isOfView) return
        const real = parts.map((part) => (part === tempId ? encodeURIComponent(id) : part)).join('/')
        const query = isOfView ? `?${withState(params, { view: id }).toString()}` : search
        void navigate(real + query + hash, { replace: true })
      }),
    [navigate, pathname, search, hash],
  )
}

/**
 * Clears the error toasts of a screen that is left (U24). A replaced address of the same screen, such as a document's
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
