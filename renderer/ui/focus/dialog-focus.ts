import { useEffect, useState, type RefObject, type KeyboardEvent } from 'react'
import { firstField, firstFocusable, focusPlace, noteOpener, placeOf } from './focus-place.ts'

/**
 * Attribute of the element that gets the focus first in a dialog, such as Cancel if something would be lost.
 * `autofocus` and React Aria wait a frame when a screen reader opens the dialog, which is too late.
 */
export const ASKS_FOR_FOCUS = 'data-asks-for-focus'

/**
 * Focuses the element with that attribute in a new dialog, else the first field, else the first focusable
 * element. Later content gets the focus if nothing has it yet.
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
 * Restores the focus after a dialog. React Aria tries it one frame later, and silently loses it if the page
 * is still inert or has redrawn the element. A focus elsewhere was set on purpose and stays.
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
 * Presses the main button of a dialog or drawer on Enter in an input, like a form does. Text areas, rich
 * texts and inputs that handle Enter keep it.
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
