import { createContext, useContext } from 'react'

const WriteHoldContext = createContext<string | null>(null)

export const WriteHoldProvider = WriteHoldContext.Provider

/** Why nothing of the document around may be changed now, whatever this user may do otherwise; null: it may. */
export function useWriteHold(): string | null {
  return useContext(WriteHoldContext)
}
