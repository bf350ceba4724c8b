import { createContext, useContext } from 'react'

const LayerContext = createContext<string | null>(null)

/** What is below it registers its commands for this drawer. `value`: the `layer` of the drawer, unique in the window. */
export const CommandLayer = LayerContext.Provider

/** The drawer that commands are registered for; null: the screen. */
export const useCommandLayer = (): string | null => useContext(LayerContext)
