import type { ComponentPropsWithRef, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'

export type NativeButtonProps = Omit<
  ComponentPropsWithRef<'button'>,
  'onClick' | 'onKeyDown' | 'onPointerDown' | 'onMouseDown' | 'onFocus'
> & {
  onPress?: () => void
  /** Opens a menu, in the place of `onPress`: on mouse down, an arrow key, and click, so a mouse calls it twice. */
  opensMenu?: () => void
  /** The press leaves the focus where it is. */
  keepsFocus?: boolean
}

/**
 * The plain HTML button of Button, IconButton and MenuTrigger: React Aria's takes ninety hooks, and a list has thirty
 * buttons. As with that one, a press does not bubble, and a held key presses once.
 */
export function NativeButton({ onPress, opensMenu, keepsFocus = false, ...props }: NativeButtonProps) {
  function onMouseDown(event: MouseEvent): void {
    event.stopPropagation()
    // The focus goes to the menu, and the browser would give it to the button after that.
    if (keepsFocus || (opensMenu !== undefined && event.button === 0)) event.preventDefault()
    if (event.button === 0) opensMenu?.()
  }
  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    const isArrow = opensMenu !== undefined && (key === 'ArrowDown' || key === 'ArrowUp')
    if (!isArrow && key !== 'Enter' && key !== ' ') return
    if (event.ctrlKey || event.metaKey || event.altKey || (isArrow && event.shiftKey)) return
    event.stopPropagation()
    if (isArrow || (key === 'Enter' && event.repeat)) event.preventDefault()
    if (isArrow) opensMenu()
  }
  return (
    <button
      type="button"
      {...props}
      onClick={(event) => {
        event.stopPropagation()
        ;(opensMenu ?? onPress)?.()
      }}
      onKeyDown={onKeyDown}
      onPointerDown={stop}
      onMouseDown={onMouseDown}
    />
  )
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
