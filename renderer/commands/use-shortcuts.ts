import { useEffect } from 'react'
import { matchesShortcut } from '../ui/key-cap/shortcut.ts'
import { availableAt, commands } from './command-registry.ts'

const TYPES = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=menu], [role=listbox]'

/** A sign by itself is text wherever one types, and finds an entry in a menu. */
function isTyped({ target }: KeyboardEvent, keys: string): boolean {
  return keys.length === 1 && target instanceof Element && target.closest(TYPES) !== null
}

/** Runs commands by their shortcuts; the one place that listens for them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const command = availableAt(commands.all(), event.target).findLast(
        ({ shortcut, otherShortcuts = [] }) =>
          [shortcut, ...otherShortcuts].some(
            (keys) => keys !== undefined && matchesShortcut(event, keys) && !isTyped(event, keys),
          ),
      )
      if (command === undefined) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
