import { useEffect, useState, type RefObject, type KeyboardEvent } from 'react'
import { firstField, firstFocusable, focusPlace, noteOpener, placeOf } from './focus-place.ts'

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
    const dialog = dialogIn(sheet.current)
    if (dialog === null) return
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

function dialogIn(sheet: HTMLElement | null): Element | null {
  return sheet?.querySelector('[role=dialog], [role=alertdialog]') ?? null
}

function firstIn(dialog: Element): HTMLElement | null {
  const asking = dialog.querySelector<HTMLElement>(`[${ASKS_FOR_FOCUS}]`)
  if (asking !== null) return asking
  const body = dialog.querySelector('[data-body]') ?? dialog
  return firstField(body) ?? firstFocusable(body)
}

/**
 * Gives the focus back to where it was before a dialog. react-aria does so one frame after the dialog has gone; where
 * the page behind is still inert in that frame, or drew that element anew meanwhile, the focus is silently lost to the
 * body. What is elsewhere by then was put there on purpose and stays.
 */
export function useReturnFocus(sheet: RefObject<HTMLElement | null>): void {
  const [before] = useState(() => placeOf(document.activeElement))
  useEffect(() => {
    const dialog = dialogIn(sheet.current)
    if (dialog !== null) noteOpener(dialog, before)
  }, [sheet, before])
  useEffect(
    () => () => {
      // The page is not inert any more when all effects of this commit have been cleaned up.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPlace(before)
      })
    },
    [before],
  )
}

/** Inputs whose Enter has no meaning of its own. */
const INPUT = 'input, [role=spinbutton]'

/**
 * Enter in an input does what the main button of its dialog or drawer does, as it does in a form. Text areas and rich
 * texts keep it, and so does whoever has handled it.
 */
export function pressPrimary(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.repeat || event.defaultPrevented) return
  if (event.nativeEvent.isComposing) return
  if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(event.target instanceof HTMLElement) || !event.target.matches(INPUT)) return
  // A form presses its own button, and a field of another layer is no concern of this one.
  if (event.target.closest('form') !== null || !event.currentTarget.contains(event.target)) return
  const [primary, another] = event.currentTarget.querySelectorAll<HTMLElement>(
    '[data-actions] [data-primary]',
  )
  if (primary === undefined || another !== undefined) return
  event.preventDefault()
  primary.click()
}
