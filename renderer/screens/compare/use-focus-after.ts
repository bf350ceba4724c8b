import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For buttons that go away when they have done their work: returns what is called as one is pressed. Once it is gone the
 * focus goes to `target`, unless somebody has put it elsewhere meanwhile.
 */
export function useFocusAfter(target: () => Element | null): () => void {
  const pressed = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (pressed.current === null || pressed.current.isConnected) return
    pressed.current = null
    if (document.activeElement !== document.body) return
    const element = target()
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
  return useCallback(() => {
    pressed.current = document.activeElement
  }, [])
}
