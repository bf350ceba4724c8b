import type { ComponentPropsWithRef, KeyboardEvent, SyntheticEvent } from 'react'

export type NativeButtonProps = Omit<
  ComponentPropsWithRef<'button'>,
  'onClick' | 'onKeyDown' | 'onPointerDown' | 'onMouseDown' | 'onFocus'
> & {
  onPress?: () => void
  /** The press leaves the focus where it is. */
  keepsFocus?: boolean
}

/**
 * The browser's own button, which every button of a screen is: React Aria's needs ninety hooks, and a list has thirty of
 * them. A press is heard by nobody around it, as with React Aria's, and a key that is held presses once.
 */
export function NativeButton({ onPress, keepsFocus = false, ...props }: NativeButtonProps) {
  return (
    <button
      type="button"
      {...props}
      onClick={(event) => {
        event.stopPropagation()
        onPress?.()
      }}
      onKeyDown={keepToItself}
      onPointerDown={stop}
      onMouseDown={(event) => {
        event.stopPropagation()
        if (keepsFocus) event.preventDefault()
      }}
    />
  )
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}

function keepToItself(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation()
}
