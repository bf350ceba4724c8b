import { createContext, useContext } from 'react'

const LayerContext = createContext<string | null>(null)

/** Commands below are registered for this drawer. `value`: the `layer` of the drawer, unique in the window. */
export const CommandLayer = LayerContext.Provider

/** The drawer that commands are registered for; null on the screen. */
export const useCommandLayer = (): string | null => useContext(LayerContext)
