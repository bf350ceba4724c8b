import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

type Take = ((files: readonly File[]) => void) | null

/** Takes the files that are dropped on an element, and not on one in it that takes them. Whether some are held over it. */
export function useDroppedFiles(element: RefObject<HTMLElement | null>, take: Take): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const files = [...(event.dataTransfer?.files ?? [])]
    // What lies closer to the pointer has taken them; a text goes where a text is typed.
    if (event.defaultPrevented || take === null || files.length === 0) return
    event.preventDefault()
    take(files)
  })
  const over = useEffectEvent((event: DragEvent) => {
    const isTaken =
      !event.defaultPrevented && take !== null && event.dataTransfer?.types.includes('Files') === true
    setOver(isTaken)
    if (isTaken) event.preventDefault()
  })
  useEffect(() => {
    const box = element.current
    const listeners = new AbortController()
    const { signal } = listeners
    box?.addEventListener('drop', (event) => drop(event), { signal })
    box?.addEventListener('dragover', (event) => over(event), { signal })
    box?.addEventListener('dragleave', () => setOver(false), { signal })
    return () => listeners.abort()
  }, [element])
  return isOver
}

/** Takes the files that are pasted while the focus is in an element, anywhere but into a text. */
export function usePastedFiles(element: RefObject<HTMLElement | null> | Document, take: Take): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    // What lies closer to the focus has taken them.
    if (event.defaultPrevented || take === null || files.length === 0) return
    if (isTextPlace(event.target, 'current' in element ? element.current : null)) return
    event.preventDefault()
    take(files)
  })
  useEffect(() => {
    const place: GlobalEventHandlers | null = 'current' in element ? element.current : element
    const listen = (event: ClipboardEvent): void => paste(event)
    place?.addEventListener('paste', listen)
    return () => place?.removeEventListener('paste', listen)
  }, [element])
}

/** A text, or a dialog that does not itself hold the place. */
function isTextPlace(target: EventTarget | null, place: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('input, textarea') !== null) return true
  const dialog = target.closest('[role=dialog]')
  return dialog !== null && !(place !== null && dialog.contains(place))
}
