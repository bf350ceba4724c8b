import { useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { useConnection } from '../../data/queries.ts'
import { useCommand } from '../../commands/use-commands.ts'
import { LoginInPlaceProvider } from '../../data/login-in-place-context.ts'
import { LoginInPlaceDialog } from './login-in-place-dialog.tsx'
import { opensByItself, staysOpen } from './should-open.ts'

/** Lets everything below ask for the log-in, and opens it once by itself when the session ends during an edit. */
export function LoginInPlace({ children }: { children: ReactNode }) {
  const status = useConnection()?.status
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const [last, setLast] = useState(status)
  /** The last status that was none in between: a check is no change of the session. */
  const [settled, setSettled] = useState(status)
  if (status !== last) {
    setLast(status)
    if (status !== 'checking' && status !== undefined) setSettled(status)
    setOpen(opensByItself(settled, status, pathname) || (open && staysOpen(status)))
  }

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
