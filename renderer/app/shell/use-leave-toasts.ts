import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useToast } from '../../ui/toast/toast-queue.ts'

/** What failed on a screen is not carried to the next one (U24). */
export function useLeaveToasts(): void {
  const toast = useToast()
  const { pathname } = useLocation()
  useEffect(() => () => toast.leave(), [pathname, toast])
}
