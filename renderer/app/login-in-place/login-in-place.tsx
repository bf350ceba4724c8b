import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useConnection } from '../../data/queries.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { LoginInPlaceProvider } from '../../data/login-in-place-context.ts'
import { LoginInPlaceDialog } from './login-in-place-dialog.tsx'
import { opensByItself } from './should-open.ts'

/** Lets everything below ask for the log-in, and opens it once by itself when the session ends during an edit. */
export function LoginInPlace({ children }: { children: ReactNode }) {
  const status = useConnection()?.status
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const before = useRef(status)

  useEffect(() => {
    if (opensByItself(before.current, status, pathname)) setOpen(true)
    if (status !== 'signed-out') setOpen(false)
    // A check in between is no change of the session.
    if (status !== 'checking' && status !== undefined) before.current = status
  }, [status, pathname])

  useCommand({
    id: 'session.login',
    title: 'galley:app.command.login',
    run: () => setOpen(true),
    when: () => status === 'signed-out',
  })

  const value = useMemo(() => ({ open: () => setOpen(true) }), [])
  return (
    <LoginInPlaceProvider value={value}>
      {children}
      {open && <LoginInPlaceDialog onClose={() => setOpen(false)} />}
    </LoginInPlaceProvider>
  )
}
