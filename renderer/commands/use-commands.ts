import { useEffect, useMemo, useRef, useSyncExternalStore, createContext, useContext } from 'react'
import { available, commands, type Command } from './command-registry.ts'

/**
 * Registers a command while the component is mounted, for the drawer around it. Always runs the latest `run` and
 * `when`.
 */
export function useCommand(command: Omit<Command, 'kind' | 'name' | 'hint' | 'slug' | 'layer'>): void {
  const layer = useCommandLayer()
  const latest = useRef(command)
  useEffect(() => {
    latest.current = command
  })
  const { id, title, also, shortcut, otherShortcuts, icon, inDialogs, inDrawers, idleReason = null } = command
  const vars = JSON.stringify(command.titleVars ?? {})
  useEffect(
    () =>
      commands.register({
        id,
        title,
        layer,
        titleVars: JSON.parse(vars),
        run: () => latest.current.run(),
        when: () => latest.current.when?.() ?? true,
        ...(also !== undefined && { also }),
        ...(shortcut !== undefined && { shortcut }),
        ...(otherShortcuts !== undefined && { otherShortcuts }),
        ...(icon !== undefined && { icon }),
        ...(inDialogs !== undefined && { inDialogs }),
        ...(inDrawers !== undefined && { inDrawers }),
        // A getter, since registering again would give this command the keys of a later one.
        get idleReason() {
          return latest.current.idleReason ?? null
        },
      }),
    [id, title, layer, also, vars, shortcut, otherShortcuts, icon, inDialogs, inDrawers],
  )
  const now = `${command.when?.() ?? true} ${idleReason}`
  const before = useRef(now)
  useEffect(() => {
    if (before.current !== now) commands.touch()
    before.current = now
  }, [now])
}

/**
 * Registers commands while the component is mounted. `list` must stay the same array while the commands are
 * the same.
 */
export function useCommandList(list: readonly Command[]): void {
  useEffect(() => commands.register(...list), [list])
}

/** Returns the commands that can be run now; updated when commands come and go. */
export function useCommands(): Command[] {
  const all = useSyncExternalStore(commands.subscribe, commands.all)
  return useMemo(() => available(all), [all])
}

const LayerContext = createContext<string | null>(null)

/** Commands below are registered for this drawer. `value`: the `layer` of the drawer, unique in the window. */
export const CommandLayer = LayerContext.Provider

/** The drawer that commands are registered for; null on the screen. */
export const useCommandLayer = (): string | null => useContext(LayerContext)
