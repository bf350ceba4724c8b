import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { availableAt, commands, dialogAt } from './command-registry.ts'
import { menuItems } from './menu-items.ts'

function onFocus(listener: () => void): () => void {
  document.addEventListener('focusin', listener)
  return () => document.removeEventListener('focusin', listener)
}

/** Keeps the menu bar equal to the present commands, and runs those that are chosen in it. */
export function useMenuBar(): void {
  const { t } = useT()
  const all = useSyncExternalStore(commands.subscribe, commands.all)
  const dialog = useSyncExternalStore(onFocus, () => dialogAt(document.activeElement))
  const items = useMemo(
    () => menuItems(all, dialog, ({ title, titleVars, name }) => name ?? t(title, titleVars)),
    [all, dialog, t],
  )
  const key = JSON.stringify(items)
  useEffect(() => {
    galley.call('menu.set', { items: JSON.parse(key) }).catch(console.error)
  }, [key])
  useEffect(() => {
    const stop = galley.on('menu.chosen', ({ id }) => {
      availableAt(commands.all(), document.activeElement)
        .find((one) => one.id === id)
        ?.run()
    })
    return () => {
      stop()
      // Emptied, since nothing runs its commands any more.
      galley.call('menu.set', { items: [] }).catch(console.error)
    }
  }, [])
}
