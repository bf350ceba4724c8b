import { useEffect, type RefObject } from 'react'
import { firstField, firstFocusable } from './focus-place.ts'

/**
 * On a button of a dialog: it is what has the focus first, as Cancel where something would be lost. A browser's own
 * way, or react-aria's, waits a frame where a screen reader pressed what opened the dialog, and is too late then.
 */
export const ASKS_FOR_FOCUS = 'data-asks-for-focus'

/**
 * In what opens, the focus goes to what asks for it, else to the first thing one would use: the first field, else what
 * its content begins with. Content that comes later gets it as long as the focus has not gone anywhere.
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
  const asking = dialog.querySelector<HTMLElement>(`[${ASKS_FOR_FOCUS}]`)
  if (asking !== null) return asking
  const body = dialog.querySelector('[data-body]') ?? dialog
  return firstField(body) ?? firstFocusable(body)
}
