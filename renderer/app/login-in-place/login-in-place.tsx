import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useConnection } from '../../data/queries.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { LoginInPlaceProvider } from '../../data/account-context.tsx'
import { LoginInPlaceDialog } from './login-in-place-dialog.tsx'

/**
 * Lets everything below open the log-in. It never opens by itself: a person who is typing when the session ends would
 * type into the password. The status bar offers it.
 */
export function LoginInPlace({ children }: { children: ReactNode }) {
  const status = useConnection()?.status
  const [open, setOpen] = useState(false)
  // Closed only by `online`: refused requests make the session be checked, which is no log-in.
  if (open && status === 'online') setOpen(false)

  const lastInMain = useLastFocusInMain()
  const openDialog = useCallback(() => {
    // The log-in was opened from this element, and the focus returns to it afterwards.
    lastInMain.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [lastInMain])
  useCommand({
    id: 'session.login',
    title: 'galley:app.command.login',
    also: 'galley:palette.also.login',
    run: openDialog,
    when: () => status === 'signed-out',
  })

  const value = useMemo(() => ({ open: openDialog }), [openDialog])
  return (
    <LoginInPlaceProvider value={value}>
      {children}
      {open && <LoginInPlaceDialog onClose={() => setOpen(false)} />}
    </LoginInPlaceProvider>
  )
}

/** Returns the element in the page's main part that had the focus last: a field, not the button in the status bar. */
function useLastFocusInMain(): { readonly current: HTMLElement | null } {
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.closest('main') !== null) last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [])
  return last
}
