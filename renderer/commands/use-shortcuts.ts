import { useEffect } from 'react'
import { matchesShortcut } from '../ui/key-cap/shortcut.ts'
import { available, commands, type Command } from './command-registry.ts'

const TYPES = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=menu], [role=listbox]'

/** A sign by itself is text wherever one types, and finds an entry in a menu. */
function isTyped({ target }: KeyboardEvent, keys: string): boolean {
  return keys.length === 1 && target instanceof Element && target.closest(TYPES) !== null
}

/** False in a dialog or drawer that the command is not meant for. */
export function worksAt({ inDialogs, inDrawers }: Command, place: EventTarget | null): boolean {
  const dialog = place instanceof Element ? place.closest('[role=dialog],[role=alertdialog]') : null
  const isDrawer = dialog?.hasAttribute('data-document-drawer') === true
  return dialog === null || inDialogs === true || (isDrawer && inDrawers === true)
}

/** Runs commands by their shortcuts; the one place that listens for them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const command = available(commands.all()).findLast(({ shortcut, otherShortcuts = [] }) =>
        [shortcut, ...otherShortcuts].some(
          (keys) => keys !== undefined && matchesShortcut(event, keys) && !isTyped(event, keys),
        ),
      )
      if (command === undefined || !worksAt(command, event.target)) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
