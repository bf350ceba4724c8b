import { useEffect, type RefObject } from 'react'
import { firstField, firstFocusable } from './focus-place.ts'

/**
 * In what opens, the focus goes to the first thing one would use: the first field, else what its content begins with.
 * Content that comes later gets it as long as the focus has not gone anywhere. What asks for the focus itself has it
 * by then: Cancel, where something would be lost.
 */
export function useFirstFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const dialog = sheet.current?.querySelector('[role=dialog], [role=alertdialog]')
    if (dialog == null) return
    const hasFocus = (): boolean =>
      dialog !== document.activeElement && dialog.contains(document.activeElement)
    const focusFirst = (): boolean => {
      if (!hasFocus()) firstIn(dialog)?.focus()
      return hasFocus()
    }
    if (focusFirst()) return
    const changes = new MutationObserver(() => {
      const active = document.activeElement
      if ((active !== dialog && active !== document.body) || focusFirst()) changes.disconnect()
    })
    changes.observe(dialog, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [sheet])
}

function firstIn(dialog: Element): HTMLElement | null {
  const body = dialog.querySelector('[data-body]') ?? dialog
  return firstField(body) ?? firstFocusable(body)
}
