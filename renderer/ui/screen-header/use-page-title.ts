import { useEffect } from 'react'

/** The title of the window and, on navigation, what a screen reader says first. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Galley' : `${title} - Galley`
  }, [title])
}
