import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { availableAt, commands, dialogAt } from './command-registry.ts'
import { menuItems } from './menu-items.ts'

function onFocus(listener: () => void): () => void {
  document.addEventListener('focusin', listener)
  return () => document.removeEventListener('focusin', listener)
}

/** Keeps the menu bar as the commands of this moment are, and runs what is chosen there. */
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
      // Nobody is left to run anything.
      galley.call('menu.set', { items: [] }).catch(console.error)
    }
  }, [])
}
