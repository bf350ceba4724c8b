import { useEffect, useMemo } from 'react'
import { galley } from '../data/bridge.ts'
import { useT } from '../i18n/use-t.ts'
import { availableAt, commands } from './command-registry.ts'
import { menuItems } from './menu-items.ts'
import { useCommands } from './use-commands.ts'

/** Keeps the menu bar as the commands of this moment are, and runs what is chosen there. */
export function useMenuBar(): void {
  const { t } = useT()
  const all = useCommands()
  const items = useMemo(
    () => menuItems(all, ({ title, titleVars, name }) => name ?? t(title, titleVars)),
    [all, t],
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
