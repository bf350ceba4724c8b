import { createContext, useContext } from 'react'
import type { Account } from '../../shared/ipc.ts'

const AccountContext = createContext<Account | null>(null)

export const AccountProvider = AccountContext.Provider

/** Returns the user whose database is open. Throws outside of the shell. */
export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (account === null) throw new Error('useAccount is used outside of the shell')
  return account
}

/** Returns the user whose database is open; null outside of the shell. */
export function useAccountOrNull(): Account | null {
  return useContext(AccountContext)
}

export type LoginInPlace = { open: () => void }

const LoginInPlaceContext = createContext<LoginInPlace>({ open: () => undefined })

export const LoginInPlaceProvider = LoginInPlaceContext.Provider

/** Opens the log-in over the screens, which stay as they are (SY9). */
export function useLoginInPlace(): LoginInPlace {
  return useContext(LoginInPlaceContext)
}
