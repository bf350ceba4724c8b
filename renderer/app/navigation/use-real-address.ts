import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { galley } from '../../data/bridge.ts'

/** Where a document made here gets its real id, the address of the screen has that from now on (SY8). */
export function useRealAddress(): void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(
    () =>
      galley.on('documents.idAssigned', ({ tempId, id }) => {
        const parts = pathname.split('/')
        if (!parts.includes(tempId)) return
        const real = parts.map((part) => (part === tempId ? encodeURIComponent(id) : part)).join('/')
        void navigate(real + search + hash, { replace: true })
      }),
    [navigate, pathname, search, hash],
  )
}
