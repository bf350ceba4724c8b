import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the caret where it is when the text under it changes from outside (a newer version came from the server)
 * while somebody stands in the field. `typed` is called with what the person made of it.
 */
export function useKeepCaret<E extends HTMLInputElement | HTMLTextAreaElement>(
  ref: RefObject<E | null>,
  value: string,
): { typed: (value: string) => void } {
  const own = useRef(value)
  const caret = useRef<[number, number]>([0, 0])

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const remember = () => {
      caret.current = [element.selectionStart ?? 0, element.selectionEnd ?? 0]
    }
    element.addEventListener('selectionchange', remember)
    return () => element.removeEventListener('selectionchange', remember)
  }, [ref])

  useLayoutEffect(() => {
    const element = ref.current
    if (own.current === value) return
    own.current = value
    if (element && document.activeElement === element) element.setSelectionRange(...caret.current)
  }, [ref, value])

  return {
    typed: (next) => {
      own.current = next
    },
  }
}
