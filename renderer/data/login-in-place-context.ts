import { createContext, useContext } from 'react'

export type LoginInPlace = { open: () => void }

const LoginInPlaceContext = createContext<LoginInPlace>({ open: () => undefined })

export const LoginInPlaceProvider = LoginInPlaceContext.Provider

/** Opens the log-in over the screens, which stay as they are (SY9). */
export function useLoginInPlace(): LoginInPlace {
  return useContext(LoginInPlaceContext)
}
