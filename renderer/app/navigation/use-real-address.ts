import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { galley } from '../../data/bridge.ts'
import { withState, viewNamed } from '../../data/list-address.ts'

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
