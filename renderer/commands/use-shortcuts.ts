import { useEffect } from 'react'
import { matchesShortcut } from '../ui/key-cap/shortcut.ts'
import { available, commands } from './command-registry.ts'

/** Runs commands by their shortcuts; the one place that listens for them. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const dialog =
        event.target instanceof Element ? event.target.closest('[role=dialog],[role=alertdialog]') : null
      const isDrawer = dialog?.hasAttribute('data-document-drawer') === true
      const command = available(commands.all()).findLast(({ shortcut, otherShortcut }) =>
        [shortcut, otherShortcut].some((keys) => keys !== undefined && matchesShortcut(event, keys)),
      )
      if (command === undefined) return
      const worksHere = command.inDialogs === true || (isDrawer && command.inDrawers === true)
      if (dialog !== null && !worksHere) return
      event.preventDefault()
      command.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
