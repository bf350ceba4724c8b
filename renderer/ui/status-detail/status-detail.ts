import { useEffect, useSyncExternalStore } from 'react'

/** One line of the current screen in the status bar, such as how much of a collection is on this computer. */
let detail: string | null = null
const listeners = new Set<() => void>()

function show(text: string | null): void {
  detail = text
  for (const listener of listeners) listener()
}

/** Shows `text` in the status bar while the screen that calls it is there. */
export function useStatusDetail(text: string | null): void {
  useEffect(() => {
    show(text)
    return () => show(null)
  }, [text])
}

export function useShownStatusDetail(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => detail,
  )
}
