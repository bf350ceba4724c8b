import type { KeyboardEvent } from 'react'

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
