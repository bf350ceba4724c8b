import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 900px)')

/** True where the sidebar lies over the sheet instead of beside it (LOOK 5). */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
